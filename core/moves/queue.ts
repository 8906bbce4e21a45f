// A batch of proposed calls is a queue in the state: every call keeps its place and ends with exactly one result.
import { assertInvariant } from '../kernel/assert-never';
import type { ActionAsk } from '../loop-governor/governor';
import type { CallRef, CallResult, ProposedCall, SettledCall } from './activity-shapes';
import type { CallStage, QueuedCall, RunState } from './run-state';

/** Upper estimate of a result that is only words of the program, tokens. */
export const wordsResultTokens = 400;

export const enqueue = (calls: readonly ProposedCall[]): readonly QueuedCall[] =>
  calls.map((call) => ({
    ...call,
    stage: 'proposed',
    judged: null,
    reviewId: null,
    round: null,
    result: null,
    resultTokensUpper: 0,
  }));

/** Whether the call would change something: a tool without a tag counts as writing. */
export const isEffect = ({ tag }: ProposedCall): boolean =>
  tag === 'writes' || tag === 'movesMoney' || tag === 'untagged';

export const firstAt = (state: RunState, stage: CallStage): QueuedCall => {
  const call = state.queue.find((queued) => queued.stage === stage);
  assertInvariant(call !== undefined, `no call at stage ${stage}`);
  return call;
};

export const replaceCall = (
  queue: readonly QueuedCall[],
  callId: string,
  change: Partial<QueuedCall>,
): readonly QueuedCall[] => queue.map((call) => (call.callId === callId ? { ...call, ...change } : call));

/** `tokensUpper` of a result longer than words of the program. */
export const settle = (
  queue: readonly QueuedCall[],
  callId: string,
  { tokensUpper, ...result }: CallResult & { readonly tokensUpper?: number },
): readonly QueuedCall[] =>
  replaceCall(queue, callId, { stage: 'settled', result, resultTokensUpper: tokensUpper ?? wordsResultTokens });

/** Calls that never ran get a result that says so: no call stays without one. */
export const settleUnrun = (queue: readonly QueuedCall[], rule: string): readonly QueuedCall[] =>
  queue.map((call) =>
    call.stage === 'settled'
      ? call
      : {
          ...call,
          stage: 'settled' as const,
          result: { code: 'notRun' as const, rule },
          resultTokensUpper: wordsResultTokens,
        },
  );

export const settledCalls = (queue: readonly QueuedCall[]): readonly SettledCall[] =>
  queue.map((call) => {
    assertInvariant(call.result !== null, `call ${call.callId} has no result yet`);
    return { ...callRef(call), result: call.result };
  });

export const callRef = (call: CallRef): CallRef => ({
  callId: call.callId,
  replyAddress: call.replyAddress,
  replyDepth: call.replyDepth,
  position: call.position,
  tool: call.tool,
  ...(call.editRef === undefined ? {} : { editRef: call.editRef }),
});

/** Under its own keys also after a person's edit: the model's original is the repeat of what was made of it. */
export const actionOf = (call: ProposedCall): ActionAsk => ({
  callId: call.callId,
  tool: call.tool,
  tag: call.tag,
  valid: call.valid,
  exactKey: call.exactKey,
  duplicateKey: call.duplicateKey,
  pendingElsewhereReviewId: null,
  retryLimit: call.retryLimit,
});
