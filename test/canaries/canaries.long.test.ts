// Nobody's words lie anywhere in plain: sent through our own surfaces and written by a model, a tool or an outside system, they are
// looked for in histories, visibility, logs and every file of every database. Two places hold what they must: the shop's order
// database the customer's record, and one event of one history the note of a bare signal.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exportFormats, formatExport } from '../../client/index';
import { startDevServer, type DevServer } from '../../temporal-config/dev-server';
import { startCanarySystem, type CanarySystem } from './canary-system';
import { bareNotes, canaries, sentence, shopCanaries } from './canary-words';
import { findWords, formsOf, type Evidence } from './find-words';
import { readVisibility, toBytes } from './raw-history';
import { describeWithCli } from '../support/needs';

const cliPath = process.env['TEST_TEMPORAL_CLI'];

describe('the search', () => {
  test.each(formsOf('the word'))('a word written as $form -> found, wherever it stands', ({ bytes }) => {
    const evidence = [{ place: 'here', bytes: Buffer.concat([Buffer.from('x\0'), bytes, Buffer.from('\0y')]) }];
    expect(findWords(['the word'], evidence)).not.toEqual([]);
    expect(findWords(['other word'], evidence)).toEqual([]);
  });

  test.each([0, 1, 2, 3, 4, 5])('a word %i bytes into a base64 text -> found', (before) => {
    const text = Buffer.from(`${'x'.repeat(before)}the word, and more`).toString('base64');
    expect(findWords(['the word'], [{ place: 'here', bytes: Buffer.from(text) }])).not.toEqual([]);
  });
});

describeWithCli('canaries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-canaries-'));
  let server: DevServer | undefined;
  let shop: CanarySystem;

  beforeAll(async () => {
    const files = { dbFile: join(folder, 'server.db'), logFile: join(folder, 'server.log') };
    server = await startDevServer({ cliPath: cliPath ?? '', port: 0, headless: true, ...files });
    shop = await startCanarySystem(server.address);
  }, 180_000);

  afterAll(async () => {
    await (shop as CanarySystem | undefined)?.stop();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const everyWord = [...Object.values(canaries), ...Object.values(shopCanaries)];
  const orderDatabase = /^support-orders-.*\.db/;
  const filesIn = (place: string): readonly Evidence[] =>
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .map((name) => join(place, name))
      .filter((file) => statSync(file).isFile())
      .map((file) => ({ place: file, bytes: readFileSync(file) }));
  const histories = (): readonly Evidence[] =>
    shop.runs.map(({ workflowId, runId, events }) => ({
      place: `history ${workflowId} ${runId}`,
      bytes: toBytes(events),
    }));

  test('histories of every run, continued ones too -> no canary; ids are there', () => {
    expect(shop.runs.length).toBeGreaterThan(shop.turns.all.length);
    expect(findWords(everyWord, histories())).toEqual([]);
    expect(findWords([shop.turns.mail], histories())).not.toEqual([]);
  });

  test('visibility: list and descriptions -> no canary, no note; ids are there', async () => {
    const visible = await readVisibility(shop.connection, shop.turns.all);
    expect(findWords([...everyWord, ...Object.values(bareNotes)], visible)).toEqual([]);
    expect(findWords([shop.turns.mail], visible)).not.toEqual([]);
  });

  test('files of the Temporal server and its log -> no canary; the bare note is there', () => {
    const files = filesIn(folder);
    expect(files.map(({ place }) => basename(place))).toEqual(expect.arrayContaining(['server.db', 'server.log']));
    expect(findWords(everyWord, files)).toEqual([]);
    expect(findWords(Object.values(bareNotes), files)).not.toEqual([]);
  });

  test('output of the worker -> no canary, no note, though activities failed', () => {
    expect(shop.log()).toContain('Activity failed');
    expect(
      findWords([...everyWord, ...Object.values(bareNotes)], [{ place: 'worker', bytes: Buffer.from(shop.log()) }]),
    ).toEqual([]);
  });

  test('the data folder: databases, write-ahead logs, anchor, keys -> no canary, no note', () => {
    const files = filesIn(shop.system.settings.home).filter(({ place }) => !orderDatabase.test(basename(place)));
    const names = files.map(({ place }) => basename(place));
    expect(names).toEqual(expect.arrayContaining(['turnkeep.db', 'turnkeep.db-wal', 'keys.db', 'anchor']));
    expect(findWords([...everyWord, ...Object.values(bareNotes)], files)).toEqual([]);
    expect(findWords([shop.turns.mail], files)).not.toEqual([]);
  });

  test("the shop's order database -> its own customer record, and nobody's words", () => {
    const files = filesIn(shop.system.settings.home).filter(({ place }) => orderDatabase.test(basename(place)));
    expect(findWords(Object.values(shopCanaries), files)).not.toEqual([]);
    expect(findWords([...Object.values(canaries), ...Object.values(bareNotes)], files)).toEqual([]);
  });

  test("the payment gateway's database -> references and amounts, no note and no message", () => {
    const files = filesIn(join(shop.system.home, 'gateway'));
    expect(findWords([...everyWord, ...Object.values(bareNotes)], files)).toEqual([]);
    expect(findWords(['#W9100001'], files)).not.toEqual([]);
  });

  test('opened with the key -> the words are where they belong: nothing was lost on the way', async () => {
    const { store } = shop.system.client.context;
    const rows = await store.db.read((query) => query.selectFrom('note').select(['caseId', 'address']).execute());
    const notes = await Promise.all(rows.map(({ caseId, address }) => store.transcripts.readNote(caseId, address)));
    const { approvalNote, rejectionNote, stopReason, abortReason, modelReply } = canaries;
    const kept = [approvalNote, rejectionNote, stopReason, abortReason, modelReply, bareNotes.counted].map(sentence);
    expect(notes).toEqual(expect.arrayContaining(kept));
    expect(notes.join('\n')).toContain(sentence(canaries.customerMessage));
  });

  test('exports of every run in every form: with --redact -> no canary, no order, no name; without -> the words', async () => {
    const { client } = shop.system;
    const exported = async (redact: boolean): Promise<readonly Evidence[]> => {
      const records = await Promise.all(shop.turns.all.map((turnKey) => client.export(turnKey, { redact })));
      return records.flatMap((record) =>
        exportFormats.map((format) => ({
          place: `${record.run.workflowId} as ${format}`,
          bytes: Buffer.from(formatExport(record, format)),
        })),
      );
    };
    const hidden = [...everyWord, ...Object.values(bareNotes), '#W9100001', 'test-starter', 'tester'];
    expect(findWords(hidden, await exported(true))).toEqual([]);
    const { message, modelNote, modelReply, approvalNote, abortReason, customerMessage } = canaries;
    const told = [message, modelNote, modelReply, approvalNote, abortReason, customerMessage];
    const open = await exported(false);
    expect(told.filter((word) => findWords([word], open).length === 0)).toEqual([]);
    expect(findWords([shopCanaries.customerId, 'tester'], open)).not.toEqual([]);
  });

  test('a bare signal with a note -> in plain in its own event alone', () => {
    const events = shop.runs.filter(({ workflowId }) => workflowId === shop.turns.bare).flatMap((run) => run.events);
    for (const note of Object.values(bareNotes)) {
      const holding = events.filter((event) => findWords([note], [{ place: '', bytes: toBytes([event]) }]).length > 0);
      expect(holding.map((event) => event.workflowExecutionSignaledEventAttributes?.signalName)).toEqual([
        'reviewDecision',
      ]);
    }
  });
});
