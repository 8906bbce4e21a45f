// Everything a turn needs to go on after a crash, a stop or a continue-as-new: one plain JSON value, no words of anybody.
import * as z from 'zod/mini';
import { assertInvariant } from '../kernel/assert-never';
import { canonicalJson } from '../kernel/canonical-json';
import type { ReviewDesk } from '../human-review/review-desk';
import { createReviewDesk } from '../human-review/review-desk';
import type { Inbox } from './inbox';
import type { LoopState } from '../loop-governor/loop-state';
import { limitsSchema } from '../loop-governor/limits';
import { createLoopState, loopStateSchema, rulesOf } from '../loop-governor/loop-state';
import type {
  CallResult,
  EffectLine,
  JudgeReceipt,
  MoveLine,
  ProposedCall,
  ReviewAt,
  RunSettings,
  RunStatus,
  TranscriptHead,
  TurnInput,
  TurnRef,
  VerdictLine,
} from './activity-shapes';

/**
 * Where a proposed call stands. `settled` calls wait only for the transcript; the others for the effect their stage names.
 */
export type CallStage = 'proposed' | 'judge' | 'open' | 'waiting' | 'send' | 'settled';

export interface QueuedCall extends ProposedCall {
  readonly stage: CallStage;
  readonly judged: JudgeReceipt | null;
  readonly reviewId: string | null;
  readonly round: number | null;
  readonly result: CallResult | null;
  /** Upper estimate of what the result will cost the next model call, tokens. */
  readonly resultTokensUpper: number;
  /** The round in which a person changed the arguments to those at `editRef`. */
  readonly editOf?: ReviewAt;
}

export interface StopRequest {
  readonly by: string;
  readonly reasonRef: string | null;
  readonly atMs: number;
}

export interface Park {
  readonly status: 'cancelled' | 'failed_resumable';
  readonly node: string;
  readonly cause: string;
  readonly atMs: number;
}

export interface RunState {
  readonly version: 1;
  readonly turn: TurnRef;
  readonly subject: string;
  readonly settings: RunSettings;
  readonly node: string;
  readonly status: RunStatus;
  readonly loop: LoopState;
  readonly head: TranscriptHead;
  readonly queue: readonly QueuedCall[];
  /** Attempt of the guard within the step, 1-based, and the receipt whose feedback the next attempt is shown. */
  readonly attempt: number;
  readonly feedbackOf: string | null;
  readonly transportTries: number;
  /** Model calls that completed, repairs included: part of a receipt's key. */
  readonly callPosition: number;
  readonly desk: ReviewDesk;
  readonly effects: readonly EffectLine[];
  readonly verdict: VerdictLine | null;
  /** Why the run hands off, when it does. */
  readonly handOffReason: string | null;
  readonly replyRef: string | null;
  readonly move: number;
  readonly unrecorded: readonly MoveLine[];
  readonly stop: StopRequest | null;
  readonly park: Park | null;
  readonly renewals: number;
  readonly resumes: number;
  readonly tokensOfStep: number;
  readonly costMicroOfStep: number;
  /** A call of the step was charged its whole reservation: the figures are at most. */
  readonly estimatedOfStep?: boolean;
  /** Messages of the customer that came while the turn runs. */
  readonly inbox?: Inbox;
  /** Waiting reviews, by id and round, of which the customer was told. */
  readonly toldReviews?: readonly string[];
  /** Steps in a row that brought no result at all. */
  readonly fruitless?: number;
  /** Figures of the step before the one begun last: they stand again when that one turns out not to count. */
  readonly figuresBefore?: { readonly tokens: number; readonly costMicro: number; readonly estimated?: true };
  /** The node the last move left. */
  readonly cameFrom?: string;
}

/** State at a start, at the graph's first node. `extra` holds the agent's own fields. */
export const createRunState = (input: TurnInput, start: string, nowMs: number): RunState => ({
  version: 1,
  turn: input.turn,
  subject: input.subject,
  settings: input.settings,
  node: start,
  status: 'running',
  loop: createLoopState(input.settings.limits, nowMs, rulesOf(input.settings.rules)),
  head: input.head,
  queue: [],
  attempt: 1,
  feedbackOf: null,
  transportTries: 0,
  callPosition: 0,
  desk: createReviewDesk(),
  effects: [],
  verdict: null,
  handOffReason: null,
  replyRef: null,
  move: 0,
  unrecorded: [],
  stop: null,
  park: null,
  renewals: 0,
  resumes: 0,
  tokensOfStep: 0,
  costMicroOfStep: 0,
});

const headSchema = z.object({ address: z.string(), depth: z.int(), bytes: z.int(), tokensUpper: z.int() });
/** Looked at on every start. */
export const turnInputSchema = z.looseObject({
  version: z.literal(1),
  turn: z.looseObject({ agent: z.string(), caseId: z.string(), turn: z.int(), turnKey: z.string() }),
  subject: z.string(),
  head: headSchema,
  settings: z.looseObject({ limits: limitsSchema, prompt: z.string() }),
});

/** Looked at on every continue-as-new: what is wrong is named, nothing is guessed. */
export const carriedStateSchema = z.looseObject({
  version: z.literal(1),
  turn: z.looseObject({ agent: z.string(), caseId: z.string(), turn: z.int(), turnKey: z.string() }),
  node: z.string(),
  status: z.enum(['running', 'interrupted', 'cancelled', 'failed_resumable', 'completed', 'aborted']),
  loop: loopStateSchema,
  head: headSchema,
  queue: z.array(z.looseObject({ callId: z.string(), stage: z.string() })),
  move: z.int(),
});

export const runStateBytesMax = 256 * 1024;

/** A state over its cap is a broken invariant: the action caps keep it far below. */
export const assertCarriable = (state: RunState): void => {
  const bytes = canonicalJson(state).length;
  assertInvariant(bytes <= runStateBytesMax, `run state is ${bytes} bytes, over ${runStateBytesMax}`);
};

/**
 * A call allowed, granted or approved but not yet recorded as done moves money as soon as the run goes on: only a named person lets
 * it go on after a park. An approval that came in while the run was parked counts.
 */
export const movesMoneyNext = (state: RunState): boolean =>
  state.queue.some((call) => call.tag === 'movesMoney' && (call.stage === 'send' || isApproved(state, call)));

const isApproved = ({ desk }: RunState, { stage, reviewId }: QueuedCall): boolean =>
  stage === 'waiting' && reviewId !== null && desk.requests[reviewId]?.state === 'approved';
