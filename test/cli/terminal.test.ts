// What came from outside reaches a terminal as text and as nothing else, whatever command shows it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { caseIdOf } from '../../core/kernel/ids';
import { openStore, type Store } from '../../stores/open-store';
import { jsonOf, runTurnkeep } from './run-turnkeep';

/** Clears the screen, sets the title, turns the order of letters around, starts a line that looks like ours, hides. */
const EVIL = 'x\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u200b\rREVIEW APPROVED\nstatus completed\u0000';
const STEERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]/;

let folder: string;
let env: Record<string, string>;
let turnKey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-terminal-'));
  env = { TURNKEEP_HOME: join(folder, 'home'), TEMPORAL_ADDRESS: '127.0.0.1:9' };
  const store = await openStore({ home: env['TURNKEEP_HOME'] ?? '' });
  const filled = await fill(store);
  await store.close();
  poison(env['TURNKEEP_HOME'] ?? '', filled);
  turnKey = filled.turnKey;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every free text of every row that a command shows is evil. */
const fill = async ({ runs, keys, transcripts }: Store): Promise<{ turnKey: string; replyRef: string }> => {
  const caseId = caseIdOf(keys.identityKey, 'case-1');
  const head = await transcripts.append(caseId, null, { role: 'customer', text: EVIL });
  const claim = { caseId, agent: 'support', messageAddress: head.address, modelLabel: EVIL, nowMs: 1 };
  const { turnKey } = await runs.claimTurn(claim);
  return { turnKey, replyRef: await transcripts.keepNote(caseId, EVIL) };
};

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A row whose texts are evil wherever `fixed` does not say otherwise. */
const insertEvil = (database: Sqlite.Database, table: string, fixed: Readonly<Record<string, unknown>>): void => {
  const columns = database.prepare(`pragma table_info(${table})`).all() as readonly Column[];
  const values = columns.map(({ name, type }) =>
    name in fixed ? fixed[name] : type === 'TEXT' ? EVIL : type === 'INTEGER' ? 1 : null,
  );
  const marks = columns.map(() => '?').join(', ');
  database
    .prepare(`insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${marks})`)
    .run(values);
};

const poison = (home: string, { turnKey, replyRef }: { turnKey: string; replyRef: string }): void => {
  const database = new Sqlite(join(home, 'turnkeep.db'));
  database.pragma('foreign_keys = OFF');
  database
    .prepare(`update run set status = 'cancelled', outcome = ?, cause = ?, review_id = ?, reply_ref = ?`)
    .run(EVIL, EVIL, EVIL, replyRef);
  insertEvil(database, 'effect', { turn_key: turnKey, state: 'unknown', currency: 'USD', receipt_key: null });
  const review = { turn_key: turnKey, review_id: 'rv_0123456789abcdef', state: 'rejected', currency: 'USD' };
  insertEvil(database, 'review', { ...review, note_ref: null });
  database.close();
};

const commands = (): readonly (readonly string[])[] => [
  ['run', 'list'],
  ['run', 'show', turnKey],
  ['run', 'show', EVIL.replace('\u0000', '')],
  ['review', 'list', '--state', 'all'],
  ['review', 'show', 'rv_0123456789abcdef'],
  ['review', 'list', '--state', EVIL.replace('\u0000', '')],
  ['effects', 'list'],
];

const isReference = ([noun = '', verb = '', named]: readonly string[]): boolean =>
  `${noun} ${verb}` === 'run show' && named !== turnKey;

it('text of a terminal: every command -> escapes in the place of what could steer it', async () => {
  for (const command of commands()) {
    const { stdout, stderr } = await runTurnkeep(command, { env });
    const shown = stdout + stderr;
    expect({ command, steers: STEERS.exec(shown)?.index ?? null }).toEqual({ command, steers: null });
    // A reference that has not the form of an id may be anybody's address: it is not repeated at all.
    expect({ command, told: shown.includes('owned') }).toEqual({ command, told: !isReference(command) });
  }
}, 60_000);

it('lines of a report: a value with a line break -> no line of its own', async () => {
  for (const command of [
    ['run', 'list'],
    ['review', 'show', 'rv_0123456789abcdef'],
    ['effects', 'list'],
  ]) {
    const { stdout } = await runTurnkeep(command, { env });
    expect(stdout.split('\n').filter((line) => line.startsWith('status completed'))).toEqual([]);
    expect(stdout).toContain('\\u000astatus completed');
  }
}, 60_000);

it('JSON: the same values, the same bytes a terminal may see', async () => {
  const ended = await runTurnkeep(['run', 'list', '--json'], { env });
  expect(ended.stdout.trimEnd()).not.toMatch(STEERS);
  expect(jsonOf(ended).runs[0]).toMatchObject({ outcome: EVIL, cause: EVIL, modelLabel: EVIL });
});

it('doctor: a name with escapes in the settings -> shown as text', async () => {
  const { stdout } = await runTurnkeep(['doctor'], {
    env: { ...env, TURNKEEP_PAYMENTS_URL: 'http://127.0.0.1:9/\u001b[2J' },
  });
  expect(stdout).not.toMatch(STEERS);
  const fault = await runTurnkeep(['doctor'], {
    env: { ...env, TURNKEEP_HOME: `/etc/passwd/${EVIL.replace('\u0000', '')}` },
  });
  expect(fault.stdout + fault.stderr).not.toMatch(STEERS);
  expect(fault.stdout).toContain('owned');
});
