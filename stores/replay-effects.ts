// The journal, read from its first row, says what every row of the ledger and of the reviews must be, and whether each effect was
// allowed: by one policy rule, or by one grant that was given for this very action and serves no other. Pure: rows in, findings out.
import { isLegalTransition, sumTaken } from '../core/effects/ledger-rules';
import type { LedgerState } from '../core/effects/ledger-rules';
import { countPersons, isSamePerson } from '../core/human-review/same-person';
import { ADOPTED_CASE, toAdoptedStart } from './adopted-effects';
import { approversOf, blockedKinds, parseEffectEvent } from './effect-events';
import type { AdoptedBody, DecidedBody, EffectEvent, EndedBody, OpenedBody, StartedBody } from './effect-events';
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
  /** Of what is sealed in the row; null in journals of older versions until it ended. */
  readonly resultDigest: string | null;
  /** undefined: not told, as by older versions. */
  readonly receiptKey: string | null | undefined;
  readonly changedMs: number;
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
  /** In order of the decisions. */
  readonly rejections: ReplayedReview[];
  /** Charges taken over into a restored store: nothing tells any more what allowed them. */
  readonly adopted: AdoptedBody[];
  readonly findings: EffectFinding[];
}

export const placeOf = (review: { reviewId: string; round: number }): string => `${review.reviewId}#${review.round}`;

export function replayEffects(rows: readonly JournalTable[]): Replay {
  const replay: Replay = { effects: new Map(), reviews: new Map(), rejections: [], adopted: [], findings: [] };
  for (const row of rows) {
    const event = readEvent(replay, row);
    if (event !== undefined) applyReadable(replay, event, row);
  }
  return replay;
}

/** Figures that no program of ours wrote may not even be ones of a calendar. */
function applyReadable(replay: Replay, event: EffectEvent, row: JournalTable): void {
  try {
    applyEvent(replay, event, row);
  } catch {
    find(replay, { code: 'journal.body', subject: `seq ${row.seq}`, words: `a ${row.kind} that says the impossible` });
  }
}

function readEvent(replay: Replay, row: JournalTable): EffectEvent | undefined {
  try {
    return parseEffectEvent(row.kind, JSON.parse(row.body));
  } catch {
    find(replay, { code: 'journal.body', subject: `seq ${row.seq}`, words: `a ${row.kind} without its shape` });
    return undefined;
  }
}

const find = ({ findings }: Replay, finding: EffectFinding): void => void findings.push(finding);

type ReviewEvent = Extract<EffectEvent, { kind: 'opened' | 'decided' | 'voided' | 'expired' }>;
type LedgerEvent = Extract<EffectEvent, { kind: 'started' | 'done' | 'refused' | 'unknown' | 'conflict' | 'adopted' }>;

const reviewKinds: readonly string[] = ['opened', 'decided', 'voided', 'expired'];
const isReviewEvent = (event: EffectEvent): event is ReviewEvent => reviewKinds.includes(event.kind);
/** What was blocked at the door changed nothing but the journal; nor does a new anchor. */
const isWithoutRow = (event: EffectEvent): event is Exclude<EffectEvent, ReviewEvent | LedgerEvent> =>
  event.kind === 'reanchored' || blockedKinds.some((kind) => kind === event.kind);

type RowAt = Pick<JournalTable, 'caseId' | 'atMs'>;

function applyEvent(replay: Replay, event: EffectEvent, at: RowAt): void {
  if (isWithoutRow(event)) return;
  if (isReviewEvent(event)) applyReviewEvent(replay, event, at.caseId);
  else applyLedgerEvent(replay, event, at);
}

function applyLedgerEvent(replay: Replay, event: LedgerEvent, at: RowAt): void {
  switch (event.kind) {
    case 'started':
      return applyStarted(replay, event.body, at);
    case 'adopted':
      return applyAdopted(replay, event.body, at);
    case 'done':
    case 'refused':
    case 'unknown':
      return applyEnded(replay, { ...event, kind: event.kind }, at.atMs);
    case 'conflict': {
      const words = 'the outside system said both no and yes';
      return find(replay, { code: 'effect.conflict', subject: event.body.effectKey, words });
    }
  }
}

function applyReviewEvent(replay: Replay, event: ReviewEvent, caseId: string): void {
  const place = placeOf(event.body);
  switch (event.kind) {
    case 'opened':
      replay.reviews.set(place, { caseId, state: 'pending', opened: event.body, decided: null, boundTo: null });
      return;
    case 'decided':
      return applyDecided(replay, event.body);
    case 'voided':
      return changeReview(replay, place, { state: 'void' });
    case 'expired':
      return changeReview(replay, place, { state: 'expired' });
  }
}

function applyStarted(replay: Replay, body: StartedBody, { caseId, atMs }: RowAt): void {
  const before = replay.effects.get(body.effectKey);
  const { effectKey: subject, outsideKey } = body;
  const from = before?.state ?? 'none';
  if (!isLegalTransition(from, 'started'))
    find(replay, { code: 'effect.illegalStart', subject, words: `started again from ${from}` });
  const isResend = before?.body.round === body.round;
  if (!isResend) {
    checkAllowed(replay, body, caseId);
    checkSum(replay, body);
  }
  const outsideKeys = withKey(before?.outsideKeys ?? [], outsideKey);
  replay.effects.set(subject, {
    caseId,
    state: 'started',
    body,
    resultDigest: body.callDigest ?? null,
    receiptKey: null,
    changedMs: atMs,
    outsideKeys,
  });
}

