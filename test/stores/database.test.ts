import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readHead } from '../../stores/journal';
import { migrate } from '../../stores/migrations';
import { openDatabase, type Database } from '../../stores/open-database';
import { describePostgresUrl } from '../../stores/postgres-pool';
import { toStoreFailure } from '../../stores/store-failure';
import { verifyJournal } from '../../stores/verify-journal';
import { describeWithPostgres } from '../support/needs';
import { isRoot, runChild } from './run-child';
import { makeHome, onBothDatabases, type StorePlace } from './store-targets';

onBothDatabases('database', (make) => {
  let place: StorePlace;
  let db: Database;

  beforeEach(async () => {
    place = await make();
    db = await openDatabase(place.target);
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  const note = (address: string) => ({ caseId: 'c_1', address, sealed: Buffer.from('x') });

  it('migrate: four processes at once -> all succeed, one schema', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => runChild('migrate', { target: place.target })));
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ ok: true })));
    const { rows } = await db.read((query) => sql`select name from migration`.execute(query));
    expect(rows).toEqual([
      { name: '0001-first' },
      { name: '0002-provider-gate' },
      { name: '0003-interim-reply' },
      { name: '0004-policy' },
      { name: '0005-run-list' },
      { name: '0006-signed-decisions' },
    ]);
    expect(await db.read(readHead)).toEqual({ seq: 0, hash: '0'.repeat(64) });
  });

  it('migrate: a schema this version does not know -> refused with the name', async () => {
    await migrate(db);
    await db.write((tx) => sql`insert into migration (name) values ('0099-later')`.execute(tx));
    await expect(migrate(db)).rejects.toMatchObject({
      code: 'store.newer',
      message: expect.stringContaining('0099-later'),
    });
  });

  it('write: four processes append at once -> every row, one whole chain', async () => {
    await migrate(db);
    const writers = [0, 1, 2, 3].map((who) =>
      runChild('append', { target: place.target, caseId: `c_${who}`, count: 25 }),
    );
    expect(await Promise.all(writers)).toEqual(Array.from({ length: 4 }, () => ({ ok: true })));
    expect((await db.read(readHead)).seq).toBe(100);
    expect(await verifyJournal(db)).toEqual([]);
  });

  it('write: thrown inside -> nothing stands, and the next write works', async () => {
    await migrate(db);
    const failing = db.write(async (tx) => {
      await tx.insertInto('note').values(note('a')).execute();
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    await db.write((tx) => tx.insertInto('note').values(note('b')).execute());
    const rows = await db.read((query) => query.selectFrom('note').select('address').execute());
    expect(rows).toEqual([{ address: 'b' }]);
  });

  it.each(['write', 'read'] as const)(
    'write: %s of the store inside it -> refused at once, rolled back',
    async (kind) => {
      await migrate(db);
      const nested = db.write(async (tx) => {
        await tx.insertInto('note').values(note('a')).execute();
        if (kind === 'write') await db.write(async () => Promise.resolve());
        else await db.read(async () => Promise.resolve());
      });
      await expect(nested).rejects.toThrow('only queries of the transaction may be awaited inside write');
      expect(await db.read((query) => query.selectFrom('note').selectAll().execute())).toEqual([]);
    },
  );

  it('write: fifty at once in one process -> all stand', async () => {
    await migrate(db);
    const writes = Array.from({ length: 50 }, (_, at) =>
      db.write((tx) =>
        tx
          .insertInto('note')
          .values(note(String(at)))
          .execute(),
      ),
    );
    await Promise.all(writes);
    expect(await db.read((query) => query.selectFrom('note').selectAll().execute())).toHaveLength(50);
  });

  it('integers: 2^53 - 1 comes back as a number, a sum too; a fraction is refused', async () => {
    await migrate(db);
    const spend = { agent: 'support', day: '2026-01-01', tokens: Number.MAX_SAFE_INTEGER, costMicro: 5 };
    await db.write((tx) => tx.insertInto('spend').values(spend).execute());
    const read = await db.read((query) =>
      query
        .selectFrom('spend')
        .select(({ fn }) => ['tokens', fn.sum<number>('costMicro').as('sum')])
        .groupBy('tokens')
        .execute(),
    );
    expect(read).toEqual([{ tokens: Number.MAX_SAFE_INTEGER, sum: 5 }]);
    const fraction = { ...spend, day: '2026-01-02', tokens: 1.5 };
    await expect(db.write((tx) => tx.insertInto('spend').values(fraction).execute())).rejects.toMatchObject({
      code: expect.stringMatching(/^(SQLITE_CONSTRAINT_DATATYPE|22P02)$/),
    });
  });

  it('two started effects of one case -> the index refuses the second', async () => {
    await migrate(db);
    const effect = (effectKey: string) => ({
      effectKey,
      caseId: 'c_1',
      turnKey: 'support/c_1/1',
      callId: 'k',
      agent: 'support',
      tool: 'process_refund',
      day: '2026-01-01',
      alone: 1,
      argsDigest: 'd',
      state: 'started' as const,
      allowedBy: 'gatekeeper.amount',
      round: 1,
      attempt: 1,
      attemptToken: 't',
      outsideKey: effectKey,
      firstStartedMs: 1,
      changedMs: 1,
    });
    await db.write((tx) => tx.insertInto('effect').values(effect('e1')).execute());
    await expect(db.write((tx) => tx.insertInto('effect').values(effect('e2')).execute())).rejects.toMatchObject({
      code: expect.stringMatching(/^(SQLITE_CONSTRAINT_UNIQUE|23505)$/),
    });
    await db.write((tx) => tx.updateTable('effect').set({ state: 'done' }).execute());
    await db.write((tx) => tx.insertInto('effect').values(effect('e2')).execute());
  });

  it('read only: write -> refused, reads work', async () => {
    await migrate(db);
    const readOnly = await openDatabase({ ...place.target, readOnly: true });
    await expect(readOnly.write(async () => Promise.resolve())).rejects.toMatchObject({ code: 'store.readOnly' });
    expect((await readOnly.read(readHead)).seq).toBe(0);
    await readOnly.close();
  });

  it('clock: epoch ms in whole numbers', async () => {
    const nowMs = await db.read((query) => db.nowMs(query));
    expect(Number.isInteger(nowMs)).toBe(true);
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(60_000);
  });
});

