// Who may decide what: two different persons over a limit, never who caused the run; questions and edits.
import fc from 'fast-check';

import {
  createReviewDesk,
  expireDue,
  keepAfterEdit,
  markActed,
  nextDecided,
  openRequest,
  reduceDecision,
  reviewDeskSchema,
  type DecisionContext,
  type ReviewDesk,
} from '../../../core/human-review/review-desk';
import type { ReviewOpening } from '../../../core/human-review/review-request';
import { countPersons, isSamePerson } from '../../../core/human-review/same-person';

const opening = (change: Partial<ReviewOpening> = {}): ReviewOpening => ({
  reviewId: 'rv_1',
  round: 1,
  callId: 'c1',
  tool: 'process_refund',
  actionHash: 'h1',
  rulesDigest: 'd1',
  rule: 'gatekeeper.overLimit',
  amountMinor: 481_532,
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
const context: DecisionContext = {
  nowMs: 10,
  turnKey: 'support/c_1/1',
  requireSignatures: false,
  causedBy: ['sam', 'cust_1'],
};
const one = openRequest(createReviewDesk(), opening());
const two = openRequest(createReviewDesk(), opening({ approvalsNeeded: 2 }));
const reduce = (desk: ReviewDesk, change: Record<string, unknown>, of: Partial<DecisionContext> = {}) =>
  reduceDecision(desk, decision(change), { ...context, ...of });

describe('persons', () => {
  test.each([
    ['ana', 'Ana'],
    ['ana', '  ana '],
    ['ana maria', 'ana  MARIA'],
    ['ana', 'ana\u200b'],
    ['ana', '\uff41\uff4e\uff41'],
  ])('names: %j and %j -> one person', (a, b) => {
    expect(isSamePerson(a, b)).toBe(true);
    expect(countPersons([a, b])).toBe(1);
  });
  test('names: other letters -> another person; spaces alone -> nobody', () => {
    expect(isSamePerson('ana', 'anna')).toBe(false);
    expect(countPersons(['ana', ' ', '\u200b'])).toBe(1);
  });
});

describe('two persons', () => {
  test('first approval -> counted, still pending, and says one of two', () => {
    const { desk, answer } = reduce(two, {});
    expect(answer).toEqual({ kind: 'counted', authenticated: 'unverified', approvals: 1, approvalsNeeded: 2 });
    expect(desk.requests['rv_1']).toMatchObject({ state: 'pending', decision: null, approvals: [{ by: 'ana' }] });
    expect(nextDecided(desk)).toBeNull();
    expect(reviewDeskSchema.safeParse(desk).success).toBe(true);
  });
  test('second approval by another person -> approved, with both', () => {
    const { desk, answer } = reduce(reduce(two, {}).desk, { by: 'ben' });
    expect(answer).toEqual({ kind: 'counted', authenticated: 'unverified' });
    expect(nextDecided(desk)).toMatchObject({ state: 'approved', decision: { by: 'ben' }, approvals: [{ by: 'ana' }] });
  });
  test('second approval by the same person, also spelled otherwise -> ignored', () => {
    const { desk, answer } = reduce(reduce(two, {}).desk, { by: ' ANA ' });
    expect(answer).toMatchObject({ kind: 'ignored', why: 'sameApprover' });
    expect(nextDecided(desk)).toBeNull();
  });
  test.each(['reject', 'ask', 'edit'])('%s after a first approval -> counts, and the approval is gone', (kind) => {
    const { desk } = reduce(reduce(two, {}).desk, { by: 'ben', decision: kind, noteRef: 'n', editRef: 'e' });
    expect(nextDecided(desk)?.approvals).toBeUndefined();
    expect(nextDecided(desk)?.decision).toMatchObject({ decision: kind, by: 'ben' });
  });
  test('expiry after a first approval -> expired, never approved', () => {
    const desk = expireDue(reduce(two, {}).desk, 1_000);
    expect(desk.requests['rv_1']).toMatchObject({ state: 'expired', decision: null });
  });
  test('another round -> begins without approvals', () => {
    const desk = openRequest(reduce(two, {}).desk, opening({ round: 2, approvalsNeeded: 2 }));
    expect(desk.requests['rv_1']?.approvals).toBeUndefined();
  });
  test('a note in plain of the first approval -> leaves the desk once it is recorded', () => {
    const desk = reduce(reduce(two, { note: 'words' }).desk, { by: 'ben', note: 'more words' }).desk;
    expect(JSON.stringify(markActed(desk, 'rv_1', 'address'))).not.toContain('words');
  });

  const step = fc.record({
    by: fc.constantFrom('ana', 'ANA', ' ana', 'ben', 'sam', 'Sam ', 'cust_1', ' ', 'cy'),
    decision: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'ask', 'edit', 'maybe'),
    round: fc.constantFrom(1, 1, 1, 2),
    note: fc.option(fc.string({ maxLength: 5 }), { nil: undefined }),
    editRef: fc.option(fc.constant('e1'), { nil: undefined }),
    nowMs: fc.integer({ min: 0, max: 1_200 }),
    plain: fc.boolean(),
  });
  test('any decisions in any order -> no throw, a lawful desk, and never approved by fewer different persons than needed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(1, 2, 3), (steps, approvalsNeeded) => {
        let desk = openRequest(createReviewDesk(), opening({ approvalsNeeded }));
        for (const { nowMs, plain, ...raw } of steps) {
          const payload = decision(raw);
          desk = reduceDecision(desk, plain ? { unsealed: payload } : payload, { ...context, nowMs }).desk;
        }
        expect(reviewDeskSchema.safeParse(JSON.parse(JSON.stringify(desk))).error).toBeUndefined();
        const request = desk.requests['rv_1'];
        if (request?.state !== 'approved') return;
        const approvers = [...(request.approvals ?? []), request.decision].map((given) => given?.by ?? '');
        expect(countPersons(approvers)).toBeGreaterThanOrEqual(approvalsNeeded);
        expect(approvers.some((by) => isSamePerson(by, 'sam') || isSamePerson(by, 'cust_1'))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('who caused the run', () => {
  test.each(['sam', 'SAM', 'cust_1'])('%s approves -> ignored', (by) => {
    expect(reduce(one, { by }).answer).toMatchObject({ kind: 'ignored', why: 'causedTheRun' });
  });
  test('as the second approver -> ignored', () => {
    expect(reduce(reduce(two, {}).desk, { by: 'sam' }).answer).toMatchObject({ why: 'causedTheRun' });
  });
  test.each(['reject', 'ask', 'edit'])('%s by the starter -> counted', (kind) => {
    expect(reduce(one, { by: 'sam', decision: kind, noteRef: 'n', editRef: 'e' }).answer).toEqual({
      kind: 'counted',
      authenticated: 'unverified',
    });
  });
  test('an approval by nobody -> malformed', () => {
    expect(reduce(one, { by: ' ' }).answer).toMatchObject({ why: 'malformed' });
  });
  test('a run of before it was recorded -> anybody approves; a question and an edit are no decisions', () => {
    const old = { causedBy: undefined };
    expect(reduce(one, { by: 'sam' }, old).answer).toEqual({ kind: 'counted', authenticated: 'unverified' });
    for (const kind of ['ask', 'edit'])
      expect(reduce(one, { decision: kind, noteRef: 'n', editRef: 'e' }, old).answer).toMatchObject({
        why: 'malformed',
      });
  });
});

describe('ask and edit', () => {
  test('a question without words -> malformed; with a note in plain -> counted', () => {
    expect(reduce(one, { decision: 'ask' }).answer).toMatchObject({ why: 'malformed' });
    expect(reduce(one, { decision: 'ask', note: ' ' }).answer).toMatchObject({ why: 'malformed' });
    const plain = { unsealed: decision({ decision: 'ask', note: 'which item?' }) };
    expect(reduceDecision(one, plain, context).answer).toEqual({ kind: 'counted', authenticated: 'unverified' });
  });
  test('an edit without new arguments, or in plain text -> malformed', () => {
    expect(reduce(one, { decision: 'edit' }).answer).toMatchObject({ why: 'malformed' });
    const plain = { unsealed: decision({ decision: 'edit', editRef: 'e1' }) };
    expect(reduceDecision(one, plain, context).answer).toMatchObject({ why: 'malformed' });
  });
  test('an edit that is refused -> the request waits as before, says by which rule, and may be decided', () => {
    const { desk } = reduce(one, { decision: 'edit', editRef: 'e1' });
    const kept = keepAfterEdit(desk, 'rv_1', { rule: 'gatekeeper.amount', atMs: 20 });
    expect(kept.requests['rv_1']).toMatchObject({
      state: 'pending',
      decision: null,
      editRefused: { rule: 'gatekeeper.amount', by: 'ana' },
    });
    expect(nextDecided(kept)).toBeNull();
    expect(reduce(kept, {}).answer).toEqual({ kind: 'counted', authenticated: 'unverified' });
    expect(reviewDeskSchema.safeParse(kept).success).toBe(true);
  });
  test('decision rules 2: an edit that is refused -> who approved before has, and is not counted twice', () => {
    const strict = { decisionRules: 2 };
    const approval = { confirmAmount: '4815.32' };
    const first = reduce(two, approval, strict).desk;
    const { desk } = reduce(first, { by: 'ben', decision: 'edit', editRef: 'e1' }, strict);
    const kept = keepAfterEdit(desk, 'rv_1', { rule: 'gatekeeper.amount', atMs: 20 });
    expect(kept.requests['rv_1']).toMatchObject({ state: 'pending', approvals: [{ by: 'ana' }] });
    expect(reduce(kept, approval, strict).answer).toEqual({ kind: 'ignored', why: 'sameApprover' });
    expect(nextDecided(reduce(kept, { ...approval, by: 'ben' }, strict).desk)).toMatchObject({ state: 'approved' });
    expect(reviewDeskSchema.safeParse(kept).success).toBe(true);
  });
  test('keepAfterEdit: a request that was not edited -> unchanged', () => {
    expect(keepAfterEdit(one, 'rv_1', { rule: 'r', atMs: 1 })).toBe(one);
  });
});
