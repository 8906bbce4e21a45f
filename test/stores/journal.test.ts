import { sql } from 'kysely';
import { appendJournal, lockHead, readHead } from '../../stores/journal';
import { migrate } from '../../stores/migrations';
import { openDatabase, type Database, type Tx } from '../../stores/open-database';
import { verifyJournal } from '../../stores/verify-journal';
import { onBothDatabases, type StorePlace } from './store-targets';

onBothDatabases('journal', (make) => {
  let place: StorePlace;
  let db: Database;
  const extra: Database[] = [];

  beforeEach(async () => {
    place = await make();
    db = await openDatabase(place.target);
    await migrate(db);
  });
  afterEach(async () => {
    for (const one of [...extra.splice(0), db]) await one.close();
    await place.remove();
  });

  const append = async (tx: Tx, caseId: string, subject = 'e1') =>
    appendJournal(tx, { caseId, kind: 'opened', subject, body: { amountMinor: 100 }, atMs: 5 });

  const appendMany = async (count: number): Promise<void> => {
    for (let at = 1; at <= count; at += 1)
      await db.write((tx) => append(tx, at % 2 === 0 ? 'c_even' : 'c_odd', `e${at}`));
  };

  /** What somebody with the database's password can do: take the triggers away. */
  const bypassTriggers = async (change: (tx: Tx) => Promise<unknown>): Promise<void> => {
    await db.write(async (tx) => {
      const names = db.dialect === 'sqlite' ? ['journal_no_update', 'journal_no_delete'] : ['journal_no_change'];
      for (const name of names) {
        await sql.raw(db.dialect === 'sqlite' ? `drop trigger ${name}` : `drop trigger ${name} on journal`).execute(tx);
      }
      await change(tx);
    });
  };

  const recomputeFrom = async (tx: Tx, seq: number): Promise<void> => {
    const rows = await tx.selectFrom('journal').selectAll().where('seq', '>=', seq).orderBy('seq').execute();
    const before = await tx
      .selectFrom('journal')
      .select(['seq', 'hash'])
      .where('seq', '=', seq - 1)
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('journal').where('seq', '>=', seq).execute();
    await tx.updateTable('chainHead').set(before).execute();
    for (const row of rows) {
      const body = row.seq === seq ? { amountMinor: 9 } : (JSON.parse(row.body) as { amountMinor: number });
      await appendJournal(tx, { caseId: row.caseId, kind: row.kind, subject: row.subject, atMs: row.atMs, body });
    }
  };

  it('chain: three appends -> whole, and the head names the third', async () => {
    await appendMany(3);
    expect(await verifyJournal(db)).toEqual([]);
    expect((await db.read(readHead)).seq).toBe(3);
  });

  it('chain: an append rolled back -> head and rows as before', async () => {
    await appendMany(1);
    const failing = db.write(async (tx) => {
      await append(tx, 'c_lost');
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect((await db.read(readHead)).seq).toBe(1);
    expect(await verifyJournal(db)).toEqual([]);
  });

  it('chain: four connections append at once -> no row lost, one whole chain', async () => {
    for (let at = 0; at < 3; at += 1) extra.push(await openDatabase(place.target));
    const writers = [db, ...extra].map(async (one, who) => {
      for (let at = 0; at < 25; at += 1) {
        await one.write(async (tx) => {
          await lockHead(tx);
          await append(tx, `c_${who}`);
        });
      }
    });
    await Promise.all(writers);
    expect((await db.read(readHead)).seq).toBe(100);
    expect(await verifyJournal(db)).toEqual([]);
  });

  it.each(['update journal set at_ms = 6', 'delete from journal'])('row: %s -> refused', async (statement) => {
    await appendMany(1);
    await expect(db.write((tx) => sql.raw(statement).execute(tx))).rejects.toMatchObject({
      message: 'journal rows are never changed or removed',
    });
    expect(await verifyJournal(db)).toEqual([]);
  });

  it.each([
    ['body', { body: '{"amountMinor":1}' }],
    ['case', { caseId: 'c_other' }],
    ['kind', { kind: 'decided' }],
    ['time', { atMs: 6 }],
  ])('verify: the %s of row 2 changed behind the triggers -> rowChanged 2', async (_what, change) => {
    await appendMany(3);
    await bypassTriggers((tx) => tx.updateTable('journal').set(change).where('seq', '=', 2).execute());
    expect(await verifyJournal(db)).toEqual([expect.objectContaining({ kind: 'rowChanged', seq: 2, subject: 'e2' })]);
  });

  it('verify: tail removed -> named by the head; with the head set back, by the anchor alone', async () => {
    await appendMany(4);
    const anchor = await db.read(readHead);
    await bypassTriggers((tx) => tx.deleteFrom('journal').where('seq', '>', 2).execute());
    expect(await verifyJournal(db)).toEqual([{ kind: 'tailRemoved', by: 'head', expectedSeq: 4, foundSeq: 2 }]);
    await db.write(async (tx) => {
      const last = await tx
        .selectFrom('journal')
        .select(['seq', 'hash'])
        .where('seq', '=', 2)
        .executeTakeFirstOrThrow();
      await tx.updateTable('chainHead').set(last).execute();
    });
    expect(await verifyJournal(db)).toEqual([]);
    expect(await verifyJournal(db, anchor)).toEqual([
      { kind: 'tailRemoved', by: 'anchor', expectedSeq: 4, foundSeq: 2 },
    ]);
  });

  it('verify: the rows of one case removed from the middle -> each gap, and the case its review still names', async () => {
    await appendMany(5);
    await bypassTriggers((tx) => tx.deleteFrom('journal').where('caseId', '=', 'c_even').execute());
    const review = {
      reviewId: 'rv_1',
      round: 1,
      caseId: 'c_even',
      turnKey: 'support/c_even/1',
      callId: 'k1',
      tool: 'process_refund',
      queue: 'money',
      actionHash: 'a',
      rulesDigest: 'r',
      rule: 'gatekeeper.amount',
      state: 'pending' as const,
      openedMs: 1,
      expiresMs: 2,
      effectKey: 'e2',
    };
    await db.write((tx) => tx.insertInto('review').values(review).execute());
    expect(await verifyJournal(db)).toEqual([
      { kind: 'gap', fromSeq: 2, toSeq: 2 },
      { kind: 'gap', fromSeq: 4, toSeq: 4 },
      { kind: 'caseRemoved', caseId: 'c_even' },
    ]);
  });

  it('verify: chain recomputed from a changed row on -> whole without the anchor, named with it', async () => {
    await appendMany(4);
    const anchor = await db.read(readHead);
    await bypassTriggers((tx) => recomputeFrom(tx, 2));
    expect(await verifyJournal(db)).toEqual([]);
    expect(await verifyJournal(db, anchor)).toEqual([{ kind: 'chainRecomputed', anchorSeq: 4 }]);
  });

  it('verify: a row put in with a good hash and a wrong link -> linkBroken', async () => {
    await appendMany(2);
    await bypassTriggers(async (tx) => {
      await tx
        .updateTable('chainHead')
        .set({ hash: 'f'.repeat(64) })
        .execute();
      await append(tx, 'c_forged');
    });
    expect(await verifyJournal(db)).toEqual([{ kind: 'linkBroken', seq: 3, caseId: 'c_forged' }]);
  });
});