describeWithPostgres('PostgreSQL in trouble', () => {
  it('session closed by the server inside a transaction: store.unreachable; the process lives and the next write works', async () => {
    const db = await openDatabase({ kind: 'postgres', url: process.env['TEST_POSTGRES_URL']! });
    const closed = db.write((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    await expect(closed).rejects.toMatchObject({ name: 'StoreUnavailableError', code: 'store.unreachable' });
    expect((await db.write((tx) => sql`select 1 as one`.execute(tx))).rows).toEqual([{ one: 1 }]);
    await db.close();
  });

  it('sessions: read committed, freed after 5 s idle in a transaction, waiting for locks a little longer', async () => {
    const db = await openDatabase({ kind: 'postgres', url: process.env['TEST_POSTGRES_URL']! });
    const shown = await db.write(async (tx) => {
      const names = ['transaction_isolation', 'idle_in_transaction_session_timeout', 'lock_timeout'];
      const values: unknown[] = [];
      for (const name of names) {
        const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(tx);
        values.push(rows[0]?.value);
      }
      return values;
    });
    expect(shown).toEqual(['read committed', '5s', '8s']);
    await db.close();
  });
});

describe('SQLite in trouble', () => {
  let home: string;
  const opened: Database[] = [];
  const openIn = async (folder: string): Promise<Database> => {
    const db = await openDatabase({ kind: 'sqlite', path: join(folder, 'turnkeep.db') });
    opened.push(db);
    return db;
  };
  beforeEach(() => {
    home = makeHome();
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
    rmSync(home, { recursive: true, force: true });
  });

  const fill = async (db: Database): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const row = { caseId: 'c_1', address: `a${at}`, sealed: Buffer.alloc(20_000) };
      await db.write((tx) => tx.insertInto('note').values(row).execute());
    }
  };
  const count = async (db: Database): Promise<number> =>
    (await db.read((query) => query.selectFrom('note').select('address').execute())).length;

  it('page limit reached: store.full naming the path; what was committed stands, and it can be read', async () => {
    const db = await openIn(home);
    await migrate(db);
    await db.write((tx) => sql`pragma max_page_count = 120`.execute(tx));
    await expect(fill(db)).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      code: 'store.full',
      message: expect.stringContaining(join(home, 'turnkeep.db')),
    });
    const before = await count(db);
    expect(before).toBeGreaterThan(0);
    await db.write((tx) => sql`pragma max_page_count = 10000`.execute(tx));
    await db.write((tx) =>
      tx
        .insertInto('note')
        .values({ caseId: 'c', address: 'z', sealed: Buffer.from('x') })
        .execute(),
    );
    expect(await count(db)).toBe(before + 1);
  });

  it('settings: what survives a crash and an erasure is switched on', async () => {
    const db = await openDatabase({ kind: 'sqlite', path: join(home, 'keys.db'), secureDelete: true });
    opened.push(db);
    const show = async (name: string) => (await db.write((tx) => sql.raw(`pragma ${name}`).execute(tx))).rows;
    expect(await show('journal_mode')).toEqual([{ journalMode: 'wal' }]);
    expect(await show('synchronous')).toEqual([{ synchronous: 2 }]);
    expect(await show('foreign_keys')).toEqual([{ foreignKeys: 1 }]);
    expect(await show('secure_delete')).toEqual([{ secureDelete: 1 }]);
  });

  const mounts = isRoot && canMount();
  (mounts ? it : it.skip)('[needs root and mount] disk full: store.full, whole after space is freed', async () => {
    const disk = join(home, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      const db = await openIn(disk);
      await migrate(db);
      await expect(fill(db)).rejects.toMatchObject({ name: 'StoreUnavailableError', code: 'store.full' });
      const before = await count(db);
      execFileSync('mount', ['-o', 'remount,size=4m', disk]);
      await db.write((tx) =>
        tx
          .insertInto('note')
          .values({ caseId: 'c', address: 'z', sealed: Buffer.from('x') })
          .execute(),
      );
      expect(await count(db)).toBe(before + 1);
      expect((await db.read((query) => sql`pragma integrity_check`.execute(query))).rows).toEqual([
        { integrityCheck: 'ok' },
      ]);
      await db.close();
      opened.pop();
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('folder that may not be written: store.readOnly or store.unreachable, naming the path and the next step', async () => {
    const db = await openIn(home);
    await migrate(db);
    await db.close();
    opened.pop();
    for (const name of readdirSync(home)) chmodSync(join(home, name), 0o444);
    chmodSync(home, 0o555);
    const target = { kind: 'sqlite', path: join(home, 'turnkeep.db') };
    const result = await runChild('append', { target, caseId: 'c_1', count: 1 }, { unprivileged: true });
    chmodSync(home, 0o755);
    expect(result).toMatchObject({ ok: false, name: 'StoreUnavailableError', code: 'store.readOnly' });
    expect(result.message).toContain(target.path);
    expect(result.message).toContain('writable');
  });

  it('folder that is missing: store.unreachable', async () => {
    await expect(openIn(join(home, 'nowhere'))).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      code: 'store.unreachable',
    });
  });

  it('file that is no database: store.corrupt', async () => {
    writeFileSync(join(home, 'turnkeep.db'), 'this is no database, it is a text of some length'.repeat(50));
    await expect(openIn(home)).rejects.toMatchObject({ name: 'StoreIntegrityError', code: 'store.corrupt' });
  });

  function canMount(): boolean {
    const place = makeHome();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
      execFileSync('umount', [place]);
      return true;
    } catch {
      return false;
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
});

