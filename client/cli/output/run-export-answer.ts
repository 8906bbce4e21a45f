// The export of one run, as a schema.
import { z } from 'zod';
import type { ExportedStep } from '../../index';
import { costReport, receipts, timelineMove, waitingFor } from './one-run-answers';
import { anyObject, epochMs, handOff, note, reviewRow, runAct, runRow, runStatus, verdictLine } from './rows';

const exportedStep = z.strictObject({
  step: z.int(),
  atMs: epochMs,
  status: runStatus,
  node: z.string(),
  outcome: z.string().nullable(),
  cause: z.string().nullable(),
  waiting: waitingFor.nullable(),
  verdict: verdictLine.nullable(),
  upToMove: z.int(),
  head: z.string(),
}) satisfies z.ZodType<ExportedStep>;

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('customer'), text: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    text: z.string(),
    calls: z.array(z.strictObject({ tool: z.string(), argsText: z.string() })),
  }),
  z.strictObject({
    role: z.literal('tool'),
    callId: z.string(),
    tool: z.string(),
    isError: z.boolean(),
    text: z.string(),
    atMs: epochMs.exactOptional(),
  }),
  z.strictObject({ role: z.literal('program'), text: z.string() }),
]);

export const runExport = z.strictObject({
  schema: z.literal('turnkeep.run-export@1'),
  exportedAtMs: epochMs,
  words: z.enum(['opened', 'leftOut', 'erased', 'noKeys']),
  run: runRow,
  customer: z.string().nullable(),
  startedBy: z.string().nullable(),
  moves: z.array(timelineMove),
  steps: z.array(exportedStep),
  cost: costReport,
  reviews: z.array(reviewRow),
  ...receipts,
  acts: z.array(runAct),
  state: anyObject.nullable(),
  messages: z.array(message).nullable(),
  notes: z.array(note),
  reply: z.string().nullable(),
  interimReply: z.string().nullable(),
  handOff: handOff.nullable(),
  unread: z.int(),
});