/** No sum is judged: the money is gone, and the order's total is not known here. */
function applyAdopted(replay: Replay, body: AdoptedBody, { atMs }: RowAt): void {
  const { effectKey: subject, resultDigest } = body;
  if (replay.effects.has(subject))
    find(replay, { code: 'effect.adoptedTwice', subject, words: 'a charge was adopted whose entry was there' });
  replay.adopted.push(body);
  const start = toAdoptedStart(body);
  const outsideKeys = [start.outsideKey];
  replay.effects.set(subject, {
    caseId: ADOPTED_CASE,
    state: 'done',
    body: start,
    resultDigest,
    receiptKey: null,
    changedMs: atMs,
    outsideKeys,
  });
}

const withKey = (keys: readonly string[], key: string): readonly string[] =>
  keys.includes(key) ? keys : [...keys, key];

/** One approval or one policy rule, never both and never none. */
function checkAllowed(replay: Replay, body: StartedBody, caseId: string): void {
  const { grant, allowedBy, effectKey: subject } = body;
  const isByRule = allowedBy.startsWith('policy:');
  if (grant !== null) {
    if (isByRule) find(replay, { code: 'effect.allowedTwice', subject, words: `${allowedBy} and ${placeOf(grant)}` });
    checkGrant(replay, { place: placeOf(grant), body, caseId });
  } else if (!isByRule) {
    find(replay, { code: 'effect.notAllowed', subject, words: 'neither rule nor grant' });
  }
}

function checkGrant(
  replay: Replay,
  { place, body, caseId }: { place: string; body: StartedBody; caseId: string },
): void {
  const review = replay.reviews.get(place);
  const subject = body.effectKey;
  if (review?.state !== 'granted' || review.caseId !== caseId) {
    const words = `${place} was ${review?.state ?? 'never opened'} when it started`;
    return find(replay, { code: 'effect.notAllowed', subject, words });
  }
  const boundTo = `${subject}#${body.round}`;
  if (!isGrantFor(review, body))
    find(replay, { code: 'effect.otherAction', subject, words: `${place} was given for another action` });
  checkPersons(replay, place, review);
  if (review.boundTo !== null)
    find(replay, { code: 'grant.servesTwo', subject: place, words: `${review.boundTo} and ${boundTo}` });
  changeReview(replay, place, { boundTo });
}

/** As many different persons as were asked for when it was opened, and none who caused the run. */
function checkPersons(replay: Replay, subject: string, { opened, decided }: ReplayedReview): void {
  if (decided === null) return;
  const approvers = approversOf(decided);
  const needed = opened.approvalsNeeded ?? 1;
  const words = `${countPersons(approvers)} of ${needed}`;
  if (countPersons(approvers) < needed) find(replay, { code: 'grant.secondPersonMissing', subject, words });
  const { startedBy } = opened;
  if (startedBy !== undefined && approvers.some((by) => isSamePerson(by, startedBy)))
    find(replay, { code: 'grant.causedTheRun', subject, words: 'approved by who started the run' });
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
  const words = `${sum} of ${body.orderTotalMinor}`;
  if (sum > body.orderTotalMinor) find(replay, { code: 'order.sumPassed', subject: body.effectKey, words });
}

function applyEnded(
  replay: Replay,
  { kind: state, body }: { readonly kind: 'done' | 'refused' | 'unknown'; readonly body: EndedBody },
  changedMs: number,
): void {
  const before = replay.effects.get(body.effectKey);
  if (before === undefined || !isLegalTransition(before.state, state)) {
    const words = `${state} after ${before?.state ?? 'nothing'}`;
    find(replay, { code: 'effect.illegalEnd', subject: body.effectKey, words });
    if (before === undefined) return;
  }
  const resultDigest = body.resultDigest ?? before.resultDigest;
  const receiptKey = state === 'unknown' ? before.receiptKey : body.receiptKey;
  replay.effects.set(body.effectKey, { ...before, state, resultDigest, receiptKey, changedMs });
  if (state !== 'unknown' && body.grant !== null)
    endGrant(replay, { place: placeOf(body.grant), state, effect: before });
}

function endGrant(replay: Replay, ended: { place: string; state: 'done' | 'refused'; effect: ReplayedEffect }): void {
  const { place, state, effect } = ended;
  const bound = `${effect.body.effectKey}#${effect.body.round}`;
  if (replay.reviews.get(place)?.boundTo !== bound)
    find(replay, { code: 'grant.notBound', subject: place, words: `ended by ${bound}` });
  if (state === 'done') changeReview(replay, place, { state: 'consumed' });
}

const stateAfter = { approve: 'granted', reject: 'rejected', ask: 'asked', edit: 'void' } as const;

function applyDecided(replay: Replay, body: DecidedBody): void {
  const place = placeOf(body);
  const review = replay.reviews.get(place);
  if (review?.state !== 'pending')
    find(replay, { code: 'review.decidedTwice', subject: place, words: `it was ${review?.state ?? 'never opened'}` });
  changeReview(replay, place, { state: stateAfter[body.decision], decided: body });
  if (review !== undefined && body.decision === 'reject') replay.rejections.push(review);
}

function changeReview(replay: Replay, place: string, change: Partial<ReplayedReview>): void {
  const review = replay.reviews.get(place);
  if (review === undefined)
    return find(replay, { code: 'review.neverOpened', subject: place, words: 'it was changed' });
  replay.reviews.set(place, { ...review, ...change });
}
