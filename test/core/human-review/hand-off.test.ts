import { createHandOff, describeHandOff, handOffSchema } from '../../../core/human-review/hand-off';

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
      '- process_refund: vetoed',
      'Stopped at agent: step cap: 5 of 5',
      'Next would have been: answer the customer',
      'Still unknown:',
      '- process_refund, 9.99 USD: unknown',
      '- whether the parcel arrived',
      'Waiting for a decision:',
      '- rv_1',
      'Probabilities:',
      '- allowed: 0.61 against the threshold 0.969',
    ]);
  });
});
