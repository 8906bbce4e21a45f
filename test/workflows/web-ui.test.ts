// A person with nothing but Temporal's own pages and command line: what stands there, and what becomes of what they paste.
import { execFile } from 'node:child_process';
import type { WorkflowHandle } from '@temporalio/client';
import { createCaseSealer } from '../../stores/case-sealer';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes';
import { messageNames } from '../../workflows/messages';
import { startGatedWorker, type GatedWorker } from '../support/gated-worker';
import { describeWithCli, describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

interface Metadata {
  readonly currentDetails?: string;
  readonly definition?: Readonly<Record<string, readonly { readonly name?: string; readonly description?: string }[]>>;
}

const cliPath = process.env['TEST_TEMPORAL_CLI'];

const blocksOf = (details: string, language: string): readonly string[] =>
  [...details.matchAll(new RegExp(`\`\`\`${language}\n([^\`]*)\n\`\`\``, 'g'))].map(([, text = '']) => text);
const fillIn = (text: string): string => text.replace('YOUR-NAME', 'ana').replace('CODE', 'photo-seen');
/** An order that was refunded is not refunded again: each test has its own. */
const customer = 'daiki_patel_5953';
const renewedOrder = { customer, orderId: '#W3135192', total: '609.15', method: 'paypal_1009053' };
const shownOrder = { customer, orderId: '#W8969494', total: '752.27', method: 'paypal_1009053' };

/** Why the newest decision did not count, as the details say it. */
const newestIgnored = (details: string): string | undefined => /\*\*(\w+)\*\*: /.exec(details)?.[1];

describeWithTemporal('with nothing but Temporal', () => {
  let system: System;
  let worker: GatedWorker;
  beforeAll(async () => {
    system = await startSystem({
      worker: false,
      scripts: {
        large: refundScript(largeOrder, 'Your request was looked at.'),
        renewed: refundScript(renewedOrder, 'Your request was looked at.'),
        shown: refundScript(shownOrder, 'Your request was looked at.'),
      },
    });
    worker = await startGatedWorker(system);
  }, 60_000);
  afterAll(async () => {
    await worker.stop();
    await system.stop();
  }, 30_000);

  const handle = (turnKey: string) => system.client.context.temporal.workflow.getHandle(turnKey);
  const metadataOf = (turnKey: string) => handle(turnKey).query<Metadata>('__temporal_workflow_metadata');
  const detailsOf = async (turnKey: string): Promise<string> => (await metadataOf(turnKey)).currentDetails ?? '';
  const detailsWith = (turnKey: string, words: string): Promise<string> =>
    until(async () => {
      const details = await detailsOf(turnKey);
      return details.includes(words) ? details : undefined;
    });
  const start = async (model: string, order: { customer: string }, limits = {}): Promise<string> => {
    const options = { agent: 'support', subject: order.customer, message: 'Please refund my order.', limits };
    const { turnKey } = await system.client.start({ ...options, model: `scripted:${model}` });
    await until(async () => (await system.client.status(turnKey)).view?.status === 'interrupted');
    return turnKey;
  };
  const completed = (turnKey: string) => until(async () => (await system.client.wait(turnKey)).status === 'completed');
  const attributesOf = async (turnKey: string): Promise<Readonly<Record<string, unknown>>> => {
    const { typedSearchAttributes } = await handle(turnKey).describe();
    const ours = typedSearchAttributes.getAll().filter(({ key }) => Object.hasOwn(SEARCH_ATTRIBUTES, key.name));
    return Object.fromEntries(ours.map(({ key, value }) => [key.name, value]));
  };
  const summariesOf = async (events: readonly HistoryEvent[]): Promise<readonly string[]> => {
    const codec = createPayloadCodec({
      keys: createCaseSealer(system.client.context.store.keys),
      side: 'passThrough',
    });
    const opened = await codec.decode(events.map(({ userMetadata }) => userMetadata?.summary ?? {}));
    return opened.map(({ data }) => JSON.parse(Buffer.from(data ?? []).toString()) as string);
  };
  /** By a shell, as it was copied; only where the server is stands beside it. */
  const runLine = (line: string): Promise<void> =>
    new Promise((done, fail) => {
      const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_'));
      const env = { ...Object.fromEntries(own), TEMPORAL_ADDRESS: system.env['TEMPORAL_ADDRESS'] ?? '' };
      execFile('sh', ['-c', line.replace(/^temporal /, `'${cliPath ?? ''}' `)], { env }, (error) =>
        error === null ? done() : fail(new Error(error.message)),
      );
    });

  describeWithCli('by the Temporal command line', () => {
    test('a bare signal: each field missing, wrong, doubled, of another turn -> ignored, the page says why; the printed line, filled in, pays once', async () => {
      const turnKey = await start('large', largeOrder);
      const [printed = ''] = blocksOf(await detailsOf(turnKey), 'json');
      const decision = JSON.parse(fillIn(printed)) as Record<string, unknown>;
      const without = (name: string) => JSON.stringify({ ...decision, [name]: undefined });
      const changed = (change: object) => JSON.stringify({ ...decision, ...change });
      const other = JSON.parse(
        fillIn(blocksOf(await detailsOf(await start('large', largeOrder)), 'json')[0] ?? ''),
      ) as object;
      const bad: readonly (readonly [input: string, why: string])[] = [
        ...['reviewId', 'round', 'actionHash', 'decision', 'by', 'reasonCode'].map(
          (name) => [without(name), 'malformed'] as const,
        ),
        [changed({ reviewId: 'rv_0000000000000000' }), 'unknownReview'],
        [changed({ round: 2 }), 'wrongRound'],
        [changed({ round: '1' }), 'malformed'],
        [changed({ actionHash: 'f'.repeat(64) }), 'staleAction'],
        [changed({ decision: 'yes' }), 'malformed'],
        [changed({ by: '' }), 'malformed'],
        [changed({ by: 'test-starter' }), 'causedTheRun'],
        [changed({ reasonCode: 'Two words' }), 'malformed'],
        [changed({ confirmAmount: '436.95' }), 'wrongAmount'],
        [changed({ confirmAmount: 436.96 }), 'malformed'],
        [changed({}).replace('"round":1', '"round":1,"round":2'), 'wrongRound'],
        [`[${changed({})},${changed({})}]`, 'malformed'],
        [JSON.stringify(other), 'unknownReview'],
      ];
      for (const [index, [input, why]] of bad.entries()) {
        await runLine(`temporal workflow signal -w ${turnKey} --name reviewDecision --input '${input}'`);
        const details = await detailsWith(turnKey, `### Decisions that did not count: ${index + 1}\n`);
        expect([input, newestIgnored(details)]).toEqual([input, why]);
      }
      expect((await system.gateway.ledger()).charges).toEqual([]);

      const [line = ''] = blocksOf(await detailsOf(turnKey), 'sh');
      await runLine(line);
      await detailsWith(turnKey, `### Decisions that did not count: ${bad.length + 1}\n`);
      await runLine(fillIn(line));
      await completed(turnKey);
      expect((await system.gateway.ledger()).charges.map(({ amount }) => amount)).toEqual([43_696]);
      const done = await detailsOf(turnKey);
      expect(done).toContain('| status | **completed** |');
      expect(done).toContain('USD 436.96 **done**');
      expect(blocksOf(done, 'json')).toEqual([]);
    }, 60_000);
  });

  test('continued as new, for length and by a resume -> details and all six attributes are there again', async () => {
    const turnKey = await start('renewed', renewedOrder, { historyEventsMax: 1 });
    const { view } = await system.client.status(turnKey);
    const reviewId = view?.reviews[0]?.reviewId ?? '';
    const always = { Agent: 'support', TurnKey: turnKey };
    const waits = { WaitingFor: 'review', StoppedAt: 'review', ReviewDueAt: new Date(view?.waiting?.dueMs ?? 0) };
    const renewed = await detailsOf(turnKey);
    expect(renewed).toContain('| continued as new | 2 for length, 0 resumed |');
    expect(renewed).toContain(`| review | \`${reviewId}\` |`);
    expect(await attributesOf(turnKey)).toEqual({ ...always, ...waits, AgentStatus: 'interrupted' });
    await system.client.stop(turnKey, 'test');
    expect(await detailsOf(turnKey)).toContain('| status | **cancelled** |');
    await system.client.resume(turnKey, { money: true });
    const resumed = await detailsWith(turnKey, '| status | **interrupted** |');
    expect(resumed).toContain('| continued as new | 2 for length, 1 resumed |');
    expect(await attributesOf(turnKey)).toEqual({ ...always, ...waits, AgentStatus: 'interrupted' });
    const [approve = ''] = blocksOf(resumed, 'json');
    await handle(turnKey).signal('reviewDecision', JSON.parse(fillIn(approve)));
    await completed(turnKey);
    expect(await attributesOf(turnKey)).toEqual({ ...always, StoppedAt: 'answered', AgentStatus: 'completed' });
    expect(await detailsOf(turnKey)).toContain('| status | **completed** |');
  }, 60_000);

  test('messages, summaries -> every message is described, every call has its line of codes alone', async () => {
    const turnKey = await start('shown', shownOrder);
    const { definition = {} } = await metadataOf(turnKey);
    const described = Object.values(definition)
      .flat()
      .filter(({ name = '' }) => Object.hasOwn(messageNames, name));
    expect(described.map(({ name }) => name).sort()).toEqual(Object.keys(messageNames).sort());
    expect(described.filter(({ description = '' }) => description.length < 20)).toEqual([]);
    expect(await (await handle(turnKey).describe()).staticSummary()).toMatch(
      /^support, turn 1 of case c_[0-9a-f]{16}$/,
    );
    const { events } = await handle(turnKey).fetchHistory();
    const scheduled = (events ?? []).filter((event) => (event.activityTaskScheduledEventAttributes ?? null) !== null);
    const call = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
    expect((await summariesOf(scheduled)).map((summary) => summary.split(' '))).toEqual([
      ['verify'],
      ['agent'],
      ['tools', 'get_order', call],
      ['agent'],
      ['judge', 'process_refund', call],
      ['open', 'process_refund', call],
      ['tell'],
    ]);
  });
});
