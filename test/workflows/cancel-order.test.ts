// A cancellation from proposal to record: alone within the limit, by a person above it, and what the customer sees of it afterwards.
import { selectEffects } from '../../stores/effect-ledger';
import { describeWithTemporal } from '../support/needs';
import { say } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

const call = (tool: string, args: object) => ({ calls: [{ tool, argsText: JSON.stringify(args) }] });
const cancel = (orderId: string) => call('cancel_order', { order_id: orderId, reason_code: 'noLongerNeeded' });

describeWithTemporal('cancel_order', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({
      scripts: {
        small: {
          replies: [cancel('#W3942868'), call('get_order', { order_id: '#W3942868' }), say('It is cancelled.')],
        },
        large: { replies: [cancel('#W9933266'), say('A colleague decides.')] },
        late: { replies: [cancel('#W5353646'), say('It can no longer be cancelled.')] },
      },
    });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
  }, 30_000);

  const run = async (script: string, subject: string, message: string) => {
    const { turnKey } = await system.client.start({ agent: 'support', subject, message, model: `scripted:${script}` });
    const report = await until(async () => {
      const now = await system.client.wait(turnKey);
      return now.status === 'completed' || now.status === 'interrupted' ? now : undefined;
    });
    const effects = await system.client.context.store.db.read((query) => selectEffects(query, { turnKey }));
    return { turnKey, report, effects };
  };

  test('asked for plainly and within the limit -> done once, alone, whole amount to where it came from', async () => {
    const { report, effects } = await run(
      'small',
      'harper_moore_3210',
      'Please cancel order #W3942868, I found it cheaper.',
    );
    expect(report).toMatchObject({ status: 'completed', outcome: 'answered' });
    expect(effects).toMatchObject([{ tool: 'cancel_order', state: 'done', amountMinor: 9882, currency: 'USD' }]);
    const { charges } = await system.gateway.ledger();
    expect(charges.filter((charge) => charge.order_reference === '#W3942868')).toMatchObject([
      { id: expect.stringMatching(/^ca_/), amount: 9882 },
    ]);
  });

  test('over the limit -> a person is asked and nothing is sent', async () => {
    const { report, effects } = await run('large', 'raj_lee_3061', 'Cancel my order #W9933266 please.');
    expect(report).toMatchObject({ status: 'interrupted' });
    expect(effects).toEqual([]);
    expect((await system.gateway.ledger()).charges.filter((charge) => charge.order_reference === '#W9933266')).toEqual(
      [],
    );
  });

  test('an order that is processed -> refused by rule, no ledger row', async () => {
    const { report, effects } = await run('late', 'olivia_ito_3591', 'Cancel order #W5353646 please.');
    expect(report).toMatchObject({ status: 'completed', reply: 'It can no longer be cancelled.' });
    expect(effects).toEqual([]);
  });
});
