import fc from 'fast-check';

import {
  createReviewDesk,
  expireDue,
  isWaiting,
  markActed,
  nextDecided,
  nextExpired,
  nextExpiryMs,
  openRequest,
  pendingRequests,
  reduceDecision,
  reviewDeskSchema,
  type DecisionContext,
  type ReviewDesk,
} from '../../../core/human-review/review-desk';
import { readReviewDecision } from '../../../core/human-review/review-decision';
import type { ReviewOpening } from '../../../core/human-review/review-request';

const opening = (change: Partial<ReviewOpening> = {}): ReviewOpening => ({
  reviewId: 'rv_1',
  round: 1,
  callId: 'c1',
  tool: 'process_refund',
  actionHash: 'h1',
  rulesDigest: 'd1',
  rule: 'gatekeeper.overLimit',
  amountMinor: 4_250,
  currency: 'USD',
  openedAtMs: 0,
  dueAtMs: 1_000,
  expiresAtMs: 1_000,
  ...change,
});
const decision = (change: Record<string, unknown> = {}) => ({
  reviewId: 'rv_1',
  round: 1,
  actionHash: 'h1',
  decision: 'approve',
  by: 'ana',
  reasonCode: 'ok',
  ...change,
});
const context = (change: Partial<DecisionContext> = {}): DecisionContext => ({
  nowMs: 10,
  turnKey: 'support/c_1/1',
  requireSignatures: false,
  ...change,
});
const counted = { kind: 'counted', authenticated: 'unverified' };
const deskOf = (...openings: ReviewOpening[]): ReviewDesk => openings.reduce(openRequest, createReviewDesk());
const one = deskOf(opening());
const answerOf = (raw: unknown, change: Partial<DecisionContext> = {}, desk = one) =>
  reduceDecision(desk, raw, context(change)).answer;

