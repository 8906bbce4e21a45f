import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../../stores/open-store';
import { isRoot, runChild } from './run-child';
import { makeHome, onBothDatabases, placeOfStore, type StorePlace } from './store-targets';

const NOBODY = 65534;

onBothDatabases('key ring', (make) => {
  let place: StorePlace;
  const opened: Store[] = [];
  const start = async (change: object = {}): Promise<Store> => {
    const store = await openStore({ ...placeOfStore(place), ...change });
    opened.push(store);
    return store;
  };
  const closeAll = async (): Promise<void> => {
    for (const store of opened.splice(0)) await store.close();
  };
  const keyFile = (name: string): string => join(place.home, 'keys', name);

  beforeEach(async () => {
    place = await make();
  });
  afterEach(async () => {
    await closeAll();
    await place.remove();
  });

  it('first start: three key files are made, closed to others, and told; the second start makes none', async () => {
    const first = await start();
    expect([...first.keyFilesMade].sort()).toEqual(
      ['identity-key.json', 'master-ring.json', 'surface-key.json'].map(keyFile),
    );
    for (const path of first.keyFilesMade) expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(place.home, 'keys')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(place.home, 'keys'))).toHaveLength(3);
    const second = await start();
    expect(second.keyFilesMade).toEqual([]);
    expect(second.keys.identityKey).toEqual(first.keys.identityKey);
  });

  it('first start of four processes at once -> one set of keys', async () => {
    const results = await Promise.all([0, 1, 2, 3].map(() => runChild('open', { place: placeOfStore(place) })));
    expect(results.map(({ ok, message }) => ({ ok, message }))).toEqual(
      Array.from({ length: 4 }, () => ({ ok: true, message: undefined })),
    );
    expect(new Set(results.map(({ address }) => address)).size).toBe(1);
  });

  it('case keys: one a case, found by its opaque id, the same in every process', async () => {
    const one = await start();
    const keys = await Promise.all(Array.from({ length: 5 }, () => one.keys.caseKey('c_1')));
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
    const { keyId, key } = keys[0]!;
    expect(keyId).toMatch(/^k_[0-9a-f]{16}$/);
    expect(key).toHaveLength(32);
    const other = await start();
    expect(await other.keys.caseKeyById(keyId)).toMatchObject({ caseId: 'c_1', key });
    expect(await other.keys.caseKeyById('k_0000000000000000')).toBeUndefined();
    expect((await one.keys.caseKey('c_2')).keyId).not.toBe(keyId);
  });

  it('destroyed: known as erased, once; the returning case gets a new key', async () => {
    const store = await start();
    const { keyId, key } = await store.keys.caseKey('c_1');
    expect(await store.keys.destroyCaseKey('c_1')).toBe(true);
    expect(await store.keys.destroyCaseKey('c_1')).toBe(false);
    expect(await store.keys.caseKeyById(keyId)).toEqual({ erased: true });
    await expect(store.keys.livingCaseKey('c_1')).rejects.toMatchObject({ code: 'store.erased' });
    const again = await store.keys.caseKey('c_1');
    expect(again.keyId).not.toBe(keyId);
    expect(Buffer.from(again.key).equals(key)).toBe(false);
    expect(await store.keys.caseKeyById(keyId)).toEqual({ erased: true });
  });

  it('another master ring: wrong key file, named, with what to do', async () => {
    await (await start()).keys.caseKey('c_1');
    await closeAll();
    renameSync(keyFile('master-ring.json'), keyFile('old.json'));
    await expect(start()).rejects.toMatchObject({
      name: 'StoreIntegrityError',
      code: 'keys.missing',
      message: expect.stringContaining(keyFile('master-ring.json')),
    });
    const other = makeHome();
    await (await openStore({ home: other })).close();
    writeFileSync(keyFile('master-ring.json'), readFileSync(join(other, 'keys', 'master-ring.json')), { mode: 0o600 });
    const store = await start();
    await expect(store.keys.caseKey('c_1')).rejects.toMatchObject({
      code: 'keys.wrongMaster',
      message: expect.stringMatching(
        /master-ring\.json: expected the master key m_\w+, .* got a ring with m_\w+; put /,
      ),
    });
    rmSync(other, { recursive: true });
  });

  it('a master key of the same name with other bytes: wrong key file too', async () => {
    await (await start()).keys.caseKey('c_1');
    await closeAll();
    const ring = JSON.parse(readFileSync(keyFile('master-ring.json'), 'utf8'));
    ring.keys[ring.active] = Buffer.alloc(32, 9).toString('base64');
    writeFileSync(keyFile('master-ring.json'), JSON.stringify(ring));
    await expect((await start()).keys.caseKey('c_1')).rejects.toMatchObject({ code: 'keys.wrongMaster' });
  });

  it('identity key lost: no new one is made; replaced: refused', async () => {
    await start();
    await closeAll();
    rmSync(keyFile('identity-key.json'));
    await expect(start()).rejects.toMatchObject({ code: 'keys.missing' });
    expect(existsSync(keyFile('identity-key.json'))).toBe(false);
    const other = { version: 1, purpose: 'identity', key: Buffer.alloc(32, 9).toString('base64') };
    writeFileSync(keyFile('identity-key.json'), JSON.stringify(other), { mode: 0o600 });
    await expect(start()).rejects.toMatchObject({ code: 'keys.wrongIdentity' });
  });

  it('surface key lost: no new one is made, though no case has a key yet', async () => {
    await start();
    await closeAll();
    rmSync(keyFile('surface-key.json'));
    await expect(start()).rejects.toMatchObject({
      code: 'keys.missing',
      message: expect.stringContaining(keyFile('surface-key.json')),
    });
    expect(existsSync(keyFile('surface-key.json'))).toBe(false);
  });

  it.each([
    ['no JSON', 'not json', /expected JSON, got 8 characters/],
    ['another shape', '{"version":2}', /expected a key file, got a different shape \(version: .*restore/],
    ['a short key', '{"version":1,"purpose":"identity","key":"AAAA"}', /key: expected 32 bytes as base64/],
  ])('key file with %s: corrupt, named', async (_what, text, message) => {
    await start();
    await closeAll();
    writeFileSync(keyFile('identity-key.json'), text);
    await expect(start()).rejects.toMatchObject({ code: 'keys.corrupt', message: expect.stringMatching(message) });
    await expect(start()).rejects.toMatchObject({ message: expect.stringContaining(keyFile('identity-key.json')) });
  });

  it('key file open to others: refused, with the command that closes it', async () => {
    await start();
    await closeAll();
    chmodSync(keyFile('master-ring.json'), 0o640);
    await expect(start()).rejects.toMatchObject({
      code: 'keys.tooOpen',
      message: expect.stringContaining(`expected mode 600, got 640; run: chmod 600 ${keyFile('master-ring.json')}`),
    });
  });

  it('another key store, or none: refused, and none is made', async () => {
    await start();
    await closeAll();
    const other = await make();
    const change = other.keysUrl === undefined ? {} : { keysUrl: other.keysUrl };
    if (other.keysUrl === undefined)
      for (const name of ['keys.db', 'keys.db-wal', 'keys.db-shm']) rmSync(join(place.home, name), { force: true });
    const code = other.keysUrl === undefined ? 'keys.storeMissing' : 'keys.otherStore';
    await expect(start(change)).rejects.toMatchObject({ code });
    // Nor is an empty one made in place of a file that is missing.
    if (other.keysUrl === undefined) expect(existsSync(join(place.home, 'keys.db'))).toBe(false);
    await other.remove();
  });

  it('read only: opens, reads, writes nothing', async () => {
    const writer = await start();
    const head = await writer.transcripts.append('c_1', null, { role: 'customer', text: 'a' });
    const reader = await start({ readOnly: true });
    expect(await reader.transcripts.read('c_1', head.address, 1)).toEqual([{ role: 'customer', text: 'a' }]);
    await expect(reader.transcripts.append('c_1', head, { role: 'customer', text: 'b' })).rejects.toMatchObject({
      code: 'store.readOnly',
    });
  });
});

