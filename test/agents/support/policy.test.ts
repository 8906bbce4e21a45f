import { makeSupportKit, supportKit } from '../../../agents/support/kit';
import shipped from '../../../agents/support/policy.json';

// Faulty on purpose, at any depth.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = Record<string, any>;
type Change = (policy: Loose) => void;
const changed = (change: Change): unknown => {
  const copy = structuredClone(shipped) as Loose;
  change(copy);
  return copy;
};
const faultsOf = (change: Change): readonly string[] => {
  const made = makeSupportKit(changed(change));
  return made.kind === 'faults' ? made.faults : [];
};

describe('support policy file', () => {
  test('the shipped one -> a kit without a warning', () => {
    const made = makeSupportKit(shipped);
    expect(made).toMatchObject({ kind: 'kit', kit: { policy: { id: 'support@1', warnings: [] } } });
  });

  test.each<[string, Change, RegExp]>([
    [
      'a missing rule',
      (p) => delete p['refund'].undated,
      /^refund\.undated: missing rule: .*expected one of.*got nothing$/,
    ],
    ['a missing part', (p) => delete p['caps'].agentPerDay, /^caps\.agentPerDay: missing rule: .*got nothing$/],
    ['a missing reason', (p) => delete p['refund'].reasons.late, /^refund\.reasons\.late: missing rule/],
    [
      'overlapping windows',
      (p) => (p['refund'].windows[1].fromDay = 30),
      /^refund\.windows: windows overlap at day 30/,
    ],
    ['a gap', (p) => (p['refund'].windows[1].fromDay = 40), /^refund\.windows: no window holds day 31/],
    [
      'a late beginning',
      (p) => (p['refund'].windows[0].fromDay = 1),
      /^refund\.windows: expected the first window to begin at day 0/,
    ],
    [
      'a window turned round',
      (p) => (p['refund'].windows[1].toDay = 20),
      /^refund\.windows\.1: expected fromDay not after toDay, got \{/,
    ],
    ['a day past any', (p) => (p['refund'].windows[1].toDay = 20_000), /^refund\.windows\.1\.toDay: .*got 20000$/],
    [
      'a negative limit',
      (p) => (p['refund'].aloneMaxPerOrder = '-1.00'),
      /^refund\.aloneMaxPerOrder: expected an amount not below 0.*got "-1\.00"$/,
    ],
    [
      'an amount as a number',
      (p) => (p['refund'].aloneMaxPerOrder = 100),
      /^refund\.aloneMaxPerOrder: .*string.*got 100$/,
    ],
    ['a negative count', (p) => (p['caps'].customerPerDay.count = -1), /^caps\.customerPerDay\.count: .*got -1$/],
    [
      'an unknown reason',
      (p) => (p['refund'].reasons.latte = 'allow'),
      /^refund\.reasons\.latte: .*unknown key; did you mean late\?$/,
    ],
    [
      'a misspelt key',
      (p) => (p['refund'].aloneMaxPerOrdr = '1.00'),
      /^refund\.aloneMaxPerOrdr: .*did you mean aloneMaxPerOrder\?$/,
    ],
    [
      'a key at the root',
      (p) => (p['refunds'] = {}),
      /^refunds: expected one of policy, version.*did you mean refund\?$/,
    ],
    [
      'a key in a window',
      (p) => (p['refund'].windows[0].anser = 'allow'),
      /^refund\.windows\.0\.anser: .*did you mean answer\?$/,
    ],
    [
      'an unknown answer',
      (p) => (p['refund'].undated = 'maybe'),
      /^refund\.undated: .*"allow"\|"review"\|"refuse".*got "maybe"$/,
    ],
    ['another agent', (p) => (p['policy'] = 'desk'), /^policy: .*"support".*got "desk"$/],
  ])('%s -> refused, naming path, expected and got', (_what, change, fault) => {
    expect(faultsOf(change)).toEqual([expect.stringMatching(fault)]);
  });

  test('several faults -> all of them at once', () => {
    const faults = faultsOf((p) => {
      delete p['refund'].undated;
      p['cancel'].aloneMaxPerOrder = '-2.00';
    });
    expect(faults).toHaveLength(2);
  });

  test.each([[null], [[]], ['text'], [7]])('%j -> a fault at the root, no crash', (raw) => {
    expect(makeSupportKit(raw)).toEqual({ kind: 'faults', faults: [expect.stringMatching(/^\(root\): /)] });
  });

  test.each<[string, Change, RegExp]>([
    [
      'two persons below what is done alone',
      (p) => (p['review'].twoPersonsOver = '50.00'),
      /^review\.twoPersonsOver: 50\.00 is below refund\.aloneMaxPerOrder 100\.00/,
    ],
    [
      'a customer cap below the limit of an order',
      (p) => (p['caps'].customerPerDay.amount = '99.99'),
      /^caps\.customerPerDay\.amount: 99\.99 is below refund/,
    ],
    [
      'an agent cap below a customer cap',
      (p) => (p['caps'].agentPerDay.amount = '200.00'),
      /^caps\.agentPerDay\.amount: 200\.00 is below caps\.customerPerDay/,
    ],
    [
      'an agent count below a customer count',
      (p) => (p['caps'].agentPerDay.count = 4),
      /^caps\.agentPerDay\.count: 4 is below/,
    ],
  ])('%s -> a kit with a warning', (_what, change, warning) => {
    const made = makeSupportKit(changed(change));
    expect(made.kind === 'kit' ? made.kit.policy?.warnings?.[0] : made).toMatch(warning);
  });

  test('figures of the file -> the caps of the kit, in exact units', () => {
    expect(supportKit).toMatchObject({
      aloneCapsPerDay: { count: 5, amount: '250.00', currency: 'USD' },
      agentCapsPerDay: { count: 200, amount: '5000.00', currency: 'USD' },
      modelSpendPerDay: { tokens: 20_000_000, costMicro: 100_000_000 },
      reviewExpiryMs: 86_400_000,
    });
  });

  test('rules of a tool: a figure of another tool changed -> the same; its own -> others', () => {
    const rules = (change: Change, tool: string): unknown => {
      const made = makeSupportKit(changed(change));
      return made.kind === 'kit' ? made.kit.rulesOf(tool) : made;
    };
    const cancel: Change = (p) => (p['cancel'].aloneMaxPerOrder = '1.00');
    const refund: Change = (p) => (p['refund'].aloneMaxPerOrder = '1.00');
    const caps: Change = (p) => (p['caps'].customerPerDay.count = 1);
    expect(rules(cancel, 'process_refund')).toEqual(supportKit.rulesOf('process_refund'));
    expect(rules(caps, 'process_refund')).toEqual(supportKit.rulesOf('process_refund'));
    expect(rules(refund, 'process_refund')).not.toEqual(supportKit.rulesOf('process_refund'));
    expect(rules(cancel, 'cancel_order')).not.toEqual(supportKit.rulesOf('cancel_order'));
  });
});
