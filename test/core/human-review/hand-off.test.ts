import { createHandOff, describeHandOff, handOffSchema } from '../../../core/human-review/hand-off';
import { sayHandOffReason } from '../../../core/human-review/hand-off-reasons';

const effect = (kind: string, amountMinor: number | null) => ({
  callId: kind,
  tool: 'process_refund',
  kind,
  amountMinor,
  currency: amountMinor === null ? null : 'USD',
});
const record = createHandOff({
  turnKey: 'support/c_1/1',
  agent: 'support',
  who: 'CUST-1',
  askedAddress: 'a1',
  established: ['order ORD-7 belongs to the customer'],
  effects: [effect('done', 4_250), effect('unknown', 999), effect('vetoed', null)],
  stoppedAt: 'agent',
  whyStopped: 'step cap: 5 of 5',
  next: 'answer the customer',
  stillUnknown: ['whether the parcel arrived'],
  pendingReviewIds: ['rv_1'],
  figures: [{ what: 'allowed', p: 0.61, tau: 0.969 }],
  modelLabel: 'offline',
  atMs: 1,
});

describe('hand-off', () => {
  test('hand-off: effects -> done, unknown and not done stay apart', () => {
    expect(record.done.map(({ kind }) => kind)).toEqual(['done']);
    expect(record.unknownEffects.map(({ kind }) => kind)).toEqual(['unknown']);
    expect(record.notDone.map(({ kind }) => kind)).toEqual(['vetoed']);
    expect(handOffSchema.safeParse(JSON.parse(JSON.stringify(record))).success).toBe(true);
  });
  test('hand-off: in words -> stands alone', () => {
    expect(describeHandOff(record, 'Where is my money?').split('\n')).toEqual([
      'For: CUST-1 (support, turn support/c_1/1, model offline)',
      'Asked: Where is my money?',
      'Established:',
      '- order ORD-7 belongs to the customer',
      'Done:',
      '- process_refund, 42.50 USD: done',
      'Not done:',
      '- process_refund: a person decided against it before',
      'Stopped at agent: step cap: 5 of 5',
      'Next would have been: answer the customer',
      'Still unknown:',
      '- process_refund, 9.99 USD: sent, but whether it happened is not known',
      '- whether the parcel arrived',
      'Waiting for a decision:',
      '- rv_1',
      'Probabilities:',
      '- allowed: 0.61 against the threshold 0.969',
    ]);
  });
  test('hand-off: what came before, the order of an effect, the code and the limit reached -> told', () => {
    const told = describeHandOff(
      {
        ...record,
        notDone: [{ ...effect('rejected', null), about: '#W7752779, amount 52.01' }],
        whyStopped: sayHandOffReason('governor.token_budget'),
        reasonCode: 'governor.token_budget',
        limits: [{ what: 'token_budget', value: 20_100, limit: 20_000 }],
        earlier: ['Turn 1 of this case was answered.'],
      },
      'Where is my money?',
    ).split('\n');
    expect(told).toEqual(expect.arrayContaining(['Earlier in this case:', '- Turn 1 of this case was answered.']));
    expect(told).toContain('- process_refund, #W7752779, amount 52.01: a person decided against it');
    expect(told).toContain(
      'Stopped at agent: the tokens of this turn were used up, the reserve included (governor.token_budget)',
    );
    expect(told).toEqual(expect.arrayContaining(['Limits reached:', '- token_budget: 20100 against the limit 20000']));
  });
  test('hand-off: a record with fields nobody here knows, or without the newer ones -> reads', () => {
    expect(handOffSchema.safeParse({ ...record, mood: 'calm' }).success).toBe(true);
    expect(record).not.toHaveProperty('earlier');
    expect(handOffSchema.safeParse({ ...record, done: 'all' }).success).toBe(false);
  });
  test('hand-off: a reason without words -> its code, never a guess', () => {
    expect(sayHandOffReason('handOff.personRequested')).toBe('the customer asked for a person');
    expect(sayHandOffReason('plugin.stopped')).toBe('plugin.stopped');
  });
});
