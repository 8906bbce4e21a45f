// With the key in hand a history still tells nobody's words: addresses, ids, codes, digests and figures. Every string of every
// decoded payload is looked at, the names of its fields too; what has a blank in it is one of the program's own lines or a find.
// The note of a bare signal is the one exception.
import { Client } from '@temporalio/client';
import { supportGraph } from '../../agents/support/graph';
import { supportTools } from '../../agents/support/tools';
import { failureKinds } from '../../core/kernel/failure-kinds';
import { createCaseSealer } from '../../stores/case-sealer';
import { exportHistory } from '../../temporal-config/export-history';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { describeWithTemporal } from '../support/needs';
import { startCanarySystem, type CanarySystem } from './canary-system';
import { bareNotes, canaries, sentence, shopCanaries } from './canary-words';
import { decodedStrings, openPayloads, type DecodedString } from './decoded-strings';
import { findWords } from './find-words';

describeWithTemporal('a decoded history', () => {
  let shop: CanarySystem;
  let strings: readonly DecodedString[];

  beforeAll(async () => {
    shop = await startCanarySystem(process.env['TEST_TEMPORAL_ADDRESS'] ?? '');
    const { connection, runs, system } = shop;
    const client = new Client({ connection });
    const codec = createPayloadCodec({ keys: createCaseSealer(system.client.context.store.keys), side: 'passThrough' });
    const texts = await Promise.all(
      runs.map(({ workflowId, runId }) => exportHistory(client, { workflowId, runId, codec })),
    );
    strings = texts.flatMap(decodedStrings);
  }, 120_000);

  afterAll(async () => {
    await (shop as CanarySystem | undefined)?.stop();
  }, 60_000);

  /** A decision's note, of a bare signal; the sealed argument of recordDecision moves it into the store. */
  const noteFields =
    /\.(workflowExecutionSignaled|activityTaskScheduled)EventAttributes\.input\.payloads\[\]\*(\.unsealed)?\.note$/;
  const isBareNote = ({ text, path }: DecodedString): boolean =>
    noteFields.test(path) && Object.values(bareNotes).map(sentence).includes(text);

  /** Lines of the program that travel, and failures it writes from its own list of kinds. */
  const ownLines = ['aborted by a person; see the registry', 'Encoded failure'];
  const kindLines = Object.values(failureKinds).map(({ wordsForPerson }) => wordsForPerson);
  const isOwnLine = ({ text }: DecodedString): boolean =>
    ownLines.includes(text) ||
    /^\w+: its words stay out of the record, its stack says where$/.test(text) ||
    kindLines.some(
      (line) => text.endsWith(`): ${line}`) && /^[\w.]+ \([\w.:#-]+$/.test(text.slice(0, -line.length - 3)),
    );
  /** Of a run and of its calls, for the web UI: every word is one of the program's, or an id. */
  const isSummary = ({ text, path }: DecodedString): boolean =>
    path === '.events[].userMetadata.summary*' &&
    (/^support, turn \d+ of case c_[0-9a-f]{16}$/.test(text) ||
      text.split(' ').every((word) => summaryWords.has(word) || /^([0-9a-f]{8}|rv_[0-9a-f]{16}|\d)$/.test(word)));
  const summaryWords: ReadonlySet<string> = new Set([
    ...Object.keys(supportGraph.nodes),
    ...supportTools.map(({ name }) => name),
    ...['approve', 'reject', 'ask', 'edit', 'expired', 'attempt', 'expires', 'tries', 'again', 'record'],
    ...'establish before going on'.split(' '),
  ]);
  const isCode = ({ text }: DecodedString): boolean => /^[\w.:@~#/+=-]*$/.test(text) && text.length <= 400;

  test('every string of every payload -> an id, code, digest, figure or name, or a line of the program', () => {
    expect(strings.length).toBeGreaterThan(5_000);
    expect(strings.filter((one) => !isCode(one) && !isOwnLine(one) && !isSummary(one) && !isBareNote(one))).toEqual([]);
  });

  test('every sealed payload opened, stacks of failures too -> no canary outside the one argument', async () => {
    const { turns, runs, system } = shop;
    const codec = createPayloadCodec({ keys: createCaseSealer(system.client.context.store.keys), side: 'passThrough' });
    const opened = (await Promise.all(runs.map((run) => openPayloads(run, codec)))).flat();
    expect(findWords([turns.mail], opened)).not.toEqual([]);
    expect(findWords(Object.values(canaries), opened)).toEqual([]);
    expect(findWords(Object.values(bareNotes), opened)).toHaveLength(1);
  });

  test("nobody's words -> not a single canary; the customer only by the id of the order database", () => {
    const { customerId, ...personal } = shopCanaries;
    const words = [...Object.values(canaries), ...Object.values(personal)];
    const said = strings.filter(({ text }) => words.some((word) => text.toLowerCase().includes(word.toLowerCase())));
    expect(said).toEqual([]);
    const named = strings.filter(({ text }) => text.includes(customerId));
    expect(new Set(named.map(({ path }) => path.split('.').at(-1)))).toEqual(new Set(['subject']));
  });

  test('the note of a bare signal -> in its signal and in the argument that moves it into the store, in no state after', () => {
    const noted = strings.filter(({ text }) => Object.values(bareNotes).some((note) => text.includes(note)));
    expect(noted.filter((one) => !isBareNote(one))).toEqual([]);
    expect(noted).toHaveLength(3);
  });
});
