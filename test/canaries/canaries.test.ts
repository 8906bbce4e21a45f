// Nobody's words lie anywhere in plain: sent through our own surfaces and written by a model, a tool or an outside system, they are
// looked for in histories, visibility, logs and every file of every database. Two places hold what they must: the shop's order
// database the customer's record, and one event of one history the note of a bare signal.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client, type Connection } from '@temporalio/client';
import { connect } from '../../temporal-config/connection';
import { startDevServer, type DevServer } from '../../temporal-config/dev-server';
import { startSystem, type System } from '../support/start-system';
import { startCanaryGateway, writeCanaryShop, type CanaryGateway } from './canary-shop';
import { canaryScripts, runCanaryTurns, type CanaryTurns } from './canary-turns';
import { bareNotes, canaries, sentence, shopCanaries } from './canary-words';
import { findWords, formsOf, type Evidence } from './find-words';
import { readChain, readVisibility, toBytes, type RawRun } from './raw-history';

const cliPath = process.env['TEST_TEMPORAL_CLI'];
const describeWithCli = cliPath === undefined || cliPath === '' ? describe.skip : describe;

describe('the search', () => {
  test.each(formsOf('the word'))('a word written as $form -> found, wherever it stands', ({ bytes }) => {
    const evidence = [{ place: 'here', bytes: Buffer.concat([Buffer.from('x\0'), bytes, Buffer.from('\0y')]) }];
    expect(findWords(['the word'], evidence)).not.toEqual([]);
    expect(findWords(['other word'], evidence)).toEqual([]);
  });

  test.each([0, 1, 2, 3, 4, 5])('a word %i bytes into a base64 text -> found', (before) => {
    const text = Buffer.from(`${'x'.repeat(before)}the word, and more`).toString('base64');
    expect(findWords(['the word'], [{ place: 'here', bytes: Buffer.from(text) }])).toHaveLength(1);
  });
});

describeWithCli('[needs a Temporal CLI] canaries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-canaries-'));
  const databaseFile = join(folder, 'temporal', 'server.db');
  let server: DevServer;
  let gateway: CanaryGateway;
  let system: System;
  let connection: Connection;
  let turns: CanaryTurns;
  let runs: readonly RawRun[];
  let log = '';

  beforeAll(async () => {
    const config = writeCanaryShop(folder);
    require('node:fs').mkdirSync(join(folder, 'temporal'));
    const logFile = join(folder, 'temporal', 'server.log');
    server = await startDevServer({ cliPath: cliPath ?? '', port: 0, headless: true, dbFile: databaseFile, logFile });
    gateway = await startCanaryGateway();
    const env = { TEMPORAL_ADDRESS: server.address, TURNKEEP_CONFIG: config, TURNKEEP_PAYMENTS_URL: gateway.url };
    system = await startSystem({ env, worker: false, scripts: canaryScripts });
    gateway.forwardTo(system.gateway.url);
    const { child } = await system.startWorker();
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    connection = await connect(server.address);
    const bare = new Client({ connection });
    turns = await runCanaryTurns(system, (turnKey, decision) =>
      bare.workflow.getHandle(turnKey).signal('reviewDecision', decision),
    );
    runs = (await Promise.all(turns.all.map((turnKey) => readChain(connection, turnKey)))).flat();
  }, 180_000);

  afterAll(async () => {
    await connection?.close();
    await system?.stop();
    await gateway?.stop();
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
    runs.map(({ workflowId, runId, events }) => ({ place: `history ${workflowId} ${runId}`, bytes: toBytes(events) }));

  test('histories of every run, continued ones too -> no canary; ids are there', () => {
    expect(runs.length).toBeGreaterThan(turns.all.length);
    expect(findWords(everyWord, histories())).toEqual([]);
    expect(findWords([turns.mail], histories())).not.toEqual([]);
  });

  test('visibility: list and descriptions -> no canary, no note; ids are there', async () => {
    const visible = await readVisibility(connection, turns.all);
    expect(findWords([...everyWord, ...Object.values(bareNotes)], visible)).toEqual([]);
    expect(findWords([turns.mail], visible)).not.toEqual([]);
  });

  test('files of the Temporal server and its log -> no canary; the bare note is there', () => {
    const files = filesIn(join(folder, 'temporal'));
    expect(files.map(({ place }) => basename(place))).toEqual(expect.arrayContaining(['server.db', 'server.log']));
    expect(findWords(everyWord, files)).toEqual([]);
    expect(findWords(Object.values(bareNotes), files)).not.toEqual([]);
  });

  test('output of the worker -> no canary, no note, though activities failed', () => {
    expect(log).toContain('Activity failed');
    expect(findWords([...everyWord, ...Object.values(bareNotes)], [{ place: 'worker', bytes: Buffer.from(log) }])).toEqual([]);
  });

  test('the data folder: databases, write-ahead logs, anchor, keys -> no canary, no note', () => {
    const files = filesIn(system.settings.home).filter(({ place }) => !orderDatabase.test(basename(place)));
    const names = files.map(({ place }) => basename(place));
    expect(names).toEqual(expect.arrayContaining(['turnkeep.db', 'turnkeep.db-wal', 'keys.db', 'anchor']));
    expect(findWords([...everyWord, ...Object.values(bareNotes)], files)).toEqual([]);
    expect(findWords([turns.mail], files)).not.toEqual([]);
  });

  test("the shop's order database -> its own customer record, and nobody's words", () => {
    const files = filesIn(system.settings.home).filter(({ place }) => orderDatabase.test(basename(place)));
    expect(findWords(Object.values(shopCanaries), files)).not.toEqual([]);
    expect(findWords([...Object.values(canaries), ...Object.values(bareNotes)], files)).toEqual([]);
  });

  test("the payment gateway's database -> references and amounts, no note and no message", () => {
    const files = filesIn(join(system.home, 'gateway'));
    expect(files.some(({ place }) => existsSync(place))).toBe(true);
    expect(findWords([...everyWord, ...Object.values(bareNotes)], files)).toEqual([]);
    expect(findWords(['#W9100001'], files)).not.toEqual([]);
  });

  test('opened with the key -> the words are where they belong: nothing was lost on the way', async () => {
    const { store } = system.client.context;
    const rows = await store.db.read((query) => query.selectFrom('note').select(['caseId', 'address']).execute());
    const notes = await Promise.all(rows.map(({ caseId, address }) => store.transcripts.readNote(caseId, address)));
    const { approvalNote, rejectionNote, stopReason, abortReason, modelReply } = canaries;
    const kept = [approvalNote, rejectionNote, stopReason, abortReason, modelReply, bareNotes.counted].map(sentence);
    expect(notes).toEqual(expect.arrayContaining(kept));
  });

  test('a bare signal with a note -> in plain in its own event alone', () => {
    const events = runs.filter(({ workflowId }) => workflowId === turns.bare).flatMap((run) => run.events);
    for (const note of Object.values(bareNotes)) {
      const holding = events.filter((event) => findWords([note], [{ place: '', bytes: toBytes([event]) }]).length > 0);
      expect(holding.map((event) => event.workflowExecutionSignaledEventAttributes?.signalName)).toEqual(['reviewDecision']);
    }
  });
});
