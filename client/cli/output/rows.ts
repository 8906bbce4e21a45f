// Rows that several commands show, each as the store or the run tells it.
import { z } from 'zod';
import type { Charge } from '../../payment-ledger';
import type { DecisionRecord } from '../../decision-records';
import type { RunAct } from '../../one-run/read-acts';
import type { RunNote } from '../../one-run/read-notes';
import type { VerdictAt } from '../../recorded-moves';
import type { CallSpend, MoveLine, VerdictLine } from '../../../core/moves/activity-shapes';
import { handOffSchema } from '../../../core/human-review/hand-off';
import { runStatuses } from '../../../core/runs/run-status';
import type { EffectRow, ReviewRow, RunRow } from '../../../stores/store-port';
import { effectStates, listedStatuses } from '../known-values';

export const epochMs = z.int().describe('epoch milliseconds');
export const runKey = z.string().describe('AGENT/CASE/TURN');
export const runStatus = z.enum(runStatuses);
const minor = z.int().nullable().describe('minor units; null where no money moves');
const currency = z.string().nullable();

export const anyObject = z.record(z.string(), z.unknown());

export const runRow = z.strictObject({
  workflowId: runKey,
  caseId: z.string(),
  turn: z.int(),
  agent: z.string(),
  status: z.enum(listedStatuses),
  outcome: z.string().nullable(),
  stoppedAt: z.string().nullable(),
  cause: z.string().nullable(),
  step: z.int(),
  waitingKind: z.string().nullable(),
  reviewId: z.string().nullable(),
  waitingSinceMs: epochMs.nullable(),
  dueMs: epochMs.nullable(),
  verdict: z.string().nullable(),
  tokens: z.int(),
  costMicro: z.int().describe('millionths of a US dollar'),
  modelLabel: z.string(),
  rules: z.int(),
  startedMs: epochMs,
  endedMs: epochMs.nullable(),
  uptoMove: z.int(),
  replyRef: z.string().nullable(),
  interimRef: z.string().nullable(),
  policy: z.string().nullable(),
}) satisfies z.ZodType<RunRow>;

export const reviewRow = z.strictObject({
  reviewId: z.string(),
  round: z.int(),
  caseId: z.string(),
  turnKey: runKey,
  callId: z.string(),
  tool: z.string(),
  actionHash: z.string(),
  rulesDigest: z.string(),
  rule: z.string(),
  amountMinor: minor,
  currency,
  state: z.enum(['pending', 'granted', 'consumed', 'rejected', 'asked', 'expired', 'void', 'recalled']),
  openedMs: epochMs,
  expiresMs: epochMs,
  effectKey: z.string(),
  decidedBy: z.string().nullable(),
  decidedMs: epochMs.nullable(),
  authenticated: z.string().nullable(),
  surface: z.string().nullable(),
  reasonCode: z.string().nullable(),
}) satisfies z.ZodType<ReviewRow>;

export const authenticated = z.string().describe('signed:KEY-ID, or unverified');

export const decisionRecord = z.strictObject({
  reviewId: z.string(),
  round: z.int(),
  decision: z.enum(['approve', 'reject', 'ask', 'edit']),
  by: z.string(),
  authenticated,
  surface: z.string(),
  reasonCode: z.string(),
  decidedMs: epochMs,
  claimedMs: epochMs.nullable().describe('when the surface says it was made'),
  noteHash: z.string().nullable().describe('address of the note, made of its words under the key of the case'),
  evidence: z.array(z.string()).describe('PART:DIGEST of what was shown'),
  confirmAmount: z.string().nullable().describe('as it was typed'),
  signature: z.string().nullable(),
  publicKey: z.string().nullable(),
}) satisfies z.ZodType<DecisionRecord>;

export const note = z.strictObject({
  of: z.enum(['decision', 'edit', 'stop', 'abort']),
  reviewId: z.string().nullable(),
  round: z.int().nullable(),
  address: z.string(),
  text: z.string().nullable(),
}) satisfies z.ZodType<RunNote>;

export const runAct = z.strictObject({
  of: z.enum(['stopped', 'resumed', 'aborted']),
  by: z.string(),
  atMs: epochMs,
  money: z.boolean().describe('a resume that let an unfinished step that moves money go on'),
  cause: z.string().nullable().describe('why it ended, where the person only had its end recorded'),
  address: z.string().nullable(),
  text: z.string().nullable().describe('why, in their words'),
}) satisfies z.ZodType<RunAct>;

export const effectRow = z.strictObject({
  effectKey: z.string(),
  caseId: z.string(),
  turnKey: runKey,
  agent: z.string(),
  tool: z.string(),
  orderRef: z.string().nullable(),
  amountMinor: minor,
  currency,
  state: z.enum(effectStates),
  allowedBy: z.string(),
  reviewId: z.string().nullable(),
  round: z.int(),
  attempt: z.int(),
  outsideKey: z.string(),
  leaseUntilMs: epochMs.nullable(),
  firstStartedMs: epochMs,
  changedMs: epochMs,
}) satisfies z.ZodType<EffectRow>;

export const effectRecord = effectRow.extend({
  receipt: anyObject.nullable().describe('what the outside system answered, as recorded'),
});

export const verdictLine = z.strictObject({
  kind: z.enum(['continue', 'suppress', 'finalize', 'abort', 'pause']),
  by: z.string(),
  value: z.number().nullable(),
  limit: z.number().nullable(),
  tool: z.string().exactOptional(),
  ofStep: z.int().exactOptional(),
}) satisfies z.ZodType<VerdictLine>;

export const verdictAt = verdictLine.extend({
  move: z.int(),
  step: z.int(),
  node: z.string(),
}) satisfies z.ZodType<VerdictAt>;

export const callSpend = z.strictObject({
  reservedTokens: z.int(),
  tokens: z.int(),
  reservedCostMicro: z.int().nullable().describe('millionths of a US dollar; null while the price is unknown'),
  costMicro: z.int().nullable(),
}) satisfies z.ZodType<CallSpend>;

export const moveLine = z.strictObject({
  move: z.int(),
  step: z.int(),
  node: z.string(),
  event: z.string(),
  atMs: epochMs,
  verdicts: z.array(verdictLine).describe('whatever stopped, cut or suppressed something'),
  admitted: z.array(verdictLine).describe('the figures by which it was let go').exactOptional(),
  spend: callSpend.describe('of the model call that ended here').exactOptional(),
}) satisfies z.ZodType<MoveLine>;

export const charge = z.strictObject({
  id: z.string(),
  key: z.string(),
  order_reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  created_ms: epochMs,
}) satisfies z.ZodType<Charge>;

export const hold = z.strictObject({ scope: z.string(), by: z.string(), atMs: epochMs });

export const handOff = z.strictObject({ ...handOffSchema.shape, asked: z.string().nullable() });
