import fc from 'fast-check';

import {
  closableFromMs,
  decideClaim,
  decideOutcome,
  decideSend,
  isLegalTransition,
  isOverdue,
  ledgerStates,
  outsideKeyOf,
  sumTaken,
  sumsHold,
  type ClaimQuestion,
  type LedgerEntry,
  type OutcomeWrite,
} from '../../../core/effects/ledger-rules';

const entry = (change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  state: 'started',
  round: 1,
  attempt: 1,
  leaseUntilMs: 1_000,
  firstStartedMs: 0,
  ...change,
});
const claim = (known: LedgerEntry | null, change: Partial<ClaimQuestion> = {}) =>
  decideClaim({
    known,
    idempotent: 'byKey',
    nowMs: 500,
    windowMs: 10_000,
    hasUnboundGrant: false,
    held: false,
    ...change,
  });

describe('claim', () => {
  test('claim: a new key -> starts in round 1', () => {
    expect(claim(null)).toEqual({ kind: 'start', round: 1, attempt: 1 });
  });
  test('claim: a done entry -> replayed, whatever grant comes', () => {
    expect(claim(entry({ state: 'done' }), { hasUnboundGrant: true })).toEqual({ kind: 'replay', state: 'done' });
  });
  test('claim: a refused entry -> replayed; under a fresh grant it starts in the next round', () => {
    expect(claim(entry({ state: 'refused' }))).toEqual({ kind: 'replay', state: 'refused' });
    expect(claim(entry({ state: 'refused', round: 2, attempt: 4 }), { hasUnboundGrant: true })).toEqual({
      kind: 'start',
      round: 3,
      attempt: 5,
    });
  });
  test('claim: started with a live lease -> busy until it ends; at its end recovered', () => {
    expect(claim(entry(), { nowMs: 999 })).toEqual({ kind: 'busy', untilMs: 1_000 });
    expect(claim(entry(), { nowMs: 1_000 })).toEqual({ kind: 'resend', round: 1 });
  });
  test('claim: unknown, byKey -> sent again inside our window, looked up at its end', () => {
    const known = entry({ state: 'unknown' });
    expect(claim(known, { nowMs: 9_999 })).toEqual({ kind: 'resend', round: 1 });
    expect(claim(known, { nowMs: 10_000 })).toEqual({ kind: 'lookUp', round: 1, why: 'windowPast' });
  });
  test('claim: unknown, not repeatable -> looked up, never sent', () => {
    expect(claim(entry({ state: 'unknown' }), { idempotent: 'no' })).toEqual({
      kind: 'lookUp',
      round: 1,
      why: 'notRepeatable',
    });
  });
  test('claim: unknown, repeatable without a key -> sent again', () => {
    expect(claim(entry({ state: 'unknown' }), { idempotent: 'yes', nowMs: 99_999 })).toEqual({
      kind: 'resend',
      round: 1,
    });
  });
  test('claim: unknown under a hold -> looked up only', () => {
    expect(claim(entry({ state: 'unknown' }), { held: true, idempotent: 'yes' })).toEqual({
      kind: 'lookUp',
      round: 1,
      why: 'held',
    });
  });
});

describe('send', () => {
  const ask = { nowMs: 0, leaseUntilMs: 100, sendTimeoutMs: 100, resendOf: null };
  test('send: lease as long as the call -> sent; one ms less -> not', () => {
    expect(decideSend(ask)).toBe('send');
    expect(decideSend({ ...ask, nowMs: 1 })).toBe('leaseTooShort');
  });
  test('send: a re-send at the end of our window -> not sent', () => {
    const late = { ...ask, nowMs: 50, leaseUntilMs: 1_000 };
    expect(decideSend({ ...late, resendOf: { firstStartedMs: 0, windowMs: 51 } })).toBe('send');
    expect(decideSend({ ...late, resendOf: { firstStartedMs: 0, windowMs: 50 } })).toBe('windowPast');
  });
});