describe('key files on SQLite', () => {
  let home: string;
  beforeEach(() => {
    home = makeHome();
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('destroyed key: its wrapped bytes are gone from the file and its log', async () => {
    const store = await openStore({ home });
    await store.keys.caseKey('c_1');
    await store.close();
    const { default: Sqlite } = await import('better-sqlite3');
    const database = new Sqlite(join(home, 'keys.db'));
    const wrapped = database.prepare('select wrapped from case_key').pluck().get() as Buffer;
    database.close();
    const holdsKey = (): boolean =>
      readdirSync(home)
        .filter((name) => name.startsWith('keys.db'))
        .some((name) => readFileSync(join(home, name)).includes(wrapped));
    expect(holdsKey()).toBe(true);
    const again = await openStore({ home });
    await again.keys.destroyCaseKey('c_1');
    expect(holdsKey()).toBe(false);
    await again.close();
    expect(holdsKey()).toBe(false);
  });

  it('restored copy of the words beside the living key store: stays shut after the erasure', async () => {
    const store = await openStore({ home });
    const head = await store.transcripts.append('c_1', null, { role: 'customer', text: 'a' });
    await store.close();
    const copy = readFileSync(join(home, 'turnkeep.db'));
    const again = await openStore({ home });
    await again.keys.destroyCaseKey('c_1');
    await again.close();
    writeFileSync(join(home, 'turnkeep.db'), copy);
    const restored = await openStore({ home });
    await expect(restored.transcripts.read('c_1', head.address, 1)).rejects.toMatchObject({ code: 'store.erased' });
    await restored.close();
  });

  it('keys in the database of the words: refused', async () => {
    const url = 'postgres://localhost/one';
    await expect(openStore({ home, databaseUrl: url, keysUrl: url })).rejects.toMatchObject({ code: 'keys.sameStore' });
  });

  (isRoot ? it : it.skip)('[needs root] key file of another user: unreadable, named', async () => {
    await (await openStore({ home })).close();
    for (const name of ['', 'keys', ...readdirSync(home)]) chownSync(join(home, name), NOBODY, NOBODY);
    const result = await runChild('open', { place: { home } }, { unprivileged: true });
    expect(result).toMatchObject({ ok: false, code: 'keys.unreadable' });
    expect(result.message).toContain(join(home, 'keys', 'identity-key.json'));
  });

  it('first start under an open umask: folder, databases and their logs are closed to others', async () => {
    const umask = process.umask(0);
    const data = join(home, 'data');
    try {
      const store = await openStore({ home: data });
      await store.keys.caseKey('c_1');
      const modes = ['turnkeep.db', 'keys.db'].flatMap((name) =>
        ['', '-wal', '-shm'].map((end) => statSync(join(data, `${name}${end}`)).mode & 0o777),
      );
      await store.close();
      expect({ folder: statSync(data).mode & 0o777, modes: [...new Set(modes)] }).toEqual({
        folder: 0o700,
        modes: [0o600],
      });
    } finally {
      process.umask(umask);
    }
  });

  it('data folder that is a file: refused, naming it', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    await expect(openStore({ home: file })).rejects.toMatchObject({
      code: 'store.notAFolder',
      message: `${file}: expected a folder, got a file; name another one`,
    });
  });

  it.each([
    ['/proc/turnkeep/data', 'store.unreachable'],
    ['/sys/turnkeep', 'store.readOnly'],
  ])('data folder where none can be made, %s: refused at once, naming it', async (place, code) => {
    await expect(openStore({ home: place })).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      code,
      message: expect.stringContaining(place) as unknown,
    });
  });

  it('data folder three levels down: made, for its owner alone', async () => {
    const data = join(home, 'one', 'two', 'three');
    await (await openStore({ home: data })).close();
    expect([data, join(home, 'one')].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  it('data folder that may not be written: refused, naming it', async () => {
    chmodSync(home, 0o555);
    const result = await runChild('open', { place: { home: join(home, 'data') } }, { unprivileged: true });
    chmodSync(home, 0o755);
    expect(result).toMatchObject({ ok: false, name: 'StoreUnavailableError', code: 'store.readOnly' });
    expect(result.message).toContain(join(home, 'data'));
  });
});
