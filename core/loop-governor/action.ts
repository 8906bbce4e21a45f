// An action as the governor is told of it: keys and tags, never arguments. Keys are made in an activity and come in receipts.
import { versionsOf, type ActionRecord, type ActionTag, type LoopState } from './loop-state';

export interface ActionAsk {
  readonly callId: string;
  readonly tool: string;
  readonly tag: ActionTag;
  /** The tool is known and the arguments passed its schema. */
  readonly valid: boolean;
  /** Digest of tool and arguments byte for byte. */
  readonly exactKey: string;
  /** Keyed digest of tool and canonical arguments. */
  readonly duplicateKey: string;
  /** An equal action of an earlier turn waits for this review. */
  readonly pendingElsewhereReviewId: string | null;
  /** How often a temporary failure may be tried again before it counts as failed; 2 when absent. */
  readonly retryLimit?: number | undefined;
}

export type ActionOutcomeKind = 'ok' | 'failed' | 'temporary' | 'refused' | 'pending' | 'asked' | 'notRun';

/**
 * `failed`: for good; `refused`: by a rule, a person or the outside system; `pending`: waits for a person; `asked`: a person asked
 * back and decided nothing; `notRun`: no trace left.
 */
export interface ActionOutcome {
  readonly kind: ActionOutcomeKind;
  readonly receiptKey: string | null;
  /** Of `pending`: the review it waits for. */
  readonly reviewId?: string | undefined;
}

/** Tool names of unknown tools are a model's words: no more of them is kept than a known name needs. */
const toolNameMax = 64;

/** The record of an action that is let run now. */
export const toRecord = (state: LoopState, ask: ActionAsk): ActionRecord => ({
  callId: ask.callId,
  tool: ask.tool.slice(0, toolNameMax),
  tag: ask.tag,
  valid: ask.valid,
  exactKey: ask.exactKey,
  duplicateKey: ask.duplicateKey,
  step: state.step,
  versions: versionsOf(state),
  state: 'inFlight',
  receiptKey: null,
  reviewId: null,
});

export const isOpen = (record: ActionRecord): boolean => record.state === 'inFlight' || record.state === 'pending';

/** Where the open record of this call stands; -1 when there is none. */
export const openIndexOf = (state: LoopState, callId: string): number =>
  state.actions.findLastIndex((record) => record.callId === callId && isOpen(record));

export const replaceAt = (state: LoopState, index: number, record: ActionRecord): LoopState => ({
  ...state,
  actions: state.actions.with(index, record),
});