describe('outcome', () => {
  test('outcome: done by an older attempt -> wins over started and unknown', () => {
    for (const state of ['started', 'unknown'] as const) {
      expect(decideOutcome(entry({ state, attempt: 3 }), { to: 'done', attempt: 1 })).toEqual({
        kind: 'write',
        state: 'done',
      });
    }
  });
  test('outcome: refused or unknown by an older attempt -> not written', () => {
    for (const to of ['refused', 'unknown'] as const) {
      expect(decideOutcome(entry({ attempt: 3 }), { to, attempt: 2 })).toEqual({
        kind: 'keep',
        state: 'started',
        why: 'notThisAttempt',
      });
      expect(decideOutcome(entry({ attempt: 3 }), { to, attempt: 3 })).toEqual({ kind: 'write', state: to });
    }
  });
  test('outcome: done after a recorded refusal -> a conflict, not overwritten', () => {
    expect(decideOutcome(entry({ state: 'refused' }), { to: 'done', attempt: 1 })).toEqual({ kind: 'conflict' });
  });
  test('outcome: any writes in any order -> every change is a legal transition and done stays done', () => {
    const write = fc.record({
      to: fc.constantFrom('done', 'refused', 'unknown'),
      attempt: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(write as fc.Arbitrary<OutcomeWrite>), fc.integer({ min: 1, max: 3 }), (writes, attempt) => {
        let row = entry({ attempt });
        for (const each of writes) {
          const decided = decideOutcome(row, each);
          if (decided.kind !== 'write') continue;
          expect(isLegalTransition(row.state, decided.state)).toBe(true);
          if (decided.state !== 'done') expect(each.attempt).toBe(row.attempt);
          row = { ...row, state: decided.state };
        }
        if (writes.length > 0 && writes[0]?.to === 'done') expect(row.state).toBe('done');
      }),
    );
  });
});

describe('ledger', () => {
  test('ledger: transitions -> nothing leaves done, refused only to a new start', () => {
    expect(ledgerStates.filter((to) => isLegalTransition('done', to))).toEqual([]);
    expect(ledgerStates.filter((to) => isLegalTransition('refused', to))).toEqual(['started']);
    expect(ledgerStates.filter((to) => isLegalTransition('none', to))).toEqual(['started']);
    expect(ledgerStates.filter((to) => isLegalTransition('unknown', to))).toEqual(['started', 'done', 'refused']);
  });
  test('ledger: a started entry past its lease, or without one -> overdue', () => {
    expect(isOverdue(entry(), 999)).toBe(false);
    expect(isOverdue(entry(), 1_000)).toBe(true);
    expect(isOverdue(entry({ leaseUntilMs: null }), 0)).toBe(true);
    expect(isOverdue(entry({ state: 'done' }), 1_000)).toBe(false);
  });
  test('ledger: an unknown entry -> a person may close it after lease and deadline', () => {
    expect(closableFromMs(entry({ state: 'unknown' }), 200)).toBe(1_200);
  });
  test('ledger: outside key -> the effect key in round 1, another in each later round', () => {
    expect(outsideKeyOf('abc', 1)).toBe('abc');
    expect(outsideKeyOf('abc', 2)).toMatch(/^[0-9a-f]{64}$/);
    expect(outsideKeyOf('abc', 2)).toBe(outsideKeyOf('abc', 2));
    expect(new Set([2, 3].map((round) => outsideKeyOf('abc', round))).size).toBe(2);
    expect(outsideKeyOf('abd', 2)).not.toBe(outsideKeyOf('abc', 2));
    expect(() => outsideKeyOf('abc', 0)).toThrow('rounds count from 1');
  });
});

describe('sums', () => {
  test('sums: the rest of the order -> holds; one cent more -> not', () => {
    expect(sumsHold({ orderTotalMinor: 10_000, takenMinor: 5_750, amountMinor: 4_250 })).toBe(true);
    expect(sumsHold({ orderTotalMinor: 10_000, takenMinor: 5_750, amountMinor: 4_251 })).toBe(false);
  });
  test('sums: a fraction, a negative or an unsafe figure -> a broken invariant', () => {
    for (const bad of [0.5, -1, Number.NaN, 2 ** 53]) {
      expect(() => sumsHold({ orderTotalMinor: 1, takenMinor: 0, amountMinor: bad })).toThrow('broken invariant');
    }
  });
  test('sums: done, started and unknown count in full -> refused counts nothing', () => {
    const amounts = ledgerStates.map((state, index) => ({ state, amountMinor: 10 ** index }));
    expect(sumTaken([...amounts, { state: 'done', amountMinor: null }])).toBe(1 + 10 + 1_000);
  });
  test('sums: any claims one after another -> never more than the order total is taken', () => {
    const amount = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(fc.array(amount), fc.integer({ min: 0, max: 20_000 }), (amounts, orderTotalMinor) => {
        let taken: { state: 'done'; amountMinor: number }[] = [];
        for (const amountMinor of amounts) {
          if (sumsHold({ orderTotalMinor, takenMinor: sumTaken(taken), amountMinor })) {
            taken = [...taken, { state: 'done', amountMinor }];
          }
        }
        expect(sumTaken(taken)).toBeLessThanOrEqual(orderTotalMinor);
      }),
    );
  });
});
