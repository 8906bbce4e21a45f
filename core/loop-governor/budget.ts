// Budgets are enforced before the spend: a model call reserves the most it may use, the reply commits what it used and releases
// the rest; without a usage in the reply the reservation is committed whole. The sum of committed and reserved never passes the
// limit, whatever runs in parallel. A share of tokens and cost is kept for the final answer. An unknown price is marked, never
// taken as zero, and the token budget still holds. A reply that used more than its reservation is recorded as an overrun: the
// next step is then the final answer.
import { assertInvariant } from '../kernel/assert-never';
import { reserveOf, type LoopState, type Reservation } from './loop-state';
import type { Mechanism, Verdict } from './verdict';

/** What a call used: tokens read and written, millionths of a US dollar or null when the price is unknown. */
export interface Usage {
  readonly tokens: number;
  readonly costMicro: number | null;
}

const isFigure = (value: number | null): boolean => value === null || (Number.isSafeInteger(value) && value >= 0);

const refusal = (state: LoopState, by: Mechanism, figures: { value: number; limit: number }): Verdict =>
  state.finalizing
    ? { kind: 'abort', by, ...figures, words: 'The reserve for the final answer is spent.' }
    : {
        kind: 'finalize',
        by,
        ...figures,
        words: 'The budget of this turn is spent. Answer now from what you have; no more tools.',
      };

const judgeOne = (state: LoopState, by: Mechanism, sums: { max: number; value: number }): Verdict[] => {
  const limit = state.finalizing ? sums.max : sums.max - reserveOf(state.limits, sums.max);
  return sums.value > limit ? [refusal(state, by, { value: sums.value, limit })] : [];
};

const judgeOverrun = (state: LoopState): Verdict[] => {
  const { tokens, costMicro } = state.overrun;
  if (state.finalizing || (tokens === 0 && costMicro === 0)) return [];
  return [refusal(state, 'overrun', { value: tokens > 0 ? tokens : costMicro, limit: 0 })];
};

/** The budgets' objections to a reservation: finalize, or abort when the final answer's reserve is spent too. */
export const judgeReservation = (state: LoopState, ask: Reservation): Verdict[] => {
  const { limits, tokens, costMicro } = state;
  return [
    ...judgeOne(state, 'token_budget', {
      max: limits.tokensMax,
      value: tokens.committed + tokens.reserved + ask.tokens,
    }),
    ...judgeOne(state, 'cost_budget', {
      max: limits.costMicroMax,
      value: costMicro.committed + costMicro.reserved + (ask.costMicro ?? 0),
    }),
    ...judgeOverrun(state),
  ];
};

/** Sets the most a call may use aside. An id that is open already, or a figure that is no count, is a broken invariant. */
export const reserve = (state: LoopState, id: string, ask: Reservation): LoopState => {
  assertInvariant(!Object.hasOwn(state.reservations, id), `reservation ${id} is open already`);
  assertInvariant(isFigure(ask.tokens) && isFigure(ask.costMicro), 'a reservation is whole and not below 0');
  return {
    ...state,
    tokens: { ...state.tokens, reserved: state.tokens.reserved + ask.tokens },
    costMicro: {
      ...state.costMicro,
      reserved: state.costMicro.reserved + (ask.costMicro ?? 0),
      unknown: state.costMicro.unknown || ask.costMicro === null,
    },
    reservations: { ...state.reservations, [id]: { tokens: ask.tokens, costMicro: ask.costMicro } },
  };
};

const openOf = (state: LoopState, id: string): Reservation => {
  const open = Object.hasOwn(state.reservations, id) ? state.reservations[id] : undefined;
  assertInvariant(open !== undefined, `reservation ${id} is not open`);
  return open;
};

/** Gives a reservation back unspent: the call was never sent. */
export const releaseReservation = (state: LoopState, id: string): LoopState => {
  const open = openOf(state, id);
  const { [id]: _released, ...reservations } = state.reservations;
  return {
    ...state,
    tokens: { ...state.tokens, reserved: state.tokens.reserved - open.tokens },
    costMicro: { ...state.costMicro, reserved: state.costMicro.reserved - (open.costMicro ?? 0) },
    reservations,
  };
};

/** Turns a reservation into spending: what was used, or all of it when `usage` is null. More than reserved is an overrun. */
export const commitReservation = (state: LoopState, id: string, usage: Usage | null): LoopState => {
  const open = openOf(state, id);
  const used = usage ?? open;
  assertInvariant(isFigure(used.tokens) && isFigure(used.costMicro), 'a usage is whole and not below 0');
  const reservedCost = open.costMicro ?? 0;
  const cost = used.costMicro ?? reservedCost;
  const released = releaseReservation(state, id);
  const costOver = open.costMicro === null ? 0 : Math.max(0, cost - reservedCost);
  return {
    ...released,
    tokens: { ...released.tokens, committed: released.tokens.committed + used.tokens },
    costMicro: {
      ...released.costMicro,
      committed: released.costMicro.committed + cost,
      unknown: released.costMicro.unknown || used.costMicro === null,
    },
    overrun: {
      tokens: released.overrun.tokens + Math.max(0, used.tokens - open.tokens),
      costMicro: released.overrun.costMicro + costOver,
    },
  };
};