describe('failures of drivers', () => {
  const failure = (code: string, message = 'it failed'): Error => Object.assign(new Error(message), { code });

  it.each([
    ['SQLITE_BUSY', 'store.busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'store.busy'],
    ['SQLITE_FULL', 'store.full'],
    ['SQLITE_READONLY_DIRECTORY', 'store.readOnly'],
    ['SQLITE_CANTOPEN', 'store.unreachable'],
    ['SQLITE_IOERR_WRITE', 'store.unreachable'],
    ['SQLITE_CORRUPT_VTAB', 'store.corrupt'],
    ['53100', 'store.full'],
    ['53300', 'store.busy'],
    ['55P03', 'store.busy'],
    ['25006', 'store.readOnly'],
    ['57P01', 'store.unreachable'],
    ['08006', 'store.unreachable'],
    ['ECONNREFUSED', 'store.unreachable'],
    ['XX001', 'store.corrupt'],
  ])('%s -> %s', (code, expected) => {
    expect(toStoreFailure(failure(code), '/data/turnkeep.db')).toMatchObject({
      code: expected,
      message: expect.stringMatching(/^\/data\/turnkeep\.db: it failed \(.*\); \w+/),
    });
  });

  it('a connection lost without a code -> store.unreachable', () => {
    const lost = new Error('Connection terminated unexpectedly');
    expect(toStoreFailure(lost, 'x')).toMatchObject({ code: 'store.unreachable' });
  });

  it.each(['SQLITE_CONSTRAINT_UNIQUE', '23505', '42703'])('%s -> as it is: a broken invariant', (code) => {
    const error = failure(code);
    expect(toStoreFailure(error, 'x')).toBe(error);
  });

  it('server that is not there: store.unreachable, without the password', async () => {
    const url = 'postgres://somebody:secret@127.0.0.1:1/turnkeep';
    await expect(openDatabase({ kind: 'postgres', url })).rejects.toMatchObject({ code: 'store.unreachable' });
    await expect(openDatabase({ kind: 'postgres', url })).rejects.not.toThrow('secret');
    expect(describePostgresUrl(url)).toBe('PostgreSQL 127.0.0.1:1/turnkeep');
  });
});
