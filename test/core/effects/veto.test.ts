import { judgeVeto, type EffectScope } from '../../../core/effects/veto';

const rejected: EffectScope = { tool: 'process_refund', orderRef: 'o1', items: ['A', 'B'], amountMinor: 10_000 };
const asked = (change: Partial<EffectScope>): EffectScope => ({ ...rejected, ...change });

describe('veto', () => {
  test.each<[string, Partial<EffectScope>, string]>([
    ['the same refund', {}, 'refused'],
    ['items in another order', { items: ['B', 'A'] }, 'refused'],
    ['a larger amount', { amountMinor: 10_001 }, 'refused'],
    ['one cent less', { amountMinor: 9_999 }, 'askPerson'],
    ['one of the items', { items: ['A'], amountMinor: 5_000 }, 'askPerson'],
    ['one of the items for the full amount', { items: ['A'] }, 'askPerson'],
    ['one item rejected and one not', { items: ['B', 'C'] }, 'askPerson'],
    ['the whole order', { items: 'whole', amountMinor: 20_000 }, 'askPerson'],
    ['no item named', { items: [] }, 'askPerson'],
    ['no amount', { amountMinor: null }, 'askPerson'],
    ['other items', { items: ['C'] }, 'none'],
    ['another order', { orderRef: 'o2' }, 'none'],
    ['another tool', { tool: 'cancel_order' }, 'none'],
  ])('veto: %s after a rejection -> by the table', (_title, change, answer) => {
    expect(judgeVeto([rejected], asked(change))).toBe(answer);
  });

  test('veto: a cancellation without an amount asked again -> refused', () => {
    const cancel = asked({ tool: 'cancel_order', items: 'whole', amountMinor: null });
    expect(judgeVeto([cancel], cancel)).toBe('refused');
  });

  test('veto: a mail, which has neither order nor amount -> a person', () => {
    const mail = asked({ tool: 'send_email', orderRef: null, items: 'whole', amountMinor: null });
    expect(judgeVeto([mail], mail)).toBe('askPerson');
  });

  test('veto: several rejections -> the strictest answer wins in any order', () => {
    const other = asked({ items: ['B', 'C'] });
    expect(judgeVeto([other, rejected], rejected)).toBe('refused');
    expect(judgeVeto([rejected, other], rejected)).toBe('refused');
    expect(judgeVeto([], rejected)).toBe('none');
  });
});
