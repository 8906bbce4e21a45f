// One model call: reserve, call, commit, and take the ending as the event. A failed attempt of the guard is a call of its own
// with feedback; a provider failure that may have been billed is tried again three times in all, then the run parks.
import { assertInvariant, assertNever } from '../kernel/assert-never';
import { releaseReservation, uncountStep } from '../loop-governor/governor';
import { guardStep } from '../output-guard/attempts';
import type {
  Ending,
  ModelCallArg,
  ModelOutcome,
  ModelReceipt,
  ModelTransportFailure,
  PersonRequested,
} from './activity-shapes';
import type { EffectRule, Evolved, StepOpening } from './agent';
import { inboxArg, waitingMessages, withoutTaken } from './inbox';
import { enqueue, settledCalls } from './queue';
import type { RunState } from './run-state';
import { chargeCall, restoreFigures } from './step-figures';

type OtherEnding = Exclude<Ending, 'answered' | 'toolsProposed'>;

export type ModelEvent = Ending | 'tryAgain' | 'unusable' | 'handOffAsked';

const transportTriesMax = 3;
const backoffMs = 750;
/** Upper estimate of the guard's feedback, tokens. */
const feedbackTokens = 600;
/** Upper estimate of the program's note that an answer was not sent, tokens. */
const notSentTokens = 200;

/** The rule of a model call with tools (`act`) or, for the final answer, without (`answer`). */
export const callModel = (purpose: 'act' | 'answer'): EffectRule<RunState, ModelEvent, ModelOutcome> => ({
  door: 'model',
  opensStep: openingOf,
  plan: (state) => ({
    kind: 'calls',
    calls: [
      {
        activity: 'callModel',
        arg: modelCallArg(state, purpose),
        delayMs: state.transportTries === 0 ? 0 : backoffMs * 2 ** (state.transportTries - 1),
      },
    ],
  }),
  evolve: (state, outcomes) => {
    const outcome = outcomes[0];
    assertInvariant(outcome?.kind === 'returned', 'a model call has one outcome');
    const { value } = outcome;
    switch (value.kind) {
      case 'transport':
        return evolveTransport(state, value);
      case 'personRequested':
        return evolvePersonRequested(state, value);
      case 'spendCapped':
        return evolveSpendCapped(state);
      case 'replied':
        return evolveReceipt(state, value, purpose);
      default:
        return assertNever(value);
    }
  },
});

/** Nothing was sent: the reservation goes back and the call counts neither as a step nor in k. */
const evolvePersonRequested = (
  state: RunState,
  { head, inboxTaken }: PersonRequested,
): Evolved<RunState, ModelEvent> => ({
  update: {
    ...withoutTaken(state, inboxTaken),
    ...restoreFigures(state),
    loop: uncountStep(releaseReservation(state.loop, reservationIdOf(state))),
    head,
    queue: [],
    attempt: 1,
    feedbackOf: null,
    transportTries: 0,
    handOffReason: 'handOff.personRequested',
  },
  event: 'handOffAsked',
});

const openingOf = (state: RunState): StepOpening => {
  const read =
    state.head.tokensUpper +
    state.settings.promptTokensUpper +
    state.queue.reduce((sum, call) => sum + call.resultTokensUpper, 0) +
    (state.feedbackOf === null ? 0 : feedbackTokens) +
    inboxTokens(state);
  const written = state.settings.limits.outputTokensMax;
  const { price } = state.settings.model;
  return {
    reservationId: reservationIdOf(state),
    tokens: read + written,
    costMicro:
      price === null
        ? null
        : Math.ceil((read * price.inputMicroPerThousand + written * price.outputMicroPerThousand) / 1000),
    repair: state.attempt > 1 || state.transportTries > 0,
  };
};

/** A repair belongs to the step that was begun: what came since waits for the next one. */
const takesInbox = (state: RunState): boolean => state.attempt === 1 && waitingMessages(state).length > 0;

const inboxTokens = (state: RunState): number =>
  takesInbox(state) ? waitingMessages(state).reduce((sum, { tokensUpper }) => sum + tokensUpper, notSentTokens) : 0;

export const reservationIdOf = (state: RunState): string =>
  `call-${state.callPosition}-${state.attempt}-${state.transportTries}`;

