// What `effects verify` finds when somebody changed the store, restored an older one, or the gateway's books say otherwise: each
// departure is named by its stable code, and the command ends 9. Real runs first, then copies of what they left.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { hashRow } from '../../stores/journal';
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript, smallOrder } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';
import { approve, completed, isInterrupted, startRefund, type Order } from './kill-scene';
import { codesOf, verifyByCommand, type VerifyEnd } from './run-command';
import { poll } from './store-probe';

const otherOrder = {
  customer: 'chen_silva_7485',
  orderId: '#W2598834',
  total: '46.00',
  method: 'gift_card_7250692',
} as const;

interface JournalRow {
  seq: number;
  case_id: string;
  kind: string;
  subject: string;
  body: string;
  at_ms: number;
  prev: string;
  hash: string;
}
interface EffectRow {
  effect_key: string;
  case_id: string;
  outside_key: string;
}

describeWithTemporal('effects verify', () => {
  let system: System;
  /** As it was after the first refund, and after the second. */
  let older: string;
  let newer: string;
  let copies = 0;

  const home = (): string => system.env['TURNKEEP_HOME'] ?? '';

  const copyOf = (source: string): string => {
    copies += 1;
    const target = join(system.home, `copy-${copies}`);
    mkdirSync(target);
    cpSync(source, target, { recursive: true });
    return target;
  };

  /** Everything committed lies in the files that are copied. */
  const snapshot = async (): Promise<string> => {
    await system.client.context.store.db.truncateLog();
    return copyOf(home());
  };

  const refund = async (order: Order, caseReference: string): Promise<string> => {
    system.writeScript('turn', refundScript(order));
    const turnKey = await startRefund(system, order, caseReference);
    if (order === largeOrder) {
      await poll('the review', () => isInterrupted(system, turnKey));
      await approve(system, turnKey);
    }
    expect(await completed(system, turnKey)).toMatchObject({ outcome: 'answered' });
    return turnKey;
  };

  const verify = (data: string): Promise<VerifyEnd> => verifyByCommand({ ...system.env, TURNKEEP_HOME: data });

  /** Changes a copy as somebody with a database shell would. */
  const tamper = (source: string, change: (database: SqliteDatabase.Database) => void): string => {
    const data = copyOf(source);
    const database = new SqliteDatabase(join(data, 'turnkeep.db'));
    const triggers = database
      .prepare<[], { sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
      .all();
    database.exec('DROP TRIGGER journal_no_update; DROP TRIGGER journal_no_delete');
    change(database);
    for (const { sql } of triggers) database.exec(sql);
    database.close();
    return data;
  };

  const journalOf = (database: SqliteDatabase.Database): JournalRow[] =>
    database.prepare<[], JournalRow>('SELECT * FROM journal ORDER BY seq').all();

  const effectOf = (database: SqliteDatabase.Database, amountMinor: number): EffectRow => {
    const row = database.prepare<[number], EffectRow>('SELECT * FROM effect WHERE amount_minor = ?').get(amountMinor);
    if (row === undefined) throw new Error(`no entry of ${amountMinor}`);
    return row;
  };

  const cutTail = (database: SqliteDatabase.Database, keep: number): void => {
    database.prepare('DELETE FROM journal WHERE seq > ?').run(keep);
    database.prepare('UPDATE chain_head SET seq = ?, hash = (SELECT hash FROM journal WHERE seq = ?)').run(keep, keep);
  };

  /** The whole chain again from its first row, as a forger would leave it. */
  const rechain = (database: SqliteDatabase.Database): void => {
    let prev = '0'.repeat(64);
    let last = 0;
    const write = database.prepare('UPDATE journal SET seq = ?, prev = ?, hash = ? WHERE seq = ?');
    for (const row of journalOf(database)) {
      const { case_id, at_ms, seq: _seq, hash: _hash, prev: _prev, ...same } = row;
      last += 1;
      const hash = hashRow({ ...same, seq: last, prev, caseId: case_id, atMs: at_ms });
      write.run(last, prev, hash, row.seq);
      prev = hash;
    }
    database.prepare('UPDATE chain_head SET seq = ?, hash = ?').run(last, prev);
  };

  const smallMinor = 5_201;
  const expectFound = (
    end: VerifyEnd,
    findings: readonly { code: string; subject?: string; words?: unknown }[],
  ): void => {
    expect(end.body.findings).toEqual(findings.map((finding) => expect.objectContaining(finding)));
    expect(end).toMatchObject({ exit: 9, body: { ok: false, error: { code: 'EFFECTS_DEPART' } } });
    for (const { code } of findings) expect(end.body.error?.message).toContain(code);
  };

  beforeAll(async () => {
    system = await startSystem();
    await refund(largeOrder, 'large');
    older = await snapshot();
    await refund(smallOrder, 'small');
    newer = await snapshot();
  }, 60_000);
  afterAll(() => system.stop(), 30_000);

  test('copy: nothing changed -> nothing found, ends 0', async () => {
    const { exit, body } = await verify(copyOf(newer));
    expect({ exit, findings: body.findings, checked: body.checked }).toEqual({
      exit: 0,
      findings: [],
      checked: { journalRows: 6, effects: 2, reviews: 1, charges: 2 },
    });
  });

  test.each([
    ['amount_minor', 'amount_minor = 5200', 'amountMinor: row 5200, journal 5201'],
    ['state', "state = 'refused'", 'state: row refused, journal done'],
    ['allowed_by', "allowed_by = 'policy:other'", 'allowedBy: row policy:other'],
  ])('ledger row: %s changed by hand -> effect.rowChanged names the field, ends 9', async (_column, set, words) => {
    let key = '';
    const data = tamper(newer, (database) => {
      key = effectOf(database, smallMinor).effect_key;
      database.exec(`UPDATE effect SET ${set} WHERE effect_key = '${key}'`);
    });
    expectFound(await verify(data), [
      { code: 'effect.rowChanged', subject: key, words: expect.stringContaining(words) },
    ]);
  });

  test('journal row: amount changed with its triggers dropped -> journal.rowChanged names the place, ends 9', async () => {
    let seq = 0;
    const data = tamper(newer, (database) => {
      const { effect_key } = effectOf(database, smallMinor);
      const row = journalOf(database).find(({ kind, subject }) => kind === 'started' && subject === effect_key);
      seq = row?.seq ?? 0;
      database.prepare('UPDATE journal SET body = ? WHERE seq = ?').run(row?.body.replace('5201', '5200'), seq);
      database.exec(`UPDATE effect SET amount_minor = 5200 WHERE effect_key = '${effect_key}'`);
    });
    const end = await verify(data);
    expect(seq).toBeGreaterThan(0);
    expect(end.exit).toBe(9);
    expect(end.body.findings).toContainEqual(
      expect.objectContaining({ code: 'journal.rowChanged', subject: expect.stringContaining(`"seq":${seq},`) }),
    );
    expect(codesOf(end)).toContain('gateway.amountDiffers');
  });

  test('journal: chain recomputed over a changed row -> only the anchor and the gateway show it, ends 9', async () => {
    const data = tamper(newer, (database) => {
      const { effect_key } = effectOf(database, smallMinor);
      const row = journalOf(database).find(({ kind, subject }) => kind === 'started' && subject === effect_key);
      database.prepare('UPDATE journal SET body = ? WHERE seq = ?').run(row?.body.replace('5201', '5200'), row?.seq);
      database.exec(`UPDATE effect SET amount_minor = 5200 WHERE effect_key = '${effect_key}'`);
      rechain(database);
    });
    const end = await verify(data);
    expect({ exit: end.exit, codes: codesOf(end) }).toEqual({
      exit: 9,
      codes: ['journal.chainRecomputed', 'gateway.amountDiffers'],
    });
  });

  test('journal: tail and its ledger row removed, head moved back -> journal.tailRemoved by the anchor, ends 9', async () => {
    let keep = 0;
    let before = 0;
    const data = tamper(newer, (database) => {
      const { effect_key } = effectOf(database, smallMinor);
      const rows = journalOf(database);
      before = rows.length;
      keep = (rows.find(({ subject }) => subject === effect_key)?.seq ?? 0) - 1;
      cutTail(database, keep);
      database.exec(`DELETE FROM effect WHERE effect_key = '${effect_key}'`);
    });
    expectFound(await verify(data), [
      { code: 'journal.tailRemoved', subject: JSON.stringify({ by: 'anchor', expectedSeq: before, foundSeq: keep }) },
      { code: 'gateway.unknownCharge' },
    ]);
  });

  test('journal: all rows of a case removed -> journal.caseRemoved names the case, ends 9', async () => {
    let caseId = '';
    const data = tamper(newer, (database) => {
      caseId = effectOf(database, smallMinor).case_id;
      database.exec(`DELETE FROM journal WHERE case_id = '${caseId}'`);
    });
    const end = await verify(data);
    expect(end.exit).toBe(9);
    expect(end.body.findings).toContainEqual(
      expect.objectContaining({ code: 'journal.caseRemoved', subject: JSON.stringify({ caseId }) }),
    );
  });

  test('case: removed from every table and the chain recomputed -> anchor and gateway show it, ends 9', async () => {
    let charge = '';
    const data = tamper(newer, (database) => {
      const { case_id: caseId, outside_key } = effectOf(database, 43_696);
      charge = outside_key;
      for (const table of ['journal', 'effect', 'review'])
        database.exec(`DELETE FROM ${table} WHERE case_id = '${caseId}'`);
      rechain(database);
    });
    expectFound(await verify(data), [
      { code: 'journal.tailRemoved', subject: expect.stringContaining('"by":"anchor"') },
      { code: 'gateway.unknownCharge', words: expect.stringContaining(charge) },
    ]);
  });

  test('store: restored from an older copy under its anchor -> the claim refuses, the run parks, nothing is paid, ends 9', async () => {
    const restored = copyOf(older);
    writeFileSync(join(restored, 'anchor'), readFileSync(join(newer, 'anchor')));
    const before = await system.gateway.ledger();
    const other = await startSystem({
      env: { TURNKEEP_HOME: restored, TURNKEEP_PAYMENTS_URL: system.gateway.url },
      scripts: { turn: refundScript(smallOrder) },
    });
    try {
      // The restored store does not know that this refund was paid.
      const turnKey = await startRefund(other, smallOrder, 'again');
      const parked = await until(async () => {
        const report = await other.client.wait(turnKey, { timeoutMs: 20_000 });
        return report.status === 'failed_resumable' ? report : undefined;
      });
      expect(parked).toMatchObject({ status: 'failed_resumable', cause: 'store.stale', outcome: null });
      expect(await system.gateway.ledger()).toEqual(before);
      await expect(other.client.resume(turnKey, {})).rejects.toMatchObject({ code: 'MONEY_NEEDS_PERSON', exit: 4 });
      const end = await verify(restored);
      expectFound(end, [
        { code: 'journal.tailRemoved', subject: expect.stringContaining('"by":"anchor"') },
        { code: 'gateway.unknownCharge' },
      ]);
    } finally {
      await other.stop();
    }
  }, 60_000);

  test('gateway: it paid one refund twice -> gateway.chargedTwice names the entry, ends 9', async () => {
    await system.gateway.setFaults([{ kind: 'duplicate' }]);
    await refund(otherOrder, 'other');
    const entry = await system.client.context.store.db.read((query) =>
      query.selectFrom('effect').select('effectKey').where('amountMinor', '=', 4_600).executeTakeFirstOrThrow(),
    );
    expectFound(await verify(home()), [{ code: 'gateway.chargedTwice', subject: entry.effectKey }]);
  }, 60_000);

  test('gateway: a charge by another hand -> gateway.unknownCharge names it, ends 9', async () => {
    const answer = await fetch(`${system.gateway.url}/v1/refunds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'by-hand' },
      body: JSON.stringify({ payment_reference: 'paypal_1', order_reference: '#W1', amount: 100, currency: 'USD' }),
    });
    const { id } = (await answer.json()) as { id: string };
    expectFound(await verify(home()), [
      { code: 'gateway.unknownCharge', subject: id, words: expect.stringContaining('by-hand') },
      { code: 'gateway.chargedTwice' },
    ]);
  });
});
