// What the client library refuses of what a program passes: before anything is claimed, kept or sent.
import { formatExport, openClient, openRunReader, type RunExport, type TurnkeepClient } from '../../client';
import { describeWithTemporal } from '../support/needs';
import { smallOrder } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';

/** As a program without types passes it. */
const any = <T>(value: unknown): T => value as T;

describeWithTemporal('refusals of the client library', () => {
  let system: System;
  let client: TurnkeepClient;
  beforeAll(async () => {
    system = await startSystem({ worker: false });
    client = system.client;
  }, 60_000);
  afterAll(async () => {
    await system.stop();
  }, 30_000);

  const turn = { agent: 'support', subject: smallOrder.customer, message: 'hello' };
  const refusalOf = async (act: () => Promise<unknown>): Promise<string> => {
    try {
      await act();
    } catch (error) {
      const { name, code, exit, message } = error as Record<string, unknown>;
      return `${String(name)} ${String(code)} ${String(exit)} ${String(message)}`;
    }
    return 'nothing was refused';
  };
  const rowCount = async (): Promise<number> => (await client.list()).runs.length;

  it.each<[string, Record<string, unknown>, string]>([
    ['a limit below one', { limits: { stepMax: -1 } }, 'limits.stepMax: expected more than 0, got -1'],
    ['a limit there is not', { limits: { stepsMax: 3 } }, 'limits.stepsMax: unknown option'],
    ['an expiry in the past', { reviewExpiryMs: -5 }, 'reviewExpiryMs: expected at least 1, got -5'],
    ['approval by waiting', { atReviewExpiry: 'approve' }, 'expected stayPending, expire, got "approve"'],
    ['no customer', { subject: undefined }, 'subject: expected a text, got nothing'],
    ['no words', { message: undefined }, 'message: expected a text, got nothing'],
    ['a mistyped option', { requestID: 'r' }, 'requestID: unknown option, did you mean requestId?'],
    ['a starter of two lines', { startedBy: 'ana\nrita' }, 'INPUT_STARTED_BY 2 startedBy: expected a name on one line'],
    ['an id of two lines', { requestId: 'a\nb' }, 'INPUT_REQUEST_ID 2 requestId: expected an id on one line'],
    ['an empty id', { requestId: '' }, 'INPUT_REQUEST_ID 2 requestId: expected 1 to 200 characters, got 0'],
  ])('start: %s -> refused, and no row is left', async (_what, wrong, words) => {
    const before = await rowCount();
    const told = await refusalOf(() => client.start(any({ ...turn, ...wrong })));
    expect(told).toContain(words);
    expect(told).toMatch(/^ClientError INPUT_\w+ 2 /);
    expect(await rowCount()).toBe(before);
  });

  it('start: a limit named and left undefined -> the agent’s own', async () => {
    expect(await client.start({ ...turn, limits: any({ stepMax: undefined }) })).toMatchObject({ turn: 1 });
  });

  it('start: the same request id without a case -> the same turn; another one -> another case', async () => {
    const first = await client.start({ ...turn, requestId: 'order-page-7' });
    expect(await client.start({ ...turn, requestId: 'order-page-7' })).toEqual(first);
    expect(first.caseReference).not.toContain('order-page-7');
    expect((await client.start({ ...turn, requestId: 'order-page-8' })).turnKey).not.toBe(first.turnKey);
  });

  it.each<[string, unknown]>([
    ['empty', ''],
    ['of two lines', 'ana\nrita'],
    ['of two lines, by U+2028', 'ana\u2028rita'],
    ['of 5000 characters', 'a'.repeat(5_000)],
    ['no text', 7],
  ])('open: a name that is %s -> PERSON', async (_what, as) => {
    for (const open of [openClient, openRunReader])
      expect(await refusalOf(() => open(system.settings, any({ as })))).toMatch(
        /^ClientError PERSON 2 as: expected a name/,
      );
  });

  it.each<[string, (of: TurnkeepClient) => Promise<unknown>, string]>([
    [
      'a mistyped filter',
      (of) => of.list(any({ stauts: 'running' })),
      'list: stauts: unknown option, did you mean status?',
    ],
    [
      'a filter of reviews',
      (of) => of.review.list(any({ status: 'x' })),
      'review.list: status: unknown option, did you mean state',
    ],
    [
      'a state of no review',
      (of) => of.review.list({ state: 'open' }),
      'review.list: state: expected pending, granted',
    ],
    ['no run', (of) => of.show(any(undefined)), 'run: expected a text, got nothing'],
    [
      'an option of resume',
      (of) => of.resume('x', any({ mony: true })),
      'resume: mony: unknown option, did you mean money?',
    ],
    ['a time below none', (of) => of.wait('x', { timeoutMs: -1 }), 'wait: timeoutMs: expected at least 0, got -1'],
    [
      'a round as a text',
      (of) => of.decide(any({ ...decision, round: '1' })),
      'decide: round: expected a number, got "1"',
    ],
    [
      'a decision there is not',
      (of) => of.decide(any({ ...decision, decision: 'yes' })),
      'expected approve, reject, ask, got "yes"',
    ],
    [
      'a long note',
      (of) => of.decide({ ...decision, note: 'n'.repeat(501) }),
      'NOTE 2 note: expected 1 to 500 characters, got 501',
    ],
    [
      'a long question',
      (of) => of.review.ask({ reviewId: 'r', question: 'q'.repeat(5_000) }),
      'QUESTION 2 question: expected 1 to 2000',
    ],
    [
      'no question',
      (of) => of.review.ask(any({ reviewId: 'r' })),
      'QUESTION 2 question: expected 1 to 2000 characters, got none',
    ],
    ['no reason', (of) => of.abort('x', any(undefined)), 'REASON 2 reason: expected 1 to 500 characters, got none'],
  ])('%s -> refused, naming path, expected and got', async (_what, act, words) => {
    const told = await refusalOf(() => act(client));
    expect(told).toContain(words);
    expect(told).toMatch(/^ClientError \w+ 2 /);
  });
  const decision = { reviewId: 'rv_1', decision: 'reject', reasonCode: 'ok' } as const;

  it('words in the wrong place -> their length is told, and not themselves', async () => {
    const told = await refusalOf(() => client.list(any({ limit: 'my address is 1 Elm Street' })));
    expect(told).toContain('limit: expected a number, got a text of 26 characters');
  });

  it('an export in a form there is not -> refused with those there are', () => {
    expect(() => formatExport(any<RunExport>({}), any('xml'))).toThrow(
      'format: expected json, jsonl, csv, md, got "xml"',
    );
  });

  it('used after its close -> CLIENT_CLOSED, for a client and a reader; closing twice is fine', async () => {
    const closed = await openClient(system.settings);
    await closed.close();
    await closed.close();
    const reader = await openRunReader(system.settings);
    await reader.close();
    const uses = [
      () => closed.start(turn),
      () => closed.list(),
      () => closed.review.show('rv_1'),
      () => closed.watch('x').next(),
      () => reader.list(),
      () => reader.review.list(),
    ];
    for (const use of uses) expect(await refusalOf(use)).toMatch(/^ClientError CLIENT_CLOSED 2 /);
  });
});
