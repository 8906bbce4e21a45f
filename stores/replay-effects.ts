// The journal, read from its first row, says what every row of the ledger and of the reviews must be, and whether each effect was
// allowed: by one policy rule, or by one grant that was given for this very action and serves no other. Pure: rows in, findings out.
import { isLegalTransition, sumTaken } from '../core/effects/ledger-rules';
import type { LedgerState } from '../core/effects/ledger-rules';
import { parseEffectEvent } from './effect-events';
import type { DecidedBody, EffectEvent, EndedBody, OpenedBody, StartedBody } from './effect-events';
import type { JournalTable } from './schema';
import type { ReviewRow } from './store-port';

export interface EffectFinding {
  /** Stable. */
  readonly code: string;
  /** Effect key, `review#round`, charge id, or place in the journal. */
  readonly subject: string;
  readonly words: string;
}

export interface ReplayedEffect {
  readonly caseId: string;
  readonly state: LedgerState;
  readonly body: StartedBody;
  readonly resultDigest: string | null;
  /** Outside keys of all rounds, oldest first. */
  readonly outsideKeys: readonly string[];
}

export interface ReplayedReview {
  readonly caseId: string;
  readonly state: ReviewRow['state'];
  readonly opened: OpenedBody;
  readonly decided: DecidedBody | null;
  /** `effectKey#round` of the entry the grant is bound to. */
  readonly boundTo: string | null;
}

export interface Replay {
  readonly effects: Map<string, ReplayedEffect>;
  readonly reviews: Map<string, ReplayedReview>;
  readonly findings: EffectFinding[];
}

export const placeOf = (review: { reviewId: string; round: number }): string => `${review.reviewId}#${review.round}`;

export function replayEffects(rows: readonly JournalTable[]): Replay {
  const replay: Replay = { effects: new Map(), reviews: new Map(), findings: [] };
  for (const row of rows) {
    const event = readEvent(replay, row);
    if (event !== undefined) applyEvent(replay, event, row.caseId);
  }
  return replay;
}

function readEvent(replay: Replay, row: JournalTable): EffectEvent | undefined {
  try {
    return parseEffectEvent(row.kind, JSON.parse(row.body));
  } catch {
    find(replay, 'journal.body', `seq ${row.seq}`, `the body of ${row.kind} does not have its shape`);
    return undefined;
  }
}

function find({ findings }: Replay, code: string, subject: string, words = ''): void {
  findings.push({ code, subject, words });
}

function applyEvent(replay: Replay, event: EffectEvent, caseId: string): void {
  switch (event.kind) {
    case 'started':
      return applyStarted(replay, event.body, caseId);
    case 'done':
    case 'refused':
    case 'unknown':
      return applyEnded(replay, event.kind, event.body);
    case 'conflict':
      return find(replay, 'effect.conflict', event.body.effectKey, 'the outside system said both no and yes');
    case 'opened':
      replay.reviews.set(placeOf(event.body), {
        caseId,
        state: 'pending',
        opened: event.body,
        decided: null,
        boundTo: null,
      });
      return;
    case 'decided':
      return applyDecided(replay, event.body);
    case 'voided':
      return changeReview(replay, placeOf(event.body), { state: 'void' });
    case 'expired':
      return changeReview(replay, placeOf(event.body), { state: 'expired' });
    case 'refusedByRule':
    case 'needsReview':
    case 'vetoed':
    case 'held':
    case 'capped':
      return;
  }
}

function applyStarted(replay: Replay, body: StartedBody, caseId: string): void {
  const before = replay.effects.get(body.effectKey);
  if (before?.state === 'started' || !isLegalTransition(before?.state ?? 'none', 'started')) {
    find(replay, 'effect.illegalStart', body.effectKey, `started again from ${before?.state ?? 'none'}`);
  }
  const isResend = before !== undefined && before.body.round === body.round;
  if (!isResend) {
    checkAllowed(replay, body, caseId);
    checkSum(replay, body);
  }
  const keys = before?.outsideKeys ?? [];
  replay.effects.set(body.effectKey, {
    caseId,
    state: 'started',
    body,
    resultDigest: null,
    outsideKeys: keys.includes(body.outsideKey) ? keys : [...keys, body.outsideKey],
  });
}

