// Whatever an agent changes about a rejected action on the same order, it never gets it through without a person who sees the
// rejection, unless it asks for items that were not rejected.
import fc from 'fast-check';
import { judgeVeto, type EffectScope } from '../../../core/effects/veto';

const itemIds = ['A', 'B', 'C', 'D'] as const;
const items = fc.oneof(
  fc.constant('whole' as const),
  fc.subarray([...itemIds], { minLength: 1 }).chain((list) => fc.shuffledSubarray(list, { minLength: list.length })),
);
const scope = fc.record({
  tool: fc.constant('process_refund'),
  orderRef: fc.constant('o1'),
  items,
  amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
});
const others = fc.record({
  tool: fc.constantFrom('process_refund', 'cancel_order'),
  orderRef: fc.constantFrom('o1', 'o2', null),
  items,
  amountMinor: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
});

const meets = (a: EffectScope['items'], b: EffectScope['items']): boolean =>
  a === 'whole' || b === 'whole' || a.some((item) => b.includes(item));

describe('veto, by property', () => {
  test('any amount for any of the rejected items -> never without a person', () => {
    fc.assert(
      fc.property(scope, scope, (rejected, asked) => {
        fc.pre(meets(rejected.items, asked.items));
        expect(judgeVeto([rejected], asked)).not.toBe('none');
      }),
    );
  });

  test('the same items in any order for the same amount or more -> refused', () => {
    fc.assert(
      fc.property(scope, fc.nat(1_000_000), (rejected, more) => {
        const reordered = rejected.items === 'whole' ? rejected.items : [...rejected.items].reverse();
        const asked = { ...rejected, items: reordered, amountMinor: rejected.amountMinor + more };
        expect(judgeVeto([rejected], asked)).toBe('refused');
      }),
    );
  });

  test('further rejections, whatever they are of -> never a laxer answer', () => {
    const strictness = { none: 0, askPerson: 1, refused: 2 };
    fc.assert(
      fc.property(fc.array(others), others, scope, (before, another, asked) => {
        const alone = strictness[judgeVeto(before, asked)];
        expect(strictness[judgeVeto([...before, another], asked)]).toBeGreaterThanOrEqual(alone);
      }),
    );
  });

  test('items of which none was rejected, another order, another tool -> no veto', () => {
    fc.assert(
      fc.property(scope, scope, fc.constantFrom('items', 'order', 'tool'), (rejected, asked, apart) => {
        const change = {
          items: { items: ['E'] },
          order: { orderRef: 'o2' },
          tool: { tool: 'cancel_order' },
        }[apart];
        fc.pre(apart !== 'items' || rejected.items !== 'whole');
        expect(judgeVeto([rejected], { ...asked, ...change })).toBe('none');
      }),
    );
  });
});