const modelCallArg = (state: RunState, purpose: 'act' | 'answer'): Omit<ModelCallArg, 'deadlineAtMs'> => ({
  turn: state.turn,
  head: state.head,
  settle: settledCalls(state.queue),
  purpose,
  attempt: state.attempt,
  guardAttemptsMax: state.settings.guardAttemptsMax,
  feedbackOf: state.feedbackOf,
  callPosition: state.callPosition,
  model: state.settings.model,
  prompt: state.settings.prompt,
  outputTokensMax: state.settings.limits.outputTokensMax,
  subject: state.subject,
  ...(takesInbox(state) ? inboxArg(state) : {}),
});

const evolveTransport = (state: RunState, { type, unbilled }: ModelTransportFailure): Evolved<RunState, ModelEvent> => {
  const charged = chargeCall(state, reservationIdOf(state), unbilled === true ? { tokens: 0, costMicro: 0 } : null);
  const tries = state.transportTries + 1;
  return tries < transportTriesMax
    ? { update: { ...charged, transportTries: tries }, event: 'tryAgain' }
    : { update: { ...charged, transportTries: 0 }, park: type };
};

/** Nothing was sent and nothing billed: a person goes on with what there is. */
const evolveSpendCapped = (state: RunState): Evolved<RunState, ModelEvent> => ({
  update: {
    loop: releaseReservation(state.loop, reservationIdOf(state)),
    transportTries: 0,
    handOffReason: 'governor.modelSpendPerDay',
  },
  event: 'unusable',
});

const evolveReceipt = (
  state: RunState,
  receipt: ModelReceipt,
  purpose: 'act' | 'answer',
): Evolved<RunState, ModelEvent> => {
  const usage =
    receipt.usage === null
      ? null
      : { tokens: receipt.usage.inputTokens + receipt.usage.outputTokens, costMicro: receipt.costMicro };
  const update: Partial<RunState> = {
    ...chargeCall(state, reservationIdOf(state), usage),
    head: receipt.head,
    queue: [],
    attempt: 1,
    feedbackOf: null,
    transportTries: 0,
    callPosition: state.callPosition + 1,
    // Tools proposed where only the answer is wanted lead to a hand-off, which has to say why.
    ...(purpose === 'answer' && receipt.ending === 'toolsProposed' ? { handOffReason: 'model.toolsProposed' } : {}),
    ...withoutTaken(state, receipt.inboxTaken),
  };
  return eventOf(state, receipt, update);
};

const eventOf = (state: RunState, receipt: ModelReceipt, update: Partial<RunState>): Evolved<RunState, ModelEvent> => {
  if (receipt.handOff !== null)
    return {
      update: { ...update, queue: enqueue(receipt.calls), handOffReason: receipt.handOff.reasonCode },
      event: 'handOffAsked',
    };
  if (receipt.guard !== null && !receipt.guard.accepted) return repairOf(state, receipt, update);
  if (receipt.ending === 'toolsProposed')
    return { update: { ...update, queue: enqueue(receipt.calls) }, event: 'toolsProposed' };
  return receipt.ending === 'answered' ? { update, event: 'answered' } : endedOtherwise(receipt.ending, update);
};

/** A reply that ended in any other way never ends a turn well: each ending is an event of its own. */
const endedOtherwise = (ending: OtherEnding, update: Partial<RunState>): Evolved<RunState, ModelEvent> => ({
  update: { ...update, handOffReason: `model.${ending}` },
  event: ending,
});

/** A cut, refused or otherwise ended reply gets no further attempt; a wrong shape gets feedback. */
const repairOf = (state: RunState, receipt: ModelReceipt, update: Partial<RunState>): Evolved<RunState, ModelEvent> => {
  const error = receipt.guard?.error ?? null;
  if (error === 'COMPLETION') {
    const { ending } = receipt;
    return endedOtherwise(ending === 'answered' || ending === 'toolsProposed' ? 'cut' : ending, update);
  }
  const next = guardStep(
    { mode: 'auto-repair', attemptsMax: state.settings.guardAttemptsMax, attempts: state.attempt - 1 },
    { kind: 'judged', accepted: false, error, ending: receipt.ending },
  );
  if (next.kind === 'askAgain')
    return {
      update: { ...update, attempt: next.attempt, feedbackOf: receipt.receiptKey },
      event: 'tryAgain',
    };
  return { update: { ...update, handOffReason: `guard.${next.stopReason}` }, event: 'unusable' };
};
