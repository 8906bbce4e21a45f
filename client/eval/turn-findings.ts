// What happened in one turn, read from what was recorded of it: the effects its model proposed, what the guards said to each, and the
// effects the ledger says were done. A done effect is known by its receipt: its arguments are those of the call whose result holds
// that receipt. One without such a call has no arguments, so that no task can expect it.
import { callIdOf } from '../../core/kernel/ids';
import type { JsonObject } from '../../core/kernel/json';
import type { TranscriptMessage } from '../../core/moves/agent-kit';
import { parseObject } from '../../core/output-guard/parse';
import type { RecordContext } from '../client-context';
import { movesOf } from '../recorded-moves';
import { readRunRecords, readTranscript, type EffectRecord, type RunRecords } from '../run-records';
import type { EffectCall } from './end-state';

export interface TurnFindings {
  readonly proposals: readonly EffectCall[];
  readonly done: readonly EffectCall[];
  /** Rules that refused, one entry a refusal. */
  readonly refusals: readonly string[];
  readonly suppressed: number;
  readonly repliesSentBack: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly costMicro: number;
  readonly reviewRules: readonly string[];
  readonly reviewsApproved: number;
  readonly reviewsRejected: number;
}

const EFFECT_TOOLS: ReadonlySet<string> = new Set(['process_refund', 'cancel_order']);
const MODEL_NODES: ReadonlySet<string> = new Set(['agent', 'answer']);

/** Granted by a person, and granted and used up by its effect. */
const APPROVED: ReadonlySet<string> = new Set(['granted', 'consumed']);

interface Called extends EffectCall {
  readonly id: string;
}

const objectOf = (text: string): JsonObject => {
  const parsed = parseObject(text);
  return parsed.kind === 'object' ? parsed.value : {};
};

const textOf = (fields: JsonObject, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

const callsIn = (
  { store }: RecordContext,
  { row, steps }: RunRecords,
  messages: readonly TranscriptMessage[],
): readonly Called[] => {
  const place = { rootTurnKey: row.workflowId, branch: steps.at(-1)?.turn.branch ?? 'main' };
  return messages.flatMap((message, index) =>
    message.role !== 'assistant'
      ? []
      : message.calls.map((call, position) => ({
          id: callIdOf(store.keys.identityKey, { ...place, depth: index + 1, position }),
          tool: call.tool,
          args: objectOf(call.argsText),
        })),
  );
};

const receiptIn = (fields: JsonObject | null): string => {
  const value = fields?.['value'];
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : fields;
  return inner === null ? '' : textOf(inner, 'id');
};

const toDone = (
  { tool, receipt }: EffectRecord,
  calls: readonly Called[],
  messages: readonly TranscriptMessage[],
): EffectCall => {
  const id = receiptIn(receipt);
  const result = messages.find(
    (message) => message.role === 'tool' && id !== '' && receiptIn(objectOf(message.text)) === id,
  );
  const call = result?.role === 'tool' ? calls.find((one) => one.id === result.callId) : undefined;
  return { tool, args: call?.args ?? {} };
};

const isSentBack = (message: TranscriptMessage): boolean =>
  message.role === 'program' && /^Your (?:reply|JSON)/.test(message.text);

/** Reads one finished turn. */
export const readFindings = async (context: RecordContext, turnKey: string): Promise<TurnFindings> => {
  const records = await readRunRecords(context, turnKey);
  const messages = await readTranscript(context, records);
  const calls = callsIn(context, records, messages);
  const results = messages.flatMap((message) =>
    message.role === 'tool' && message.tool !== 'hand_off' ? [objectOf(message.text)] : [],
  );
  const refused = results.filter((result) => textOf(result, 'status') === 'error' && textOf(result, 'rule') !== '');
  const { row, reviews, effects, steps } = records;
  const models = movesOf(steps).filter(({ node, event }) => MODEL_NODES.has(node) && !event.startsWith('verdict:'));
  return {
    proposals: calls.filter(({ tool }) => EFFECT_TOOLS.has(tool)).map(({ tool, args }) => ({ tool, args })),
    done: effects.filter(({ state }) => state === 'done').map((effect) => toDone(effect, calls, messages)),
    refusals: refused.map((result) => textOf(result, 'rule')),
    suppressed: results.filter((result) => textOf(result, 'status') === 'suppressed').length,
    repliesSentBack: messages.filter(isSentBack).length,
    modelCalls: models.length,
    tokens: row.tokens,
    costMicro: row.costMicro,
    reviewRules: reviews.map(({ rule }) => rule),
    reviewsApproved: reviews.filter(({ state }) => APPROVED.has(state)).length,
    reviewsRejected: reviews.filter(({ state }) => state === 'rejected').length,
  };
};
