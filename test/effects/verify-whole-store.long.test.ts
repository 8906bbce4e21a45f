import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { sql } from 'kysely';
import SqliteDatabase from 'better-sqlite3';
import type { EffectArg } from '../../core/moves/activity-shapes';
import { compareFields } from '../../stores/compare-fields';
import { verifyEffects } from '../../stores/effects-verify';
import type { Tx } from '../../stores/open-database';
import type { EffectTable, ReviewTable } from '../../stores/schema';
import { codesOf, verifyByCommand, type VerifyEnd } from '../kills/run-command';
import { makeSqlitePlace, onBothDatabases } from '../stores/store-targets';
import { failureOf, openLab, perform, proposeAndJudge, reject, storePlaceOf, toEffectArg } from './effect-lab';
import type { Lab } from './effect-lab';

onBothDatabases('verify sees every field, and whether the store is whole', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(async () => lab.close());

  const byHand = (change: (tx: Tx) => Promise<unknown>): Promise<unknown> => lab.store.db.write(change);
  const run = (...statements: readonly string[]): Promise<unknown> =>
    byHand(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
  const isSqlite = (): boolean => lab.store.db.dialect === 'sqlite';
  const found = async (): Promise<readonly (readonly [string, string])[]> => {
    const { charges } = await lab.gateway.ledger();
    return (await verifyEffects(lab.store, charges)).findings.map(({ code, words }) => [code, words] as const);
  };
  const codes = async (): Promise<readonly string[]> => (await found()).map(([code]) => code);
  const pay = async (): Promise<EffectArg> => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    expect(await perform(lab.deps, arg)).toMatchObject({ kind: 'done' });
    return arg;
  };
  const loseAnswer = async (): Promise<void> => {
    const arg = toEffectArg(await proposeAndJudge(lab));
    await lab.gateway.setFaults([{ kind: 'dropped_before' }]);
    await failureOf(perform(lab.deps, arg));
  };

  it.each<[keyof EffectTable, Partial<EffectTable>]>([
    ['argsDigest', { argsDigest: 'x' }],
    ['attemptToken', { attemptToken: 'x' }],
    ['receiptKey', { receiptKey: 'x' }],
    ['receiptKey', { receiptKey: null }],
    ['changedMs', { changedMs: 1 }],
    ['leaseUntilMs', { leaseUntilMs: 1 }],
    ['attempt', { attempt: 9 }],
    ['callId', { callId: 'x' }],
  ])('a done entry: %s changed by hand -> named', async (field, change) => {
    await pay();
    expect(await codes()).toEqual([]);
    await byHand((tx) => tx.updateTable('effect').set(change).execute());
    expect(await found()).toEqual([['effect.rowChanged', expect.stringMatching(`^${field}: row [^;]*$`)]]);
  });

  it.each<[string, Uint8Array | null, string]>([
    ['removed', null, 'sealed: row missing, journal kept'],
    ['exchanged', Buffer.from('x'), 'resultDigest: row '],
  ])('an unknown entry: its sealed call %s by hand -> named', async (_what, resultSealed, words) => {
    await loseAnswer();
    expect(await codes()).toEqual([]);
    await byHand((tx) => tx.updateTable('effect').set({ resultSealed }).execute());
    expect(await found()).toEqual([['effect.rowChanged', expect.stringContaining(words)]]);
  });

  it.each<[keyof ReviewTable, Partial<ReviewTable>]>([
    ['expiresMs', { expiresMs: 1 }],
    ['openedMs', { openedMs: 1 }],
    ['queue', { queue: 'x' }],
    ['surface', { surface: 'x' }],
    ['reasonCode', { reasonCode: 'x' }],
    ['noteRef', { noteRef: 'x' }],
    ['signature', { signature: 'x' }],
  ])('a decided review: %s changed by hand -> named', async (field, change) => {
    await reject(lab, {});
    expect(await codes()).toEqual([]);
    await byHand((tx) => tx.updateTable('review').set(change).execute());
    expect(await found()).toEqual([['review.rowChanged', expect.stringMatching(`^${field}: row [^;]*$`)]]);
  });

  it('a field that an older journal does not tell -> not compared', () => {
    expect(compareFields('c', 's', { row: { a: 1 }, told: { a: undefined } })).toEqual([]);
  });

  it('triggers of the journal dropped, switched off or made harmless -> each named', async () => {
    await pay();
    if (isSqlite()) {
      await run('DROP TRIGGER journal_no_update');
      expect(await codes()).toEqual(['journal.triggerMissing']);
      await run('CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT 1; END');
      expect(await codes()).toEqual(['journal.triggerMissing']);
      await run('DROP TRIGGER journal_no_delete');
    } else {
      await run('ALTER TABLE journal DISABLE TRIGGER journal_no_change');
      expect(await codes()).toEqual(['journal.triggerMissing']);
      await run('DROP TRIGGER journal_no_truncate ON journal', 'ALTER TABLE journal ENABLE TRIGGER journal_no_change');
      expect(await codes()).toEqual(['journal.triggerMissing']);
      const harmless = 'BEGIN RETURN NEW; END';
      await run(`CREATE OR REPLACE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ ${harmless} $$`);
    }
    expect(await codes()).toEqual(['journal.triggerMissing', 'journal.triggerMissing']);
  });

  const anchorChanges: Readonly<Record<string, (path: string) => void>> = {
    removed: (path) => rmSync(path),
    emptied: (path) => writeFileSync(path, ''),
    'made a folder': (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    'filled with words': (path) => writeFileSync(path, 'hello\n'),
  };

  it.each([
    ['removed', 'anchor.missing'],
    ['emptied', 'anchor.missing'],
    ['made a folder', 'anchor.unreadable'],
    ['filled with words', 'anchor.unreadable'],
  ])('the anchor %s while the journal has rows -> %s', async (what, code) => {
    expect(await codes()).toEqual([]);
    await pay();
    anchorChanges[what]?.(lab.store.anchor.path);
    expect(await codes()).toEqual([code]);
  });

  it('an anchor that is a folder -> nothing is claimed, and no bare EISDIR', async () => {
    await pay();
    anchorChanges['made a folder']?.(lab.store.anchor.path);
    const arg = toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '10.00' }));
    await expect(perform(lab.deps, arg)).rejects.toMatchObject({
      name: 'StoreIntegrityError',
      code: 'store.anchorFolder',
    });
    expect((await lab.gateway.ledger()).charges).toHaveLength(1);
  });

  it.each(['hold', 'veto', 'note', 'effect', 'chain_head', 'journal'])('table %s dropped -> named', async (table) => {
    await pay();
    await run(`DROP TABLE ${table}`);
    const { findings } = await verifyEffects(lab.store);
    expect(findings).toContainEqual(expect.objectContaining({ code: 'store.tableMissing', subject: table }));
  });

  it('the chain has no head -> named; a claim is refused as integrity', async () => {
    await pay();
    await byHand((tx) => tx.deleteFrom('chainHead').execute());
    expect(await codes()).toEqual(['journal.headMissing']);
    const arg = toEffectArg(await proposeAndJudge(lab, { order: 'W2', amount: '10.00' }));
    await expect(perform(lab.deps, arg)).rejects.toMatchObject({ name: 'StoreIntegrityError', code: 'store.noHead' });
  });

  const breakBody = (kind: string, body: string): Promise<unknown> =>
    run(
      isSqlite() ? 'DROP TRIGGER journal_no_update' : 'DROP TRIGGER journal_no_change ON journal',
      `UPDATE journal SET body = '${body}' WHERE kind = '${kind}'`,
    );

  it.each(['garbage', '{}', 'null'])(
    'a rejection of which the body is %s -> named; nothing is claimed on it',
    async (body) => {
      const arg = toEffectArg(await proposeAndJudge(lab, { turn: 2 }));
      await reject(lab, {});
      await breakBody('decided', body);
      expect(await codes()).toEqual(expect.arrayContaining(['journal.rowChanged', 'journal.body']));
      await expect(perform(lab.deps, arg)).rejects.toMatchObject({
        name: 'StoreIntegrityError',
        code: 'store.journalBody',
      });
      expect((await lab.gateway.ledger()).charges).toEqual([]);
    },
  );

  describe('by the command', () => {
    const verify = (): Promise<VerifyEnd> => {
      const { home, databaseUrl, keysUrl } = storePlaceOf(lab.place);
      return verifyByCommand({
        TURNKEEP_HOME: home,
        TURNKEEP_PAYMENTS_URL: lab.gateway.url,
        ...(databaseUrl === undefined ? {} : { TURNKEEP_DATABASE_URL: databaseUrl }),
        ...(keysUrl === undefined ? {} : { TURNKEEP_KEYS_URL: keysUrl }),
      });
    };
    const expectFound = (end: VerifyEnd, code: string): void => {
      expect(end).toMatchObject({ exit: 9, body: { ok: false, error: { code: 'EFFECTS_DEPART' } } });
      expect(codesOf(end)).toContain(code);
    };

    it.each(['hold', 'deployment'])('table %s dropped -> a finding, ends 9', async (table) => {
      await pay();
      expect(await verify()).toMatchObject({ exit: 0, body: { findings: [] } });
      await run(`DROP TABLE ${table}`);
      expectFound(await verify(), 'store.tableMissing');
    });

    it('the anchor is a folder -> a finding, ends 9', async () => {
      await pay();
      anchorChanges['made a folder']?.(lab.store.anchor.path);
      expectFound(await verify(), 'anchor.unreadable');
    });
  });
});

