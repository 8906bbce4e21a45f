// Several turns of one case on a real server: a yes in the second turn confirms what the first one's delivered reply asked, what waits
// in one turn is told to the next and proposed by none twice, and a person asked for is found before any model is called.
import { Connection } from '@temporalio/client';
import { readEarlierTurns } from '../../stores/earlier-turns';
import type { ModelBackend } from '../../activities/model/model-backend';
import type { ModelView } from '../../core/moves/agent-kit';
import { readHandOff } from '../../client/hand-off-record';
import { readRunRecords } from '../../client/run-records';
import { createCaseSealer } from '../../stores/case-sealer';
import { findReviewRows } from '../../stores/review-rows';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { openPayloads } from '../canaries/decoded-strings';
import { findWords } from '../canaries/find-words';
import { readChain } from '../canaries/raw-history';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithTemporal } from '../support/needs';
import { getOrder, largeOrder, refundOf, say, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

const tinyOrder = {
  customer: 'chen_silva_7485',
  orderId: '#W2598834',
  total: '46.00',
  method: 'gift_card_7250692',
} as const;
const canary = 'zqearlierkestrel4417';

describeWithTemporal('turns of a case', () => {
  let system: System;
  let worker: GatedWorker;
  /** What the models were shown, in order. */
  let views: ModelView[] = [];
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        waits: { replies: [{ calls: [refundOf(largeOrder)] }, say('The refund was looked at.')] },
        again: { replies: [{ calls: [refundOf(largeOrder)] }, say('It waits for a colleague already.')] },
        chats: { replies: [say(`Good day from ${canary}.`)], repeatLast: true },
        tinyYes: { replies: [{ calls: [refundOf(tinyOrder)] }, say('It was looked at.')] },
        draft: {
          replies: [
            { text: `Shall I refund ${tinyOrder.total} USD for order ${tinyOrder.orderId}?` },
            say('I have looked at your account.'),
          ],
        },
        handsOff: {
          replies: [
            { calls: [getOrder(largeOrder.orderId), getOrder('#W0000001')] },
            {
              calls: [
                refundOf(largeOrder),
                {
                  tool: 'hand_off',
                  argsText: JSON.stringify({ reason_code: 'unclear', note: 'They want to pay less.' }),
                },
              ],
            },
          ],
        },
      },
    });
    worker = await startGatedWorker(system, {
      change: (deps) => ({
        ...deps,
        backends: Object.fromEntries(
          Object.entries(deps.backends).map(([name, backend]): [string, ModelBackend] => [
            name,
            {
              name: backend.name,
              call: (request) => {
                views.push(request.view);
                return backend.call(request);
              },
            },
          ]),
        ),
      }),
    });
  }, 60_000);
  beforeEach(() => {
    views = [];
  });
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  interface Say {
    readonly to: string;
    readonly subject?: string;
    readonly model?: string;
    readonly requestId?: string;
  }
  const start = async (message: string, { to, ...options }: Say) =>
    system.client.start({ agent: 'support', subject: smallOrder.customer, message, caseReference: to, ...options });
  const run = async (message: string, options: Say) => {
    const { turnKey } = await start(message, options);
    return { ...(await system.client.wait(turnKey, { timeoutMs: 60_000 })), turnKey };
  };
  const charges = async () => (await system.gateway.ledger()).charges.map(({ amount }) => amount);
  const shown = (view: ModelView | undefined): string => (view?.messages ?? []).map(({ text }) => text).join('\n');
  const records = (turnKey: string) => readRunRecords(system.client.context, turnKey);
  const earlierOf = async (turnKey: string) => {
    const { row } = await records(turnKey);
    return readEarlierTurns(system.client.context.store.receipts, { caseId: row.caseId, rootTurnKey: turnKey });
  };

  test('offline: the first turn asks for the exact amount, the second says yes -> paid alone, once', async () => {
    const asked = await run(`Please refund order ${smallOrder.orderId}, it came damaged.`, { to: 'asks' });
    expect(asked.outcome).toBe('answered');
    expect(asked.reply).toContain('Shall I refund exactly that?');
    expect(await charges()).not.toContain(5_201);
    const paid = await run('Yes', { to: 'asks' });
    expect(paid.outcome).toBe('answered');
    expect(paid.reply).toContain('I have made the refund of 52.01 USD');
    expect((await charges()).filter((amount) => amount === 5_201)).toHaveLength(1);
    const { effects, reviews } = await records(paid.turnKey);
    expect(effects).toMatchObject([{ state: 'done', allowedBy: 'policy:gatekeeper.withinLimit' }]);
    expect(reviews).toEqual([]);
    const thanks = await run('Thanks!', { to: 'asks' });
    expect(thanks.outcome).toBe('answered');
    expect(shown(views.at(-1))).toContain(
      'Turn 2 of this case was answered. process_refund 52.01 USD of order #W7752779: done.',
    );
  }, 90_000);

  test('a draft that was never delivered asks the exact amount -> a yes to it confirms nothing, a person is asked', async () => {
    const on = { to: 'draft', subject: tinyOrder.customer };
    expect(await run('Hello', { ...on, model: 'scripted:draft' })).toMatchObject({
      outcome: 'answered',
      reply: 'I have looked at your account.',
    });
    const yes = await run('Yes', { ...on, model: 'scripted:tinyYes' });
    expect(yes.status).toBe('interrupted');
    expect((await records(yes.turnKey)).reviews).toMatchObject([{ rule: 'gatekeeper.amountNotConfirmed' }]);
    expect(await charges()).not.toContain(4_600);
  }, 60_000);

  test('a turn waits for a person -> the next one is told and proposes nothing twice; the approval is paid once', async () => {
    const on = { to: 'waits', subject: largeOrder.customer };
    const first = await run(`Please refund order ${largeOrder.orderId}, it came damaged.`, {
      ...on,
      model: 'scripted:waits',
    });
    expect(first.status).toBe('interrupted');
    const reviewId = first.reviewId ?? '';
    views = [];
    const told = await run('What about my refund?', on);
    expect(told).toMatchObject({ outcome: 'answered', modelLabel: 'offline' });
    expect(told.reply).toContain(
      `A colleague is looking at the refund of ${largeOrder.total} USD for order ${largeOrder.orderId}`,
    );
    expect(shown(views[0])).toContain(
      `process_refund ${largeOrder.total} USD of order ${largeOrder.orderId}: waits for a person`,
    );
    expect(shown(views[0])).toContain(`review ${reviewId}, since 20`);
    const again = await run('Refund it now!', { ...on, model: 'scripted:again' });
    expect(again).toMatchObject({ outcome: 'answered', reply: 'It waits for a colleague already.' });
    expect(shown(views.at(-1))).toContain(`"reviewId":"${reviewId}"`);
    const { store } = system.client.context;
    const { row } = await records(first.turnKey);
    const rows = await store.db.read((query) => findReviewRows(query, {}));
    expect(rows.filter(({ caseId }) => caseId === row.caseId).map(({ reviewId: id }) => id)).toEqual([reviewId]);
    const frozen = await earlierOf(told.turnKey);
    const approval = { reviewId, decision: 'approve', reasonCode: 'ok', confirmAmount: largeOrder.total } as const;
    await expect(system.client.decide(approval)).rejects.toMatchObject({ code: 'LATER_MESSAGES', exit: 6 });
    await system.client.decide({ ...approval, seenLater: 2 });
    await until(async () => (await records(first.turnKey)).row.status === 'completed');
    expect((await charges()).filter((amount) => amount === 43_696)).toHaveLength(1);
    expect(await earlierOf(told.turnKey)).toEqual(frozen);
    expect(frozen.turns).toMatchObject([{ status: 'interrupted', reviews: [{ state: 'pending', isOpen: true }] }]);
    await run('Done?', { ...on, model: 'scripted:chats' });
    expect(shown(views.at(-1))).toContain(
      `process_refund ${largeOrder.total} USD of order ${largeOrder.orderId}: done.`,
    );
  }, 90_000);

  test('a person is asked for in the middle of a question -> handed off, no model called, nothing counted or billed', async () => {
    const message = 'Where is my order #W7752779? Oh, just put me through to a human please.';
    const ended = await run(message, { to: 'person', model: 'scripted:chats' });
    expect(ended).toMatchObject({ status: 'completed', outcome: 'handedOff', steps: 0 });
    expect(views).toEqual([]);
    const { row } = await records(ended.turnKey);
    expect(row).toMatchObject({ tokens: 0, costMicro: 0, step: 0 });
    expect(await readHandOff(system.client.context, row)).toMatchObject({
      reasonCode: 'handOff.personRequested',
      whyStopped: 'the customer asked for a person',
      stoppedAt: 'agent',
      asked: message,
      next: null,
    });
    const next = await run('Hello?', { to: 'person', model: 'scripted:chats' });
    expect(next).toMatchObject({ outcome: 'answered' });
    expect(shown(views[0])).toContain('Turn 1 of this case was handed to a person.');
  }, 60_000);

  test('a hand-off stands alone: what was looked up and not found, what was not run, the note, the turns before', async () => {
    const on = { to: 'alone', subject: largeOrder.customer };
    await run('Hello there', { ...on, model: 'scripted:chats' });
    const ended = await run('I want a discount on my order.', { ...on, model: 'scripted:handsOff' });
    expect(ended.outcome).toBe('handedOff');
    const record = await readHandOff(system.client.context, (await records(ended.turnKey)).row);
    expect(record).toMatchObject({
      asked: 'I want a discount on my order.',
      stoppedAt: 'agent',
      whyStopped: 'the model said that it does not understand what is asked',
      earlier: ['Turn 1 of this case was answered. Asked: "Hello there"'],
      done: [],
      next: `process_refund (${largeOrder.orderId}, amount ${largeOrder.total}), not run; the model wrote: "They want to pay less."`,
    });
    expect(record?.established).toEqual([
      expect.stringMatching(
        new RegExp(
          `^order ${largeOrder.orderId} is delivered: .*total ${largeOrder.total} USD; (?:no refund in its record|refunded so far: .*)$`,
        ),
      ),
      "no order #W0000001 on this customer's account",
    ]);
  }, 60_000);

  test('another customer in the same case -> refused before anything is stored; the case goes on', async () => {
    await run('Hello', { to: 'mine', model: 'scripted:chats' });
    await expect(start('Hello', { to: 'mine', subject: largeOrder.customer })).rejects.toMatchObject({
      code: 'CASE_SUBJECT',
      exit: 2,
    });
    expect(await start('Hello again', { to: 'mine', model: 'scripted:chats' })).toMatchObject({ turn: 2 });
  }, 60_000);

  test('starts at once and again -> numbers of their own, the same request the same turn with the same record', async () => {
    const on = { to: 'crowd', model: 'scripted:chats' };
    await run('first', on);
    const started = await Promise.all(
      ['a', 'b', 'c', 'a'].map((requestId) => start(`message ${requestId}`, { ...on, requestId })),
    );
    expect(new Set(started.map(({ turn }) => turn))).toEqual(new Set([2, 3, 4]));
    expect(started[3]?.turnKey).toBe(started[0]?.turnKey);
    for (const { turnKey } of started) await system.client.wait(turnKey, { timeoutMs: 60_000 });
    const turnKey = started[0]?.turnKey ?? '';
    const frozen = await earlierOf(turnKey);
    await start('message a', { ...on, requestId: 'a' });
    expect(await earlierOf(turnKey)).toEqual(frozen);
    expect(frozen.turns[0]).toMatchObject({ messages: ['first'], status: 'completed' });
  }, 60_000);

  test('words of earlier turns -> shown to the model, nowhere in Temporal', async () => {
    const on = { to: 'words', model: 'scripted:chats' };
    const first = await run(`Remember the ${canary} message`, on);
    const second = await run('And now?', on);
    expect(shown(views.at(-1))).toContain(`Remember the ${canary} message`);
    expect(shown(views.at(-1))).toContain(`Good day from ${canary}.`);
    const { context } = system.client;
    const codec = createPayloadCodec({ keys: createCaseSealer(context.store.keys), side: 'passThrough' });
    const connection = await Connection.connect({ address: process.env['TEST_TEMPORAL_ADDRESS'] ?? '' });
    const runs = (await Promise.all([first, second].map(({ turnKey }) => readChain(connection, turnKey)))).flat();
    await connection.close();
    const opened = (await Promise.all(runs.map((one) => openPayloads(one, codec)))).flat();
    expect(findWords([second.turnKey], opened)).not.toEqual([]);
    expect(findWords([canary, 'Remember the', 'Good day from'], opened)).toEqual([]);
  }, 60_000);
});
