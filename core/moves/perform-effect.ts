// The one door's outcome. Workflow state never authorises an effect, the claim does; what the door answers is merged here and
// never guessed: an unknown outcome parks the run at this node, and resume asks the door again with the same key.
import { assertInvariant, assertNever } from '../kernel/assert-never';
import type { EffectOutcome, EffectLine, ResultCode } from './activity-shapes';
import type { EffectRule, Evolved } from './agent';
import { actionOf, callRef, firstAt, replaceCall, settle, wordsResultTokens } from './queue';
import type { QueuedCall, RunState } from './run-state';

/** Temporal's attempts of one performEffect activity; together they outlast the lease of a dead attempt. */
export const effectAttemptsMax = 8;

export const performEffect: EffectRule<RunState, 'performed', EffectOutcome> = {
  door: 'effect',
  plan: (state) => {
    const call = firstAt(state, 'send');
    assertInvariant(call.judged !== null, `call ${call.callId} was not judged`);
    const review =
      call.reviewId === null || call.round === null ? null : { reviewId: call.reviewId, round: call.round };
    return {
      kind: 'calls',
      calls: [
        {
          activity: 'performEffect',
          arg: {
            turn: state.turn,
            subject: state.subject,
            call: callRef(call),
            judged: call.judged,
            review,
            step: state.loop.step,
          },
        },
      ],
    };
  },
  evolve: (state, outcomes) => {
    const outcome = outcomes[0];
    assertInvariant(outcome?.kind === 'returned', 'an effect has one outcome');
    return evolveEffect(state, firstAt(state, 'send'), outcome.value);
  },
};

const evolveEffect = (state: RunState, call: QueuedCall, outcome: EffectOutcome): Evolved<RunState, 'performed'> => {
  const effects = mergeLine(state.effects, lineOf(call, outcome));
  switch (outcome.kind) {
    case 'done':
      return settled(state, call, { effects, outcome, code: 'effect', action: 'ok' });
    case 'refused':
      return settled(state, call, { effects, outcome, code: 'effect', action: 'refused' });
    case 'refusedByRule':
    case 'vetoed':
    case 'held':
    case 'capped':
      return settled(state, call, { effects, outcome, code: outcome.kind, action: 'refused' });
    case 'needsReview':
      return {
        update: {
          effects,
          queue: replaceCall(state.queue, call.callId, { stage: 'judge', judged: null, reviewId: null, round: null }),
        },
        event: 'performed',
      };
    case 'unknown':
      return { update: { effects }, park: 'effect.unknown' };
    case 'staleStore':
      return { update: { effects }, park: 'store.stale' };
    default:
      return assertNever(outcome.kind);
  }
};

interface Settlement {
  readonly effects: readonly EffectLine[];
  readonly outcome: EffectOutcome;
  readonly code: ResultCode;
  readonly action: 'ok' | 'refused';
}

const settled = (state: RunState, call: QueuedCall, settlement: Settlement): Evolved<RunState, 'performed'> => {
  const { outcome, code, effects, action } = settlement;
  const result = {
    code,
    ...(outcome.receiptKey === null ? {} : { receiptKey: outcome.receiptKey }),
    ...(outcome.rule === null ? {} : { rule: outcome.rule }),
  };
  return {
    update: { effects, queue: settle(state.queue, call.callId, { ...result, tokensUpper: 2 * wordsResultTokens }) },
    event: 'performed',
    actions: [{ action: actionOf(call), outcome: { kind: action, receiptKey: outcome.receiptKey } }],
  };
};

const lineOf = (call: QueuedCall, outcome: EffectOutcome): EffectLine => ({
  callId: call.callId,
  tool: call.tool,
  effectKey: outcome.effectKey,
  kind: outcome.kind,
  amountMinor: outcome.amountMinor,
  currency: outcome.currency,
});

/** One line an effect: a call that met a recorded one is no second effect. */
const mergeLine = (lines: readonly EffectLine[], line: EffectLine): readonly EffectLine[] => [
  ...lines.filter((other) => other.callId !== line.callId && other.effectKey !== line.effectKey),
  line,
];
