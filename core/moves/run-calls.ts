// A batch: reads run in parallel (a bounded number a move), a writing call goes on to its judge, and every call that may not
// run gets its result here. The governor saw each call before (the driver asks), twins of one batch meet there.
import { assertNever } from '../kernel/assert-never';
import type { ToolReceipt } from './activity-shapes';
import type { Call, EffectRule, Outcome, SettledAction } from './agent';
import { actionOf, callRef, isEffect, replaceCall, settle, wordsResultTokens } from './queue';
import type { QueuedCall, RunState } from './run-state';

export type RunCallsEvent = 'more' | 'judge' | 'wait' | 'settled';

const parallelMax = 8;

export const runCalls: EffectRule<RunState, RunCallsEvent, ToolReceipt> = {
  door: 'read',
  plan: (state) => {
    const batch = nextBatch(state);
    return batch.length === 0 ? { kind: 'none' } : { kind: 'calls', calls: batch.map((call) => toCall(state, call)) };
  },
  evolve: (state, outcomes) => {
    const batch = nextBatch(state);
    const actions: SettledAction[] = [];
    let queue = state.queue;
    batch.forEach((call, index) => {
      const folded = foldOutcome(queue, call, outcomes[index]);
      queue = folded.queue;
      if (folded.action !== null) actions.push(folded.action);
    });
    return { update: { queue }, event: nextEvent(queue), actions };
  },
};

const nextBatch = (state: RunState): readonly QueuedCall[] =>
  state.queue.filter((call) => call.stage === 'proposed').slice(0, parallelMax);

const toCall = (state: RunState, call: QueuedCall): Call => ({
  activity: call.valid && !isEffect(call) ? 'runTool' : null,
  arg: { turn: state.turn, subject: state.subject, call: callRef(call) },
  action: actionOf(call),
});

interface Folded {
  readonly queue: readonly QueuedCall[];
  readonly action: SettledAction | null;
}

const foldOutcome = (
  queue: readonly QueuedCall[],
  call: QueuedCall,
  outcome: Outcome<ToolReceipt> | undefined,
): Folded => {
  const action = actionOf(call);
  if (outcome === undefined) return { queue, action: null };
  if (outcome.kind === 'suppressed') {
    const { verdict } = outcome;
    const result = {
      code: 'suppressed' as const,
      rule: verdict.by,
      ...(verdict.ofCallId === undefined ? {} : { ofCallId: verdict.ofCallId }),
      ...(verdict.ofStep === undefined ? {} : { ofStep: verdict.ofStep }),
      ...(verdict.repeatedReceipt === undefined ? {} : { receiptKey: verdict.repeatedReceipt }),
    };
    return { queue: settle(queue, call.callId, result), action: null };
  }
  if (!call.valid) {
    const code = call.tag === 'untagged' ? 'unknownTool' : 'invalidArguments';
    return {
      queue: settle(queue, call.callId, { code }),
      action: { action, outcome: { kind: 'failed', receiptKey: null } },
    };
  }
  if (outcome.kind === 'admitted') return { queue: replaceCall(queue, call.callId, { stage: 'judge' }), action: null };
  return foldReceipt(queue, call, outcome.value);
};

const foldReceipt = (queue: readonly QueuedCall[], call: QueuedCall, receipt: ToolReceipt): Folded => ({
  queue: settle(queue, call.callId, {
    code: 'ran',
    receiptKey: receipt.receiptKey,
    tokensUpper: Math.max(receipt.tokensUpper, wordsResultTokens),
  }),
  action: {
    action: actionOf(call),
    outcome: { kind: outcomeKindOf(receipt.status), receiptKey: receipt.receiptKey },
  },
});

const outcomeKindOf = (status: ToolReceipt['status']): 'ok' | 'temporary' | 'failed' => {
  switch (status) {
    case 'ok':
    case 'empty':
      return 'ok';
    case 'temporary':
      return 'temporary';
    case 'invalid_arguments':
    case 'not_permitted':
    case 'permanent':
      return 'failed';
    default:
      return assertNever(status);
  }
};

/** Judge before wait: all reviews of a batch open together, and the run waits only when nothing else is left to do. */
const nextEvent = (queue: readonly QueuedCall[]): RunCallsEvent => {
  const has = (stage: QueuedCall['stage']): boolean => queue.some((call) => call.stage === stage);
  if (has('proposed')) return 'more';
  if (has('judge')) return 'judge';
  if (has('waiting')) return 'wait';
  return 'settled';
};