/** One approval or one policy rule, never both and never none. */
function checkAllowed(replay: Replay, body: StartedBody, caseId: string): void {
  if (body.grant === null) {
    if (!body.allowedBy.startsWith('policy:'))
      find(replay, 'effect.notAllowed', body.effectKey, 'neither rule nor grant');
    return;
  }
  const place = placeOf(body.grant);
  const review = replay.reviews.get(place);
  if (body.allowedBy !== 'review')
    find(replay, 'effect.allowedTwice', body.effectKey, `${body.allowedBy} and ${place}`);
  if (review?.state !== 'granted' || review.caseId !== caseId) {
    return find(
      replay,
      'effect.notAllowed',
      body.effectKey,
      `${place} was ${review?.state ?? 'never opened'} when it started`,
    );
  }
  if (!isGrantFor(review, body))
    find(replay, 'effect.otherAction', body.effectKey, `${place} was given for another action`);
  if (review.boundTo !== null)
    find(replay, 'grant.servesTwo', place, `${review.boundTo} and ${body.effectKey}#${body.round}`);
  changeReview(replay, place, { boundTo: `${body.effectKey}#${body.round}` });
}

const isGrantFor = ({ opened, decided }: ReplayedReview, body: StartedBody): boolean =>
  opened.effectKey === body.effectKey &&
  opened.actionHash === body.actionHash &&
  opened.rulesDigest === body.rulesDigest &&
  opened.factsDigest === body.factsDigest &&
  decided?.decision === 'approve' &&
  decided.actionHash === body.actionHash &&
  decided.rulesDigest === body.rulesDigest;

function checkSum(replay: Replay, body: StartedBody): void {
  if (body.orderRef === null || body.orderTotalMinor === null) return;
  const others = [...replay.effects.values()]
    .filter((effect) => effect.body.orderRef === body.orderRef && effect.body.effectKey !== body.effectKey)
    .map((effect) => ({ state: effect.state, amountMinor: effect.body.amountMinor }));
  const sum = sumTaken(others) + (body.amountMinor ?? 0);
  if (sum > body.orderTotalMinor) find(replay, 'order.sumPassed', body.effectKey, `${sum} of ${body.orderTotalMinor}`);
}

function applyEnded(replay: Replay, state: 'done' | 'refused' | 'unknown', body: EndedBody): void {
  const before = replay.effects.get(body.effectKey);
  if (before === undefined || !isLegalTransition(before.state, state)) {
    find(replay, 'effect.illegalEnd', body.effectKey, `${state} after ${before?.state ?? 'nothing'}`);
    if (before === undefined) return;
  }
  const resultDigest = body.resultDigest ?? before.resultDigest;
  replay.effects.set(body.effectKey, { ...before, state, resultDigest });
  if (state !== 'unknown' && body.grant !== null)
    endGrant(replay, { place: placeOf(body.grant), state, effect: before });
}

function endGrant(replay: Replay, ended: { place: string; state: 'done' | 'refused'; effect: ReplayedEffect }): void {
  const { place, state, effect } = ended;
  const bound = `${effect.body.effectKey}#${effect.body.round}`;
  if (replay.reviews.get(place)?.boundTo !== bound) find(replay, 'grant.notBound', place, `consumed by ${bound}`);
  if (state === 'done') changeReview(replay, place, { state: 'consumed' });
}

function applyDecided(replay: Replay, body: DecidedBody): void {
  const place = placeOf(body);
  const review = replay.reviews.get(place);
  if (review?.state !== 'pending')
    find(replay, 'review.decidedTwice', place, `it was ${review?.state ?? 'never opened'}`);
  changeReview(replay, place, { state: body.decision === 'approve' ? 'granted' : 'rejected', decided: body });
}

function changeReview(replay: Replay, place: string, change: Partial<ReplayedReview>): void {
  const review = replay.reviews.get(place);
  if (review === undefined) return find(replay, 'review.neverOpened', place);
  replay.reviews.set(place, { ...review, ...change });
}
