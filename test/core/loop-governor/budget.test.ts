import fc from 'fast-check';

import { commitReservation, governor, grantFinal, releaseReservation } from '../../../core/loop-governor/governor';
import { loopStateSchema, type LoopState } from '../../../core/loop-governor/loop-state';
import { call, fresh } from './governing';

const begin = (state: LoopState, ask: ReturnType<typeof call>) => governor.beginStep(state, ask, 0);
const open = (tokens: number, costMicro: number | null = 0) => begin(fresh(), call('a', { tokens, costMicro })).state;

describe('budget', () => {
  test('budget: tokens up to the limit less the reserve -> let through; one more -> finalize', () => {
    expect(begin(fresh(), call('a', { tokens: 8_500 })).verdict.kind).toBe('continue');
    const refused = begin(fresh(), call('a', { tokens: 8_501 }));
    expect(refused.verdict).toMatchObject({ kind: 'finalize', by: 'token_budget', value: 8_501, limit: 8_500 });
    expect(refused.state).toEqual({ ...fresh(), capsReached: ['token_budget'] });
  });
  test('budget: the final answer -> may use the reserve; past it -> abort', () => {
    const final = grantFinal(commitReservation(open(8_500), 'a', null));
    expect(begin(final, call('b', { tokens: 1_500 })).verdict.kind).toBe('continue');
    expect(begin(final, call('b', { tokens: 1_501 })).verdict).toMatchObject({
      kind: 'abort',
      by: 'token_budget',
      value: 10_001,
      limit: 10_000,
    });
  });
  test('budget: cost likewise -> finalize; an unknown price is marked and the token budget still holds', () => {
    expect(begin(fresh(), call('a', { costMicro: 85_001 })).verdict).toMatchObject({
      kind: 'finalize',
      by: 'cost_budget',
      value: 85_001,
      limit: 85_000,
    });
    const dear = begin(open(100, 45_000), call('b', { costMicro: 40_000 }));
    expect(dear.verdict.kind).toBe('continue');
    expect(begin(dear.state, call('c', { costMicro: 1 })).verdict).toMatchObject({ by: 'cost_budget', value: 85_001 });
    expect(open(100, null).costMicro).toEqual({ committed: 0, reserved: 0, unknown: true });
    expect(begin(open(8_500, null), call('b', { tokens: 1, costMicro: null })).verdict.by).toBe('token_budget');
  });
  test('budget: commit -> what was used, the rest released; no usage -> the whole', () => {
    expect(commitReservation(open(400, 40), 'a', { tokens: 150, costMicro: 15 })).toMatchObject({
      tokens: { committed: 150, reserved: 0 },
      costMicro: { committed: 15, reserved: 0, unknown: false },
      reservations: {},
      overrun: { tokens: 0, costMicro: 0 },
    });
    expect(commitReservation(open(400, 40), 'a', null)).toMatchObject({
      tokens: { committed: 400 },
      costMicro: { committed: 40 },
    });
  });
  test('budget: a usage without a price -> the reserved cost counts, marked as unknown', () => {
    expect(commitReservation(open(400, 40), 'a', { tokens: 1, costMicro: null }).costMicro).toEqual({
      committed: 40,
      reserved: 0,
      unknown: true,
    });
  });
  test('budget: release -> as if it had not been reserved', () => {
    const released = releaseReservation(open(400, 40), 'a');
    expect(released).toMatchObject({ tokens: fresh().tokens, costMicro: fresh().costMicro, reservations: {} });
  });
  test('budget: a reply that used more than reserved -> recorded, and the next begin finalizes; the final answer goes on', () => {
    const over = commitReservation(open(400), 'a', { tokens: 450, costMicro: 0 });
    expect(over).toMatchObject({ tokens: { committed: 450 }, overrun: { tokens: 50, costMicro: 0 } });
    expect(begin(over, call('b')).verdict).toMatchObject({ kind: 'finalize', by: 'overrun', value: 50, limit: 0 });
    expect(begin(grantFinal(over), call('b')).verdict.kind).toBe('continue');
    const dear = commitReservation(open(400, 40), 'a', { tokens: 1, costMicro: 47 });
    expect(begin(dear, call('b')).verdict).toMatchObject({ by: 'overrun', value: 7 });
  });
  test('budget: four workers and room for one -> one is let through', () => {
    let state = fresh({ tokensMax: 1_000, finalizationReserve: 0 });
    const kinds = ['a', 'b', 'c', 'd'].map((id) => {
      const judged = begin(state, call(id, { tokens: 600 }));
      state = judged.state;
      return judged.verdict.kind;
    });
    expect(kinds).toEqual(['continue', 'finalize', 'finalize', 'finalize']);
  });
  test('budget: a reservation opened twice, settled twice or no count -> a broken invariant', () => {
    expect(() => begin(open(1), call('a'))).toThrow('open already');
    expect(() => commitReservation(fresh(), 'toString', null)).toThrow('not open');
    expect(() => releaseReservation(commitReservation(open(1), 'a', null), 'a')).toThrow('not open');
    expect(() => begin(fresh(), call('a', { tokens: -1 }))).toThrow('broken invariant');
    expect(() => begin(fresh(), call('a', { tokens: Number.NaN }))).toThrow('broken invariant');
  });
  test('budget: any interleaving of begin, commit, release, the final grant -> committed + reserved never pass the limit', () => {
    const step = fc.record({
      what: fc.constantFrom('begin', 'commit', 'lost', 'release', 'final'),
      which: fc.nat(8),
      tokens: fc.nat(4_000),
      costMicro: fc.option(fc.nat(40_000)),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const start = fresh({ stepMax: 1_000, finalizationReserve: 0.15 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state = start;
        steps.forEach(({ what, which, tokens, costMicro, share }, index) => {
          const ids = Object.keys(state.reservations);
          const id = ids[which % Math.max(1, ids.length)];
          if (what === 'begin') state = begin(state, call(`n${String(index)}`, { tokens, costMicro })).state;
          else if (what === 'final') state = grantFinal(state);
          else if (id !== undefined && what === 'release') state = releaseReservation(state, id);
          else if (id !== undefined) {
            const held = state.reservations[id] ?? { tokens: 0, costMicro: 0 };
            const usage = {
              tokens: Math.floor(held.tokens * share),
              costMicro: held.costMicro === null ? null : Math.floor(held.costMicro * share),
            };
            state = commitReservation(state, id, what === 'lost' ? null : usage);
          }
          const sum = Object.values(state.reservations).reduce((total, each) => total + each.tokens, 0);
          expect(state.tokens.reserved).toBe(sum);
          const part = state.finalizing ? 1 : 0.85;
          expect(state.tokens.committed + state.tokens.reserved).toBeLessThanOrEqual(10_000 * part);
          expect(state.costMicro.committed + state.costMicro.reserved).toBeLessThanOrEqual(100_000 * part);
          expect(loopStateSchema.safeParse(state).success).toBe(true);
        });
      }),
    );
  });
});
