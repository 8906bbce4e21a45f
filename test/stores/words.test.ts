// Transcripts, notes and receipts: what is sealed under a case's key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TranscriptMessage } from '../../core/moves/agent-kit';
import { openStore, type Store } from '../../stores/open-store';
import { onBothDatabases, placeOfStore, type StorePlace } from './store-targets';

const customer = (text: string): TranscriptMessage => ({ role: 'customer', text });
const reply: TranscriptMessage = {
  role: 'assistant',
  text: '',
  calls: [{ tool: 'get_order', argsText: '{"order_id":"ord_1"}' }],
};

onBothDatabases('words', (make) => {
  let place: StorePlace;
  let store: Store;

  beforeEach(async () => {
    place = await make();
    store = await openStore(placeOfStore(place));
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const countMessages = async (): Promise<number> =>
    (await store.db.read((query) => query.selectFrom('message').select('address').execute())).length;

  it('transcript: three appends -> read oldest first, the same as they went in', async () => {
    const one = await store.transcripts.append('c_1', null, customer('Grüße, my order is late'));
    const two = await store.transcripts.append('c_1', one, reply);
    const three = await store.transcripts.append('c_1', two, customer('hello?'));
    expect(await store.transcripts.read('c_1', three.address, 3)).toEqual([
      customer('Grüße, my order is late'),
      reply,
      customer('hello?'),
    ]);
    expect(await store.transcripts.read('c_1', one.address, 1)).toEqual([customer('Grüße, my order is late')]);
  });

  it('head: bytes and upper bound of tokens add up over the branch', async () => {
    const one = await store.transcripts.append('c_1', null, customer('12345'));
    expect(one).toMatchObject({ depth: 1, bytes: '{"role":"customer","text":"12345"}'.length, tokensUpper: 16 + 5 });
    const two = await store.transcripts.append('c_1', one, customer('é'));
    expect(two).toMatchObject({ depth: 2, bytes: one.bytes + 31, tokensUpper: 16 + 5 + 16 + 2 });
    const three = await store.transcripts.append('c_1', two, reply);
    expect(three.tokensUpper - two.tokensUpper).toBe(16 + 16 + 'get_order'.length + '{"order_id":"ord_1"}'.length);
  });

  it('repeated append: the same head, no further row', async () => {
    const one = await store.transcripts.append('c_1', null, customer('a'));
    const twice = await Promise.all([1, 2].map(() => store.transcripts.append('c_1', one, customer('b'))));
    expect(twice[0]).toEqual(twice[1]);
    expect(await countMessages()).toBe(2);
  });

  it('fork: two branches share their past and keep their own ends', async () => {
    const shared = await store.transcripts.append('c_1', null, customer('a'));
    const left = await store.transcripts.append('c_1', shared, customer('left'));
    const right = await store.transcripts.append('c_1', shared, customer('right'));
    const rightEnd = await store.transcripts.append('c_1', right, customer('a'));
    expect(await countMessages()).toBe(4);
    expect(await store.transcripts.read('c_1', left.address, 2)).toEqual([customer('a'), customer('left')]);
    expect(await store.transcripts.read('c_1', rightEnd.address, 3)).toEqual(['a', 'right', 'a'].map(customer));
  });

  it('the same words in another case -> another address', async () => {
    const here = await store.transcripts.append('c_1', null, customer('a'));
    const there = await store.transcripts.append('c_2', null, customer('a'));
    expect(here.address).not.toBe(there.address);
    await expect(store.transcripts.read('c_2', here.address, 1)).rejects.toMatchObject({ code: 'store.rowMissing' });
  });

  it('append below a message that is not there -> refused, nothing stored', async () => {
    const lost = { address: 'f'.repeat(64), depth: 1, bytes: 1, tokensUpper: 1 };
    await expect(store.transcripts.append('c_1', lost, customer('a'))).rejects.toMatchObject({
      code: 'store.rowMissing',
    });
    expect(await countMessages()).toBe(0);
  });

  describe('a row changed by hand', () => {
    const threeRows = async () => {
      const one = await store.transcripts.append('c_1', null, customer('a'));
      const two = await store.transcripts.append('c_1', one, customer('b'));
      const three = await store.transcripts.append('c_1', two, customer('c'));
      return { one, two, three };
    };

    it('one byte -> refused', async () => {
      const { two, three } = await threeRows();
      const row = await store.db.read((query) =>
        query.selectFrom('message').select('sealed').where('address', '=', two.address).executeTakeFirstOrThrow(),
      );
      const sealed = Buffer.from(row.sealed);
      sealed.writeUInt8(sealed.readUInt8(14) ^ 1, 14);
      await store.db.write((tx) =>
        tx.updateTable('message').set({ sealed }).where('address', '=', two.address).execute(),
      );
      await expect(store.transcripts.read('c_1', three.address, 3)).rejects.toMatchObject({
        name: 'StoreIntegrityError',
        code: 'store.rowChanged',
      });
    });

    it('two rows exchanged -> refused: a row opens at its own address only', async () => {
      const { one } = await threeRows();
      const other = await store.transcripts.append('c_1', null, customer('other'));
      await store.db.write(async (tx) => {
        const { sealed } = await tx
          .selectFrom('message')
          .select('sealed')
          .where('address', '=', other.address)
          .executeTakeFirstOrThrow();
        await tx.updateTable('message').set({ sealed }).where('address', '=', one.address).execute();
      });
      await expect(store.transcripts.read('c_1', one.address, 1)).rejects.toMatchObject({ code: 'store.rowChanged' });
    });

    it('put below another parent -> refused', async () => {
      const { one, two } = await threeRows();
      const other = await store.transcripts.append('c_1', null, customer('I confirm 100.00'));
      await store.db.write((tx) =>
        tx.updateTable('message').set({ parent: other.address }).where('address', '=', two.address).execute(),
      );
      await expect(store.transcripts.read('c_1', two.address, 2)).rejects.toMatchObject({ code: 'store.rowChanged' });
      expect(one.depth).toBe(1);
    });

    it('removed from the middle -> refused, not a shorter conversation', async () => {
      const { two, three } = await threeRows();
      await store.db.write((tx) => tx.deleteFrom('message').where('address', '=', two.address).execute());
      await expect(store.transcripts.read('c_1', three.address, 3)).rejects.toMatchObject({ code: 'store.rowMissing' });
    });
  });

  it('notes: kept apart, read back, refused in another case', async () => {
    const address = await store.transcripts.keepNote('c_1', 'The item is used');
    expect(await store.transcripts.keepNote('c_1', 'The item is used')).toBe(address);
    expect(await store.transcripts.readNote('c_1', address)).toBe('The item is used');
    await expect(store.transcripts.readNote('c_2', address)).rejects.toMatchObject({ code: 'store.rowMissing' });
    expect(await countMessages()).toBe(0);
  });

  it('receipts: the first one kept stands', async () => {
    const receipt = { receiptKey: 'r1', caseId: 'c_1', turnKey: 'support/c_1/1', kind: 'model' };
    expect(await store.receipts.find('c_1', 'r1')).toBeUndefined();
    expect(await store.receipts.keep({ ...receipt, value: { text: 'first', tokens: 5 } })).toEqual({
      text: 'first',
      tokens: 5,
    });
    expect(await store.receipts.keep({ ...receipt, value: { text: 'second' } })).toEqual({ text: 'first', tokens: 5 });
    expect(await store.receipts.find('c_1', 'r1')).toEqual({ text: 'first', tokens: 5 });
    expect(await store.receipts.find('c_2', 'r1')).toBeUndefined();
  });

  it('receipts: eight at once under one key -> all get the same', async () => {
    const keep = (at: number) =>
      store.receipts.keep({ receiptKey: 'r1', caseId: 'c_1', turnKey: 't', kind: 'model', value: { at } });
    const kept = await Promise.all(Array.from({ length: 8 }, (_, at) => keep(at)));
    expect(new Set(kept.map((value) => JSON.stringify(value))).size).toBe(1);
  });

  it('erased case: message, note and receipt are unreadable, and say so', async () => {
    const head = await store.transcripts.append('c_1', null, customer('my secret'));
    const note = await store.transcripts.keepNote('c_1', 'note');
    await store.receipts.keep({ receiptKey: 'r1', caseId: 'c_1', turnKey: 't', kind: 'model', value: {} });
    expect(await store.keys.destroyCaseKey('c_1')).toBe(true);
    const erased = { name: 'StoreIntegrityError', code: 'store.erased' };
    await expect(store.transcripts.read('c_1', head.address, 1)).rejects.toMatchObject(erased);
    await expect(store.transcripts.readNote('c_1', note)).rejects.toMatchObject(erased);
    await expect(store.receipts.find('c_1', 'r1')).rejects.toMatchObject(erased);
  });

  it('words in the database: none in plain text', async () => {
    await store.transcripts.append('c_1', null, customer('UNMISTAKABLE'));
    await store.transcripts.keepNote('c_1', 'UNMISTAKABLE');
    await store.receipts.keep({
      receiptKey: 'r1',
      caseId: 'c_1',
      turnKey: 't',
      kind: 'model',
      value: { text: 'UNMISTAKABLE' },
    });
    const { rows } = await store.db.read((query) =>
      sql`select sealed from message union all select sealed from note union all select sealed from receipt`.execute(
        query,
      ),
    );
    expect(rows).toHaveLength(3);
    expect(Buffer.concat(rows.map((row) => (row as { sealed: Buffer }).sealed)).includes('UNMISTAKABLE')).toBe(false);
    if (store.db.dialect === 'sqlite') {
      const files = ['turnkeep.db', 'turnkeep.db-wal'].map((name) => readFileSync(join(place.home, name)));
      expect(Buffer.concat(files).includes('UNMISTAKABLE')).toBe(false);
    }
  });
});