describe('decision', () => {
  test('decision: an approval that fits -> counted, with who, when and how', () => {
    const { desk, answer } = reduceDecision(one, decision({ note: 'fine', decidedAtMs: 7 }), context());
    expect(answer).toEqual(counted);
    expect(desk.requests['rv_1']).toMatchObject({
      state: 'approved',
      seq: 1,
      decision: {
        by: 'ana',
        decidedAtMs: 10,
        claimedAtMs: 7,
        authenticated: 'unverified',
        note: 'fine',
        surface: 'signal',
        unsealed: false,
      },
    });
    expect(desk.ignored.total).toBe(0);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['another review', { reviewId: 'rv_2' }, 'unknownReview'],
    ['a name of every object', { reviewId: '__proto__' }, 'unknownReview'],
    ['another round', { round: 2 }, 'wrongRound'],
    ['another action', { actionHash: 'h2' }, 'staleAction'],
    ['another amount', { confirmAmount: '42.51' }, 'wrongAmount'],
    ['a third place', { confirmAmount: '42.500' }, 'wrongAmount'],
    ['a float', { confirmAmount: 42.5 }, 'malformed'],
    ['an exponent', { confirmAmount: '4.25e1' }, 'malformed'],
    ['a reason in prose', { reasonCode: 'Looks fine' }, 'malformed'],
    ['nobody', { by: '' }, 'malformed'],
    ['a name too long', { by: 'a'.repeat(201) }, 'malformed'],
    ['a note too long', { note: 'a'.repeat(501) }, 'malformed'],
    ['another word', { decision: 'maybe' }, 'malformed'],
    ['a fraction of a round', { round: 1.5 }, 'malformed'],
  ])('decision: %s -> ignored, the desk still waits', (_title, change, why) => {
    const { desk, answer } = reduceDecision(one, decision(change), context());
    expect(answer).toEqual({ kind: 'ignored', why });
    expect(desk.requests).toEqual(one.requests);
    expect(desk.ignored.last).toEqual([
      { why, reviewId: why === 'malformed' ? null : (change['reviewId'] ?? 'rv_1'), atMs: 10 },
    ]);
  });

  test.each(['42.50', '42.5'])('decision: the amount typed as %s -> counted', (confirmAmount) => {
    expect(answerOf(decision({ confirmAmount }))).toEqual(counted);
  });

  test('decision: an amount of a currency we do not know, or of an action without one -> wrongAmount', () => {
    const odd = [deskOf(opening({ currency: 'XXX' })), deskOf(opening({ amountMinor: null, currency: null }))];
    for (const desk of odd) {
      expect(answerOf(decision({ confirmAmount: '42.50' }), {}, desk)).toEqual({ kind: 'ignored', why: 'wrongAmount' });
    }
  });

  test('decision rules 2: money without its amount, a name left to fill in -> ignored; before them -> as it was', () => {
    const strict = { decisionRules: 2 };
    expect(answerOf(decision(), strict)).toEqual({ kind: 'ignored', why: 'wrongAmount' });
    expect(answerOf(decision({ confirmAmount: '42.50' }), strict)).toEqual(counted);
    expect(answerOf(decision({ decision: 'reject' }), strict)).toEqual(counted);
    const free = deskOf(opening({ amountMinor: null, currency: null }));
    expect(answerOf(decision(), strict, free)).toEqual(counted);
    for (const by of ['YOUR-NAME', ' YOUR-NAME '])
      expect(answerOf(decision({ by, confirmAmount: '42.50' }), strict)).toEqual({ kind: 'ignored', why: 'malformed' });
    expect(answerOf(decision())).toEqual(counted);
  });

  test('decision: a rejection with a wrong amount -> counted, it pays nothing', () => {
    expect(answerOf(decision({ decision: 'reject', confirmAmount: '1' }))).toEqual(counted);
  });

  test('decision: a second one -> told who decided what and when, and nothing changes', () => {
    const first = reduceDecision(one, decision({ decision: 'reject' }), context()).desk;
    const second = reduceDecision(first, decision({ by: 'ben' }), context({ nowMs: 20 }));
    expect(second.answer).toEqual({
      kind: 'ignored',
      why: 'alreadyDecided',
      by: 'ana',
      decidedAtMs: 10,
      decision: 'reject',
    });
    expect(second.desk.requests).toEqual(first.requests);
  });

  test('decision: at the expiry -> expired, before and after it was marked', () => {
    expect(answerOf(decision(), { nowMs: 999 })).toEqual(counted);
    expect(answerOf(decision(), { nowMs: 1_000 })).toEqual({ kind: 'ignored', why: 'expired' });
    expect(answerOf(decision(), { nowMs: 5 }, expireDue(one, 1_000))).toEqual({ kind: 'ignored', why: 'expired' });
    expect(answerOf(decision(), {}, markActed(expireDue(one, 1_000), 'rv_1'))).toEqual({
      kind: 'ignored',
      why: 'expired',
    });
  });

  test('decision: in plain text -> counted and marked; a mark of the sender is dropped', () => {
    const wrapped = reduceDecision(one, { unsealed: decision() }, context());
    expect(wrapped.desk.requests['rv_1']?.decision?.unsealed).toBe(true);
    expect(readReviewDecision(decision({ unsealed: true }))).toMatchObject({ unsealed: false });
    expect(reduceDecision(one, decision({ unsealed: true }), context()).desk.requests['rv_1']?.decision?.unsealed).toBe(
      false,
    );
    expect(answerOf({ unsealed: { unsealed: decision() } })).toEqual({ kind: 'ignored', why: 'malformed' });
  });

  test('decision: a field we do not know yet -> counted, the field is dropped', () => {
    expect(answerOf(decision({ colour: 'red' }))).toEqual(counted);
  });
});

describe('signature', () => {
  test('signature: required and missing -> not for money, yes for the rest', () => {
    expect(answerOf(decision(), { requireSignatures: true })).toEqual({ kind: 'ignored', why: 'unsignedNotAllowed' });
    const mail = deskOf(opening({ amountMinor: null, currency: null }));
    expect(answerOf(decision(), { requireSignatures: true }, mail)).toEqual(counted);
  });
});

