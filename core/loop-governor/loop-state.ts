// The memory of the governor: plain JSON inside the run's state, so that it survives a crash and goes through continue-as-new
// whole. A guardrail that forgets on restart is not a guardrail. It has no clock of its own: working time runs from an instant
// it is told, and stands still while the run waits for a person or is parked. Its shape changes by addition only.
import * as z from 'zod/mini';

import { assertInvariant } from '../kernel/assert-never';
import { toolTags } from '../kernel/tool-declaration';
import { limitsSchema, type Limits } from './limits';

const count = z.int().check(z.gte(0));

/** The rule sets there are: a run keeps the one it started with. */
const rulesSchema = z.union([z.literal(1), z.literal(2)]);
export type RulesNumber = z.infer<typeof rulesSchema>;

/** What a turn that starts now is given. */
export const newestRules: RulesNumber = 2;

/** The rule set of that number; none is 1. One this build does not know is not guessed: another worker may know it. */
export const rulesOf = (named: number | undefined): RulesNumber => {
  const read = rulesSchema.safeParse(named ?? 1);
  assertInvariant(read.success, `rule set ${String(named)} is not known here; a newer worker has to take this run`);
  return read.data;
};

/** Whether this build can go on with a run of that rule set. */
export const isKnownRules = (named: number): boolean => rulesSchema.safeParse(named).success;

export const actionTags = [...toolTags, 'untagged'] as const;
export type ActionTag = (typeof actionTags)[number];

/** `inFlight`: let run, no result yet; `pending`: waits for a person; `asked`: a person asked back. */
export const actionStates = ['inFlight', 'pending', 'ok', 'failed', 'temporary', 'refused', 'asked'] as const;
export type ActionState = (typeof actionStates)[number];

/** What the world looked like to an action when it was let run. `read` only tells stale reads apart; it is never a write. */
const versionsSchema = z.strictObject({ state: count, view: count, read: count });
export type Versions = z.infer<typeof versionsSchema>;

const actionRecordSchema = z.strictObject({
  callId: z.string(),
  tool: z.string(),
  tag: z.enum(actionTags),
  valid: z.boolean(),
  exactKey: z.string(),
  duplicateKey: z.string(),
  step: count,
  versions: versionsSchema,
  state: z.enum(actionStates),
  receiptKey: z.nullable(z.string()),
  reviewId: z.nullable(z.string()),
});
export type ActionRecord = z.infer<typeof actionRecordSchema>;

const reservationSchema = z.strictObject({ tokens: count, costMicro: z.nullable(count) });
export type Reservation = z.infer<typeof reservationSchema>;

export const loopStateSchema = z.strictObject({
  version: z.literal(1),
  /** The rule set the run started with; a change that can alter a verdict is a new number beside this one. */
  rules: rulesSchema,
  limits: limitsSchema,
  /** Every call of a provider, repair attempts included: k. */
  modelCalls: count,
  step: count,
  movesSinceModelCall: count,
  tokens: z.strictObject({ committed: count, reserved: count }),
  /** Millionths of a US dollar; `unknown` once a price was: the sum is then a lower bound. */
  costMicro: z.strictObject({ committed: count, reserved: count, unknown: z.boolean() }),
  reservations: z.record(z.string(), reservationSchema),
  /** What replies used beyond their reservations. */
  overrun: z.strictObject({ tokens: count, costMicro: count }),
  /** The model call begun last, until it is uncounted. */
  lastCall: z.nullable(z.strictObject({ reservationId: z.string(), repair: z.boolean() })),
  toolCalls: count,
  /** Calls of the tools that have a limit of their own. */
  perToolCalls: z.record(z.string(), count),
  suppressedCalls: count,
  clock: z.strictObject({ remainingMs: count, runningSinceMs: z.nullable(z.int()) }),
  stateVersion: count,
  viewVersion: count,
  readVersion: count,
  /** Only the final answer is left to make: tools are taken away, the reserve may be used. */
  finalizing: z.boolean(),
  /** The run ends: no model is called any more. */
  closing: z.boolean(),
  actions: z.array(actionRecordSchema),
  /** Mechanisms that ended or cut the run, in the order they first did: reaching a cap counts as a failure. */
  capsReached: z.array(z.string()),
});
export type LoopState = z.infer<typeof loopStateSchema>;

/** The state of a run that starts now; its clock runs. */
export const createLoopState = (limits: Limits, nowMs: number, rules: RulesNumber = 1): LoopState => ({
  version: 1,
  rules,
  limits,
  modelCalls: 0,
  step: 0,
  movesSinceModelCall: 0,
  tokens: { committed: 0, reserved: 0 },
  costMicro: { committed: 0, reserved: 0, unknown: false },
  reservations: {},
  overrun: { tokens: 0, costMicro: 0 },
  lastCall: null,
  toolCalls: 0,
  perToolCalls: {},
  suppressedCalls: 0,
  clock: { remainingMs: limits.workingMs, runningSinceMs: nowMs },
  stateVersion: 0,
  viewVersion: 0,
  readVersion: 0,
  finalizing: false,
  closing: false,
  actions: [],
  capsReached: [],
});

/** The part of a limit that only the final answer may use, rounded up. */
export const reserveOf = (limits: Limits, max: number): number =>
  Math.ceil((Math.round(limits.finalizationReserve * 1_000_000) * max) / 1_000_000);

/** Working time left, ms; never below 0, and a clock that goes back gives no time. */
export const remainingMs = (state: LoopState, nowMs: number): number => {
  const { remainingMs: left, runningSinceMs } = state.clock;
  return runningSinceMs === null ? left : Math.max(0, left - Math.max(0, nowMs - runningSinceMs));
};

/** Stops the clock; no-op when it stands. */
export const pauseClock = (state: LoopState, nowMs: number): LoopState => ({
  ...state,
  clock: { remainingMs: remainingMs(state, nowMs), runningSinceMs: null },
});

/** Lets the clock run; no-op when it runs. */
export const startClock = (state: LoopState, nowMs: number): LoopState =>
  state.clock.runningSinceMs === null ? { ...state, clock: { ...state.clock, runningSinceMs: nowMs } } : state;

/** A person's extension, ms above 0. Time overdrawn before it is not charged against it once the clock was paused. */
export const addTime = (state: LoopState, ms: number): LoopState => {
  assertInvariant(Number.isSafeInteger(ms) && ms > 0, 'time is added in whole ms above 0');
  return { ...state, clock: { ...state.clock, remainingMs: state.clock.remainingMs + ms } };
};

/** Working time a call may use, ms: what is left, less the reserve unless the run is finalizing. */
export const usableMs = (state: LoopState, nowMs: number): number => {
  const reserve = state.finalizing ? 0 : reserveOf(state.limits, state.limits.workingMs);
  return Math.max(0, remainingMs(state, nowMs) - reserve);
};

/** The instant by which a call begun now must have ended. */
export const deadlineAtMs = (state: LoopState, nowMs: number): number => nowMs + usableMs(state, nowMs);

/** Said when a run leaves interrupted or parked: what was read before may be stale, so reading again is no repeat. */
export const bumpReadVersion = (state: LoopState): LoopState => ({ ...state, readVersion: state.readVersion + 1 });

export const versionsOf = (state: LoopState): Versions => ({
  state: state.stateVersion,
  view: state.viewVersion,
  read: state.readVersion,
});

/** Remembers that a cap ended or cut the run; each mechanism once. */
export const noteCap = (state: LoopState, by: string): LoopState =>
  state.capsReached.includes(by) ? state : { ...state, capsReached: [...state.capsReached, by] };
