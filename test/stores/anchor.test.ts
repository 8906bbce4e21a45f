import { appendFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendAnchor, compactAnchor, isStoreOlderThanAnchor, readAnchor } from '../../stores/anchor';
import { appendJournal } from '../../stores/journal';
import { migrate } from '../../stores/migrations';
import { openDatabase } from '../../stores/open-database';
import { runChild } from './run-child';
import { makeHome, onBothDatabases } from './store-targets';

const hashOf = (seq: number): string => seq.toString(16).padStart(64, '0');
const point = (seq: number) => ({ seq, hash: hashOf(seq) });

describe('anchor file', () => {
  let home: string;
  let path: string;
  beforeEach(() => {
    home = makeHome();
    path = join(home, 'anchor');
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('no file -> no anchor', async () => {
    expect(await readAnchor(path)).toBeUndefined();
  });

  it('lines out of order -> the highest seq wins', async () => {
    for (const seq of [3, 10, 9]) await appendAnchor(path, point(seq));
    expect(await readAnchor(path)).toEqual(point(10));
  });

  it('last line torn -> ignored, and the next line is whole', async () => {
    await appendAnchor(path, point(3));
    appendFileSync(path, `\n4 ${hashOf(4).slice(0, 20)}`);
    expect(await readAnchor(path)).toEqual(point(3));
    await appendAnchor(path, point(5));
    expect(await readAnchor(path)).toEqual(point(5));
  });

  it('no readable line -> refused, naming the path', async () => {
    writeFileSync(path, 'something else\n');
    await expect(readAnchor(path)).rejects.toMatchObject({
      code: 'store.anchorUnreadable',
      message: expect.stringContaining(path),
    });
  });

  it('folder gone -> store.unreachable', async () => {
    await expect(appendAnchor(join(home, 'nowhere', 'anchor'), point(1))).rejects.toMatchObject({
      name: 'StoreUnavailableError',
    });
  });

  it('compaction: a long file -> one line, the highest', async () => {
    for (const seq of [3, 10, 9]) await appendAnchor(path, point(seq));
    await compactAnchor(path, 0);
    expect(readFileSync(path, 'utf8').trim()).toBe(`10 ${hashOf(10)}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('compaction: a short file -> left alone', async () => {
    await appendAnchor(path, point(1));
    await appendAnchor(path, point(2));
    await compactAnchor(path);
    expect(readFileSync(path, 'utf8')).toContain('1 ');
  });

  it('compaction: a lock left over by a dead process -> removed; the next start compacts', async () => {
    for (const seq of [3, 10]) await appendAnchor(path, point(seq));
    writeFileSync(`${path}.compacting`, '');
    await compactAnchor(path, 0);
    expect(existsSync(`${path}.compacting`)).toBe(true);
    utimesSync(`${path}.compacting`, 0, 0);
    await compactAnchor(path, 0);
    expect(readFileSync(path, 'utf8')).toContain('3 ');
    await compactAnchor(path, 0);
    expect(readFileSync(path, 'utf8').trim()).toBe(`10 ${hashOf(10)}`);
  });

  it('two processes compact while a third appends -> no line is lost', async () => {
    await appendAnchor(path, point(0));
    const results = await Promise.all([
      runChild('anchorAppend', { path, count: 400, hash: hashOf(7) }),
      runChild('anchorCompact', { path }),
      runChild('anchorCompact', { path }),
    ]);
    expect(results).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await readAnchor(path)).toEqual({ seq: 400, hash: hashOf(7) });
  });

  it('fifty appends at once -> the highest stands', async () => {
    const run = (from: number) => appendAnchor(path, point(from));
    await Promise.all(Array.from({ length: 50 }, (_, at) => run((at * 7) % 50)));
    expect(await readAnchor(path)).toEqual(point(49));
  });
});

onBothDatabases('anchor against the store', (make) => {
  it('row there -> not older; missing or another hash -> older; no anchor -> not older', async () => {
    const place = await make();
    const db = await openDatabase(place.target);
    await migrate(db);
    const head = await db.write((tx) =>
      appendJournal(tx, { caseId: 'c_1', kind: 'opened', subject: 's', body: {}, atMs: 1 }),
    );
    const ask = (anchor: { seq: number; hash: string } | undefined) =>
      db.read((query) => isStoreOlderThanAnchor(query, anchor));
    expect(await ask(undefined)).toBe(false);
    expect(await ask(head)).toBe(false);
    expect(await ask({ ...head, hash: hashOf(1) })).toBe(true);
    expect(await ask({ ...head, seq: 2 })).toBe(true);
    await db.close();
    await place.remove();
  });
});
