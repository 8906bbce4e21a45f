// Fixed replies from a file, for tests and demonstrations; never used for a rate. The n-th call of a turn gets the n-th reply,
// so that a crash and a resume meet the same script.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { RawReply } from '../../core/moves/agent-kit';
import { ModelFailure, type ModelBackend } from './model-backend';

const replySchema = z.strictObject({
  text: z.string().optional(),
  calls: z.array(z.strictObject({ tool: z.string(), argsText: z.string() })).optional(),
  ending: z
    .enum([
      'answered',
      'toolsProposed',
      'cut',
      'contextFull',
      'paused',
      'refused',
      'filtered',
      'stoppedBySequence',
      'empty',
      'unknown',
    ])
    .optional(),
  /** The call hangs this long first. */
  hangMs: z.int().optional(),
  fails: z.enum(['unavailable', 'timeout', 'invalidRequest']).optional(),
  usage: z.strictObject({ inputTokens: z.int(), outputTokens: z.int() }).nullable().optional(),
});
const scriptSchema = z.strictObject({ replies: z.array(replySchema).min(1), repeatLast: z.boolean().optional() });
type ScriptedReply = z.infer<typeof replySchema>;

export const createScriptedBackend = (folder: string): ModelBackend => ({
  name: 'scripted',
  call: async ({ choice, callPosition, signal }) => {
    const script = await readScript(folder, choice.script ?? 'default');
    const last = script.replies.at(-1);
    const reply = script.replies[callPosition] ?? (script.repeatLast === true ? last : undefined);
    if (reply === undefined) throw new ModelFailure('model.invalidRequest', false);
    if (reply.hangMs !== undefined) await sleep(reply.hangMs, undefined, { signal });
    if (reply.fails !== undefined) throw new ModelFailure(`model.${reply.fails}`, reply.fails === 'timeout');
    return toRawReply(reply);
  },
});

const readScript = async (folder: string, name: string): Promise<z.infer<typeof scriptSchema>> => {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) throw new ModelFailure('model.invalidRequest', false);
  const text = await readFile(join(folder, `${name}.json`), 'utf8');
  return scriptSchema.parse(JSON.parse(text));
};

const toRawReply = (reply: ScriptedReply): RawReply => {
  const calls = reply.calls ?? [];
  const text = reply.text ?? '';
  return {
    text,
    calls,
    ending: reply.ending ?? (calls.length > 0 ? 'toolsProposed' : 'answered'),
    usage: reply.usage === undefined ? { inputTokens: 100, outputTokens: 50 } : reply.usage,
    model: 'scripted',
  };
};