describe('desk', () => {
  const two = deskOf(opening(), opening({ reviewId: 'rv_2', callId: 'c2', expiresAtMs: 500 }));

  test('desk: two reviews answered in the other order -> acted on as decided, the rejection drops no other', () => {
    const rejected = reduceDecision(two, decision({ reviewId: 'rv_2', decision: 'reject' }), context()).desk;
    expect(isWaiting(rejected)).toBe(true);
    const both = reduceDecision(rejected, decision(), context({ nowMs: 5 })).desk;
    expect(isWaiting(both)).toBe(false);
    expect(nextDecided(both)?.reviewId).toBe('rv_2');
    const acted = markActed(both, 'rv_2');
    expect(nextDecided(acted)).toMatchObject({ reviewId: 'rv_1', state: 'approved' });
    expect(nextDecided(markActed(acted, 'rv_1'))).toBeNull();
  });
  test('desk: expiry -> only what is due, never an approval, and the next due is told', () => {
    expect(nextExpiryMs(two)).toBe(500);
    const due = expireDue(two, 500);
    expect(due.requests['rv_2']).toMatchObject({ state: 'expired', decision: null });
    expect(due.requests['rv_1']?.state).toBe('pending');
    expect(nextDecided(due)).toBeNull();
    expect(nextExpired(due)?.reviewId).toBe('rv_2');
    expect(nextExpired(markActed(due, 'rv_2'))).toBeNull();
    expect(nextExpiryMs(due)).toBe(1_000);
    expect(nextExpiryMs(expireDue(due, 1_000))).toBeNull();
    expect(nextExpiryMs(createReviewDesk())).toBeNull();
  });
  test('desk: a review that never expires -> stays pending when overdue, and is decided late', () => {
    const patient = deskOf(opening({ expiresAtMs: null }), opening({ reviewId: 'rv_2', expiresAtMs: null }));
    expect(nextExpiryMs(patient)).toBeNull();
    expect(expireDue(patient, 9e12)).toEqual(patient);
    expect(answerOf(decision(), { nowMs: 9e12 }, patient)).toEqual(counted);
    const mixed = openRequest(patient, opening({ reviewId: 'rv_3', expiresAtMs: 700 }));
    expect(nextExpiryMs(mixed)).toBe(700);
    expect(pendingRequests(mixed).map(({ reviewId }) => reviewId)).toEqual(['rv_1', 'rv_2', 'rv_3']);
  });
  test('desk: an expiry after a decision -> the decision stands', () => {
    const decided = reduceDecision(one, decision(), context()).desk;
    expect(expireDue(decided, 9_999)).toEqual(decided);
  });
  test('desk: marking a pending or unknown request as acted on -> no change', () => {
    expect(markActed(one, 'rv_1')).toBe(one);
    expect(markActed(one, 'constructor')).toBe(one);
  });
  test('desk: the same round opened again -> no change; a further round -> the old decision is void', () => {
    const decided = reduceDecision(one, decision(), context()).desk;
    expect(openRequest(decided, opening())).toBe(decided);
    const again = openRequest(decided, opening({ round: 2, actionHash: 'h2' }));
    expect(again.requests['rv_1']).toMatchObject({ round: 2, state: 'pending', decision: null });
    expect(answerOf(decision(), {}, again)).toEqual({ kind: 'ignored', why: 'wrongRound' });
  });
  test('desk: a flood of junk -> counted in full, the last 20 kept', () => {
    const flooded = Array.from({ length: 50 }).reduce<ReviewDesk>(
      (desk, _each, atMs) => reduceDecision(desk, 'junk', context({ nowMs: atMs })).desk,
      one,
    );
    expect(flooded.ignored.total).toBe(50);
    expect(flooded.ignored.last.map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: 20 }, (_each, index) => 30 + index),
    );
  });
  test('desk: anything at all comes in -> it never throws, is ignored, and the desk stays valid', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            anything,
            anything.map((unsealed) => ({ unsealed })),
          ),
        ),
        (raws) => {
          const end = raws.reduce<ReviewDesk>((desk, raw) => reduceDecision(desk, raw, context()).desk, one);
          expect(end.ignored.total).toBe(raws.length);
          expect(end.requests).toEqual(one.requests);
          expect(reviewDeskSchema.safeParse(end).success).toBe(true);
        },
      ),
    );
  });
  test('desk: an object that throws when it is read -> malformed', () => {
    const trap = new Proxy({}, { get: () => { throw new Error('no'); }, ownKeys: () => { throw new Error('no'); } }); // prettier-ignore
    expect(answerOf(trap)).toEqual({ kind: 'ignored', why: 'malformed' });
  });
  test('desk: any fitting decisions in any order -> the first of each review counts, each once', () => {
    const some = fc.record({
      reviewId: fc.constantFrom('rv_1', 'rv_2'),
      decision: fc.constantFrom('approve', 'reject'),
      by: fc.constantFrom('ana', 'ben'),
    });
    fc.assert(
      fc.property(fc.array(some), (list) => {
        const end = list.reduce<ReviewDesk>((desk, each) => reduceDecision(desk, decision(each), context()).desk, two);
        for (const reviewId of ['rv_1', 'rv_2']) {
          const first = list.find((each) => each.reviewId === reviewId);
          expect(end.requests[reviewId]?.decision?.by).toBe(first?.by);
          expect(end.requests[reviewId]?.decision?.decision).toBe(first?.decision);
        }
        expect(end.decided + end.ignored.total).toBe(list.length);
        expect(JSON.parse(JSON.stringify(end))).toEqual(end);
      }),
    );
  });
});
