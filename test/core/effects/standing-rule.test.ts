import {
  findPassedCap,
  ruleBeforehand,
  ruleOnStanding,
  type ActionStanding,
} from '../../../core/effects/standing-rule';

const nobody = { count: 0, sumMinor: 0 };
const plain: ActionStanding = {
  veto: 'none',
  movesMoney: true,
  amountMinor: 4_000,
  currency: 'USD',
  orderTotalMinor: 10_000,
  takenMinor: 0,
  refusedBefore: false,
  hasAdopted: false,
  edited: false,
  editedAway: false,
  overlapsWaiting: false,
  provenance: null,
  held: false,
  alone: { customer: nobody, agent: nobody },
};
const cap = (count: number, amount: string) => ({ count, amount, currency: 'USD' });
const caps = { customer: cap(2, '100.00'), agent: cap(5, '200.00') };
const allow = { answer: 'allow', rule: 'r.allow' } as const;
const ask = { answer: 'review', rule: 'r.ask' } as const;
const no = { answer: 'refuse', rule: 'r.no' } as const;

describe('rule on a standing', () => {
  test.each<[string, Parameters<typeof ruleBeforehand>[0], Partial<ActionStanding>, string]>([
    ['nothing in the way', allow, {}, 'allow r.allow'],
    ['a veto that refuses, before any rule', no, { veto: 'refused' }, 'refuse veto'],
    ['a rule that refuses, before a hold', no, { held: true }, 'refuse r.no'],
    ['a sum over the order', allow, { takenMinor: 6_001 }, 'refuse ledger.orderTotal'],
    ['a sum that reaches it exactly', allow, { takenMinor: 6_000 }, 'allow r.allow'],
    ['money without an amount', allow, { amountMinor: null }, 'refuse ledger.noAmount'],
    ['no money, no amount', allow, { amountMinor: null, movesMoney: false }, 'allow r.allow'],
    ['a veto that asks', allow, { veto: 'askPerson' }, 'review veto.askPerson'],
    ['refused outside before', allow, { refusedBefore: true }, 'review ledger.refusedBefore'],
    ['an entry whose record is lost', allow, { hasAdopted: true }, 'review ledger.adopted'],
    ['an edited action', allow, { edited: true, provenance: 'provenance.nowhere' }, 'review edit.askPerson'],
    ['what it was before the edit', allow, { editedAway: true }, 'review edit.original'],
    ['part of what waits already', allow, { overlapsWaiting: true }, 'review review.overlaps'],
    ['a value only a document holds', allow, { provenance: 'provenance.untrusted' }, 'review provenance.untrusted'],
    ['a rule that refuses, whatever the origin', no, { provenance: 'provenance.untrusted' }, 'refuse r.no'],
    ['a rule that asks, under a hold', ask, { held: true }, 'review r.ask'],
    ['a hold', allow, { held: true }, 'review ledger.held'],
    [
      'the customer cap by count',
      allow,
      { alone: { customer: { count: 2, sumMinor: 0 }, agent: nobody } },
      'review ledger.cap',
    ],
    [
      'the customer cap by sum',
      allow,
      { alone: { customer: { count: 1, sumMinor: 6_001 }, agent: nobody } },
      'review ledger.cap',
    ],
    [
      'the agent cap by count',
      allow,
      { alone: { customer: nobody, agent: { count: 5, sumMinor: 0 } } },
      'review ledger.agentCap',
    ],
    [
      'the agent cap by sum',
      allow,
      { alone: { customer: nobody, agent: { count: 1, sumMinor: 16_001 } } },
      'review ledger.agentCap',
    ],
    [
      'both caps reached exactly',
      allow,
      { alone: { customer: { count: 1, sumMinor: 6_000 }, agent: { count: 4, sumMinor: 16_000 } } },
      'allow r.allow',
    ],
  ])('%s -> by the order of the rules', (_title, policy, change, expected) => {
    const { answer, rule } = ruleBeforehand(policy, { ...plain, ...change }, caps);
    expect(`${answer} ${rule}`).toBe(expected);
  });

  test('caps and holds -> bind only what is done without a person', () => {
    const full = { ...plain, held: true, alone: { customer: { count: 9, sumMinor: 0 }, agent: nobody } };
    expect(ruleOnStanding(allow, full)).toEqual(allow);
    expect(findPassedCap(full, { customer: undefined, agent: undefined })).toBeNull();
  });
});
