// What each function of the client library takes. Words and codes have rules of their own, which say more than a form could; here
// stands what type a value has, which figures can be none, and which names there are.
import { z } from 'zod';
import { limitsSchema } from '../core/loop-governor/limits';
import { reviewStates } from './run-filters';

const YEAR_MS = 365 * 86_400_000;
const text = z.string().optional();
const flag = z.boolean().optional();
const count = z.int().min(0).optional();

/** Codes of surfaces stand in records that outlive the words. */
const surface = z
  .string()
  .regex(/^[\w.:+/=-]{1,40}$/, 'expected a code of 1 to 40 letters, digits and . _ : + / = -')
  .optional();

const decided = { reviewId: z.string(), reasonCode: z.string(), round: z.int().min(1).optional(), surface };

export const openShape = z.strictObject({ as: z.unknown().optional() });

export const startShape = z.strictObject({
  agent: z.string(),
  message: z.string(),
  subject: z.string(),
  caseReference: text,
  model: text,
  requestId: text,
  limits: z.strictObject(optionalOf(limitsSchema.shape)).optional(),
  reviewExpiryMs: z.int().min(1).max(YEAR_MS).optional(),
  atReviewExpiry: z.enum(['stayPending', 'expire']).optional(),
  startedBy: z.unknown().optional(),
  claimed: z
    .custom<(turnKey: string) => void>((value) => typeof value === 'function', 'expected a function')
    .optional(),
});

/** Every limit by its own rule, or left out. */
function optionalOf(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.ZodOptional> {
  return Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, z.optional(rule)]));
}

export const decideShape = z.strictObject({
  ...decided,
  decision: z.enum(['approve', 'reject', 'ask']),
  note: text,
  confirmAmount: text,
  seenLater: count,
  unsigned: flag,
});

export const askShape = z.strictObject({
  ...decided,
  question: z.unknown().optional(),
  reasonCode: text,
});

export const editShape = z.strictObject({
  ...decided,
  set: z.record(z.string(), z.unknown()),
  note: text,
  unsigned: flag,
});

export const holdShape = z.strictObject({ agent: text, reasonCode: z.string(), note: text });
export const resumeShape = z.strictObject({ money: flag, addTimeMs: z.int().min(0).max(YEAR_MS).optional() });
export const reconcileShape = z.strictObject({ apply: flag, by: z.unknown().optional() });
export const waitShape = z.strictObject({ timeoutMs: z.number().min(0).optional(), decidedReview: text });

export const watchShape = z.strictObject({
  follow: flag,
  signal: z.custom<AbortSignal>(isSignal, 'expected an AbortSignal').optional(),
});

function isSignal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { aborted?: unknown }).aborted === 'boolean';
}

export const listShape = z.strictObject({
  status: text,
  outcome: text,
  agent: text,
  waiting: text,
  sinceMs: z.int().optional(),
  case: text,
  customer: text,
  limit: z.number().optional(),
});

export const reviewListShape = z.strictObject({ state: z.enum(reviewStates).optional(), turnKey: text });
export const exportShape = z.strictObject({ redact: flag });
