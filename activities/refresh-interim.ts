// An interim reply says what was done and what waits. When one of several effects is decided and the others wait on, it would say what
// is true no more, so it is composed again, from the store alone, by the activity that changed the store. It is not told anew, and a
// turn that was told nothing, or has its reply, is left as it is.
import type { EffectLine, TurnRef } from '../core/moves/activity-shapes';
import type { RecordedOutcome, WaitingEffect } from '../core/moves/agent-kit';
import type { CallInTranscript } from '../core/moves/proposed-calls';
import { selectEffects } from '../stores/effect-ledger';
import { findReview, findReviewRows } from '../stores/review-rows';
import type { ReviewRow } from '../stores/store-port';
import { isWaitingReview, newestRounds, readTurnCalls, toWaitingEffect } from '../stores/turn-standing';
import type { ActivityDeps } from './activity-deps';
import { recordedOutcomes } from './recorded-outcomes';

/** Nothing to say of a turn without an effect or a decision changes nothing. */
export const refreshInterim = async (deps: ActivityDeps, turn: TurnRef): Promise<void> => {
  const { interimReply } = deps.kits(turn.agent);
  const run = await deps.runs.find(turn.turnKey);
  if (interimReply === undefined || run === undefined || run.interimRef === null || run.replyRef !== null) return;
  const { store } = deps;
  const effects = await effectsOf(deps, turn);
  const reviews = newestRounds(await store.db.read((query) => findReviewRows(query, { turnKey: turn.turnKey })));
  const calls = await readTurnCalls(store, await deps.identityKey(), turn);
  const settled = new Set(effects.map(({ effectKey }) => effectKey));
  const decided = reviews.filter(({ effectKey }) => !settled.has(effectKey));
  const recorded = [
    ...(await recordedOutcomes(deps, turn.caseId, effects)),
    ...(await Promise.all(decided.map((review) => toDecided(deps, review, calls)))).flat(),
  ];
  const waits = reviews.filter(isWaitingReview);
  if (recorded.length + waits.length === 0) return;
  const waiting = await Promise.all(waits.map((review) => toWaiting(deps, turn, { review, calls })));
  const words = interimReply(waiting, recorded);
  if (words !== '') await deps.runs.setInterim(turn.turnKey, await store.transcripts.keepNote(turn.caseId, words));
};

const effectsOf = async ({ store }: ActivityDeps, { turnKey }: TurnRef): Promise<readonly EffectLine[]> => {
  const rows = await store.db.read((query) => selectEffects(query, { turnKey }));
  return [...rows]
    .sort((one, other) => one.firstStartedMs - other.firstStartedMs)
    .map(({ callId, tool, effectKey, state, amountMinor, currency }) => ({
      callId,
      tool,
      effectKey,
      kind: state === 'started' ? 'unknown' : state,
      amountMinor,
      currency,
    }));
};

const toDecided = async (
  { store }: ActivityDeps,
  review: ReviewRow,
  calls: readonly CallInTranscript[],
): Promise<readonly RecordedOutcome[]> => {
  const { tool, state, amountMinor } = review;
  if (state !== 'rejected' && state !== 'expired' && state !== 'asked') return [];
  const { args } = await toWaitingEffect(store, review, calls);
  const row = state === 'asked' ? await store.db.read((query) => findReview(query, review)) : undefined;
  const noteRef = row?.noteRef ?? null;
  const question = noteRef === null ? {} : { question: await store.transcripts.readNote(review.caseId, noteRef) };
  return [{ tool, code: state, args, result: amountMinor === null ? null : { amountMinor }, ...question }];
};

/** With the facts, where it is known whose case this is. */
const toWaiting = async (
  deps: ActivityDeps,
  { agent, caseId }: TurnRef,
  { review, calls }: { readonly review: ReviewRow; readonly calls: readonly CallInTranscript[] },
): Promise<WaitingEffect> => {
  const effect = await toWaitingEffect(deps.store, review, calls);
  const subject = (await deps.store.receipts.find(caseId, `caseSubject:${agent}/${caseId}`))?.['subject'];
  if (typeof subject !== 'string') return effect;
  return { ...effect, facts: await deps.tools(agent).facts(effect.tool, effect.args, subject) };
};