describe('verify on a damaged SQLite file', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(makeSqlitePlace);
    expect(await perform(lab.deps, toEffectArg(await proposeAndJudge(lab)))).toMatchObject({ kind: 'done' });
    await lab.store.db.truncateLog();
  });
  afterEach(async () => lab.close());

  const verify = (): Promise<VerifyEnd> =>
    verifyByCommand({ TURNKEEP_HOME: storePlaceOf(lab.place).home, TURNKEEP_PAYMENTS_URL: lab.gateway.url });

  it.each<[string, (path: string) => void]>([
    ['a page of a table that verify does not read is overwritten', (path) => damageTable(path, 'note')],
    ['a page of the ledger is overwritten', (path) => damageTable(path, 'effect')],
    ['the file is cut short', (path) => truncateSync(path, 50_000)],
    ['the file is no database', (path) => writeFileSync(path, 'this is no database, however long one looks at it')],
  ])('%s -> store.damaged, ends 9', async (_what, damage) => {
    damage(lab.store.db.where);
    const end = await verify();
    expect(end).toMatchObject({ exit: 9, body: { ok: false, error: { code: 'EFFECTS_DEPART' } } });
    expect(codesOf(end)).toContain('store.damaged');
  });
});

/** Overwrites the first page of a table, as a bad disk does. */
function damageTable(path: string, table: string): void {
  const database = new SqliteDatabase(path, { readonly: true });
  const page = database.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table) as number;
  const size = database.pragma('page_size', { simple: true }) as number;
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(file);
}
