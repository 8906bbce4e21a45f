// What the program itself says to customers passes the check a model's reply has to pass: over every order of the demonstration data,
// every outcome of a refund, and every reply that is made without a model.
import {
  askAmount,
  askMethod,
  askWhichItems,
  askWhichOrder,
  SAY,
  sayNoSuchOrder,
  sayOrder,
  sayOrders,
  sayOutcome,
  sayRefundState,
} from '../../../../agents/support/answers';
import { checkFacts } from '../../../../agents/support/check-facts';
import { replyFromOutcomes } from '../../../../agents/support/deterministic-reply';
import { abortReplyOf, handOffReplyOf } from '../../../../agents/support/hand-off-reply';
import { interimReplyOf } from '../../../../agents/support/interim-reply';
import { readTranscript, type OutcomeKind, type OrderView } from '../../../../agents/support/read-transcript';
import type { AgentTools } from '../../../../activities/tools/tool-port';
import type { Json, JsonObject } from '../../../../core/kernel/json';
import { openTools, SOURCE_FOLDER, viewOf } from '../support-desk';
import {
  asksRefund,
  delivered,
  findsNone,
  inputOf,
  paid,
  readsOrder,
  SCENES,
  transcriptOf,
  type Exchange,
} from './scenes';
import { readOrderRecords } from '../../../../activities/tools/support/order-records';
import { NOW_MS } from './scenes';

const HAND_OFF_CODES = [
  'handOff.personRequested',
  'handOff.outsideScope',
  'handOff.unclear',
  'handOff.cannotProceed',
  'governor.noProgress',
  'guard.attempt_cap',
  'subject.unknown',
  'else',
];

const errorsOf = (
  message: string,
  exchanges: readonly Exchange[],
  customer: readonly string[] = [],
): readonly string[] =>
  checkFacts(inputOf(message, exchanges, customer)).errors.map((error) => `${message}\n=> ${error}`);

