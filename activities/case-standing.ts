// What the earlier turns of a case did and still wait for, when this one ends. Which turns there were is frozen at the start; how they
// stand is read now, from the ledger and the registry: what was decided meanwhile must not be told as waiting, nor the other way round.
import { turnKeyOf } from '../core/kernel/ids';
import type { EffectLine, TurnRef } from '../core/moves/activity-shapes';
import type { RecordedOutcome, WaitingEffect } from '../core/moves/agent-kit';
import { isOver } from '../core/moves/earlier-turns';
import { readEarlierTurns } from '../stores/earlier-turns';
import { selectEffects } from '../stores/effect-ledger';
import type { ReviewRow } from '../stores/store-port';
import { listWaitingReviews, readTurnCalls, toWaitingEffect } from '../stores/turn-standing';
import type { ActivityDeps } from './activity-deps';
import { recordedOutcomes } from './recorded-outcomes';

export interface WaitingReview {
  readonly turn: number;
  readonly review: ReviewRow;
  readonly effect: WaitingEffect;
}

export interface EarlierStanding {
  readonly recorded: readonly RecordedOutcome[];
  readonly waiting: readonly WaitingReview[];
}

/** Oldest first. What the outside system refused is no part of it: nothing of that stands. */
export const readEarlierStanding = async (deps: ActivityDeps, turn: TurnRef): Promise<EarlierStanding> => {
  const { turns } = await readEarlierTurns(deps.store.receipts, turn);
  const recorded: RecordedOutcome[] = [];
  const waiting: WaitingReview[] = [];
  for (const earlier of turns) {
    const turnKey = turnKeyOf(turn.agent, turn.caseId, earlier.turn);
    recorded.push(...(await recordedOutcomes(deps, turn.caseId, await effectsOf(deps, turnKey))));
    waiting.push(...(await waitingIn(deps, turn.caseId, { turn: earlier.turn, turnKey })));
  }
  return { recorded, waiting };
};

const effectsOf = async ({ store }: ActivityDeps, turnKey: string): Promise<readonly EffectLine[]> => {
  const rows = await store.db.read((query) => selectEffects(query, { turnKey }));
  return rows
    .filter(({ state }) => state !== 'refused')
    .sort((one, other) => one.firstStartedMs - other.firstStartedMs)
    .map(({ callId, tool, effectKey, state, amountMinor, currency }) => ({
      callId,
      tool,
      effectKey,
      kind: state === 'done' ? 'done' : 'unknown',
      amountMinor,
      currency,
    }));
};

/** A turn that ended takes its reviews with it: nobody can decide them any more. */
const waitingIn = async (
  deps: ActivityDeps,
  caseId: string,
  { turn, turnKey }: { readonly turn: number; readonly turnKey: string },
): Promise<readonly WaitingReview[]> => {
  const run = await deps.runs.find(turnKey);
  const reviews = run === undefined || isOver(run) ? [] : await listWaitingReviews(deps.store, turnKey);
  if (reviews.length === 0) return [];
  const calls = await readTurnCalls(deps.store, await deps.identityKey(), { caseId, turnKey });
  return Promise.all(
    reviews.map(async (review) => ({ turn, review, effect: await toWaitingEffect(deps.store, review, calls) })),
  );
};
