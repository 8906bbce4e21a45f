// `effects reconcile`: the tools that can ask an outside system belong to a worker, so a process of that kind does it; this command
// starts it, waits, and shows what came of each entry.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { productRoot } from '../../temporal-config/settings';
import { actorOf } from '../client-context';
import { ClientError } from '../client-error';
import { optionFlag, type Invocation, type Report } from './report';
import { showTime } from './show-time';
import { drawTable } from './table';
import { recoverySchema, tellRecovery } from './tell-recovery';
import { assertStarted, settingsOf } from './with-client';

const lineSchema = z.object({
  effectKey: z.string(),
  caseId: z.string(),
  before: z.string(),
  after: z.string(),
  action: z.string(),
  cause: z.string().nullable(),
  closableFromMs: z.number().nullable(),
});
type Line = z.infer<typeof lineSchema>;

const answerSchema = z.union([
  z.object({ lines: z.array(lineSchema), recovery: recoverySchema.nullable() }),
  z.object({ error: z.object({ name: z.string(), message: z.string(), code: z.string().optional() }) }),
]);

export const reconcileEffectsCommand = async (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  assertStarted(settings);
  const { person: by } = actorOf(settings, call.as);
  const answer = answerSchema.parse(JSON.parse(await runReconciler(call, by)));
  if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
  const report = toReport(answer.lines);
  return answer.recovery === null ? report : tellRecovery(report, answer.recovery);
};

const runReconciler = async (call: Invocation, by: string): Promise<string> => {
  const file = join(productRoot(), 'dist', 'workers', 'reconcile-effects.js');
  if (!existsSync(file))
    throw new ClientError('NOT_BUILT', 2, {
      message: `${file} is missing: the product is not built`,
      next: ['npm run build'],
    });
  const args = [file, '--by', by, ...(optionFlag(call, 'all') ? ['--all'] : [])];
  return new Promise((resolve, reject) => {
    // A failure is told on its stdout too; without any, it died.
    execFile(process.execPath, args, (error, stdout, stderr) => {
      if (stdout.trim() !== '') resolve(stdout);
      else
        reject(new Error(`the reconciler ended without an answer: ${stderr.trim() || (error?.message ?? 'exit 0')}`));
    });
  });
};

const toReport = (lines: readonly Line[]): Report => {
  const rows = lines.map(({ effectKey, before, after, action, cause, closableFromMs }) => [
    effectKey.slice(0, 16),
    `${before} -> ${after}`,
    action,
    cause ?? '-',
    showTime(closableFromMs),
  ]);
  const report = {
    body: { lines },
    lines:
      rows.length === 0
        ? ['nothing is open']
        : drawTable(['EFFECT', 'STATE', 'HOW', 'CAUSE', 'A PERSON MAY CLOSE FROM'], rows, { droppable: ['HOW'] }),
  };
  if (lines.some(({ action }) => action === 'staleStore'))
    return {
      ...report,
      failure: { exit: 9, code: 'STALE_STORE', message: 'the store is older than its anchor; nothing was sent' },
      next: ['turnkeep effects reconcile --all --as NAME'],
    };
  const open = lines.filter(({ after }) => after === 'unknown' || after === 'started');
  if (open.length === 0) return report;
  const message = `${open.length} still open`;
  return {
    ...report,
    failure: { exit: 8, code: 'STILL_OPEN', message, retryable: true },
    // An entry whose sender may still live stays `started`: a list of the unknown alone would not show it.
    next: [`turnkeep effects list${open.every(({ after }) => after === 'unknown') ? ' --state unknown' : ''}`],
  };
};