describe('answers of the program', () => {
  let tools: AgentTools;
  beforeAll(() => {
    tools = openTools();
  });
  afterAll(() => tools.close());

  const exchange = async (tool: string, args: JsonObject, subject: string): Promise<Exchange> => ({
    call: { tool, argsText: JSON.stringify(args) },
    result: (await tools.reads[tool]!(args, {
      subject,
      signal: new AbortController().signal,
      effectsOf: () => Promise.resolve([]),
    })) as unknown as Json,
    atMs: NOW_MS,
  });

  test('facts: answers about every order of the demonstration data -> none disagrees with what was read', async () => {
    const { customers, orders } = readOrderRecords(SOURCE_FOLDER);
    const errors: string[] = [];
    let said = 0;
    for (const { id: subject } of customers) {
      const own = orders.filter(({ value }) => value.user_id === subject).map(({ id }) => id);
      const exchanges = [await exchange('find_orders', {}, subject)];
      for (const id of own) exchanges.push(await exchange('get_order', { order_id: id }, subject));
      const known = readTranscript(viewOf(transcriptOf(exchanges, [])));
      const list = known.orders ?? [];
      const messages = [sayOrders(list), askWhichOrder(list), ...[...known.details.values()].flatMap(answersAbout)];
      said += messages.length;
      errors.push(...messages.flatMap((message) => errorsOf(message, exchanges)));
    }
    expect(errors).toEqual([]);
    expect(said).toBeGreaterThan(800);
  });

  const answersAbout = (order: OrderView): readonly string[] => [
    sayOrder(order),
    sayRefundState(order),
    askWhichItems(order),
    askMethod(order),
    askAmount({ orderId: order.order_id, names: [], amount: order.total, named: null }),
    ...order.items.map(({ name, price }) =>
      askAmount({ orderId: order.order_id, names: [name], amount: price, named: null }),
    ),
  ];

  test('facts: fixed sentences, an unknown order, an amount the customer named -> nothing to object to', () => {
    const seen = SCENES['seen'] ?? [];
    expect(Object.values(SAY).flatMap((message) => errorsOf(message, []))).toEqual([]);
    expect(errorsOf(sayNoSuchOrder('#W1764038'), [findsNone('#W1764038')])).toEqual([]);
    const asked = askAmount({ orderId: '#W5866402', names: ['Sneakers'], amount: '207.75', named: '50.00 USD' });
    expect(errorsOf(asked, seen, ['Please refund 50 USD for my sneakers'])).toEqual([]);
    expect(errorsOf(asked, seen, ['Please refund my sneakers'])).not.toEqual([]);
    const priced = { orderId: '#W5866402', names: [], amount: '3203.78', named: '207.75 USD', priced: 'Sneakers' };
    expect(errorsOf(askAmount(priced), seen, ['Please refund 207.75 USD'])).toEqual([]);
  });

  const resultOf: Readonly<Record<OutcomeKind, Json>> = {
    done: paid,
    refusedByRule: { status: 'error', kind: 'not_permitted', words: 'no', rule: 'gatekeeper.alreadyRefunded' },
    underway: { status: 'error', kind: 'not_permitted', words: 'no', rule: 'gatekeeper.refundUnderway' },
    rejected: { status: 'rejected', kind: 'not_permitted', words: 'no', reasonCode: 'policy' },
    asked: { status: 'asked', kind: 'not_permitted', words: 'which one?', reasonCode: 'unclear' },
    expired: { status: 'error', kind: 'not_permitted', words: 'late', rule: 'review.expired' },
    pendingElsewhere: { status: 'error', kind: 'not_permitted', words: 'waits', rule: 'review.pending' },
    suppressed: { status: 'suppressed', kind: 'not_permitted', words: 'again', rule: 'duplicate' },
    held: { status: 'error', kind: 'not_permitted', words: 'held', rule: 'hold' },
    refusedOutside: { status: 'not_permitted', code: 'refused', words: 'no' },
    failed: { status: 'error', kind: 'unavailable', words: 'no' },
  };

  test.each(Object.keys(resultOf) as OutcomeKind[])(
    'facts: a refund that came to %s -> what is said of it passes',
    (kind) => {
      const exchanges = [
        readsOrder(delivered),
        asksRefund({ order: '#W5866402', amount: '207.75', items: ['6242772308'] }, resultOf[kind]),
      ];
      const [outcome] = readTranscript(viewOf(transcriptOf(exchanges, ['Please refund my sneakers.']))).outcomes;
      expect(outcome?.kind).toBe(kind);
      expect(errorsOf(sayOutcome(outcome!), exchanges)).toEqual([]);
    },
  );

  const byRule = (rule: string): Json => ({ status: 'error', kind: 'not_permitted', words: 'no', rule });
  const afterCode: Readonly<Record<string, Json>> = {
    done: paid,
    refused: resultOf.refusedOutside,
    unknown: { status: 'error', kind: 'unavailable', words: 'nothing is assumed', rule: 'connection.lost' },
    refusedByRule: byRule('gatekeeper.window'),
    needsReview: byRule('review.pending'),
    rejected: resultOf.rejected,
    asked: resultOf.asked,
    vetoed: byRule('veto'),
    expired: resultOf.expired,
    pendingElsewhere: resultOf.pendingElsewhere,
    held: resultOf.held,
    started: { status: 'error', kind: 'unavailable', words: 'nothing is assumed', rule: 'connection.lost' },
  };
  const codes = Object.keys(afterCode);
  test.each(codes)('facts: the reply without a model after %s -> passes on the same records', (code) => {
    const args = { order_id: '#W5866402', item_ids: ['6242772308'], amount: '207.75' };
    const isDone = code === 'done';
    const message = replyFromOutcomes([
      { tool: 'process_refund', code, args, result: isDone ? (paid as JsonObject) : null },
    ]);
    const result = afterCode[code] ?? null;
    expect(
      errorsOf(message, [asksRefund({ order: '#W5866402', amount: '207.75', items: ['6242772308'] }, result)]),
    ).toEqual([]);
    expect(errorsOf(replyFromOutcomes([]), [])).toEqual([]);
  });

  test.each(codes)(
    'facts: interim, hand-off and abort replies after %s, with more waiting -> pass on the same records',
    (code) => {
      const args = { order_id: '#W5866402', item_ids: ['6242772308'], amount: '207.75' };
      const isDone = code === 'done';
      const result = afterCode[code] ?? null;
      const recorded = [
        {
          tool: 'process_refund',
          code,
          args,
          result: isDone ? (paid as JsonObject) : null,
          ...(code === 'asked' ? { question: 'Was the box open when it came?' } : {}),
        },
      ];
      const waiting = [
        { tool: 'process_refund', args: { order_id: '#W5866402' }, amount: '2996.03', currency: 'USD' },
        { tool: 'cancel_order', args: { order_id: '#W5442520' }, amount: '663.85', currency: 'USD' },
      ];
      const waits: Json = { status: 'error', kind: 'not_permitted', words: 'waits', rule: 'review.pending' };
      const exchanges = [
        ...(SCENES['seen'] ?? []),
        asksRefund({ order: '#W5866402', amount: '207.75', items: ['6242772308'] }, result),
        asksRefund({ order: '#W5866402', amount: '2996.03', items: ['6242772310'] }, waits),
      ];
      const messages = [
        interimReplyOf(waiting, recorded),
        interimReplyOf(waiting),
        abortReplyOf({ recorded, waiting }),
        abortReplyOf({ recorded: [], waiting: [] }),
        ...HAND_OFF_CODES.flatMap((reason) => [
          handOffReplyOf(reason, { recorded, waiting }),
          handOffReplyOf(reason, { recorded: [], waiting: [] }),
        ]),
      ];
      expect(messages.flatMap((message) => errorsOf(message, exchanges))).toEqual([]);
    },
  );

  test('facts: the reply after a done refund, said where none was done -> an error', () => {
    const args = { order_id: '#W5866402', item_ids: ['6242772308'], amount: '207.75' };
    const message = replyFromOutcomes([{ tool: 'process_refund', code: 'done', args, result: paid as JsonObject }]);
    expect(errorsOf(message, [readsOrder(delivered)])).not.toEqual([]);
  });
});
