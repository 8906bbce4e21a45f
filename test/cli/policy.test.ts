// Policy files and holds from the command line, on a store without a server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { verifyEffects } from '../../stores/effects-verify';
import { openStore } from '../../stores/open-store';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const SHIPPED = resolve(__dirname, '..', '..', 'agents', 'support', 'policy.json');

let folder: string;
let env: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-policy-'));
  env = { TURNKEEP_HOME: join(folder, 'home'), TEMPORAL_ADDRESS: '127.0.0.1:9' };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, change: (text: string) => string): string => {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(SHIPPED, 'utf8')));
  return path;
};
const json = async (...args: readonly string[]) => {
  const ended = await runTurnkeep([...args, '--json'], { env });
  return { code: ended.code, ...jsonOf(ended) };
};

describe('policy show', () => {
  it('the shipped policy -> id, digest, figures in words; as a table for people', async () => {
    const shown = await json('policy', 'show', 'support');
    expect(shown).toMatchObject({
      code: 0,
      policies: [{ agent: 'support', id: 'support@1', digest: expect.stringMatching(/^[0-9a-f]{64}$/), warnings: [] }],
    });
    const { stdout } = await runTurnkeep(['policy', 'show'], { env });
    for (const words of [
      'support@1',
      'up to 100.00 USD',
      'needs a person',
      'refused',
      'after day 365',
      '20000000 tokens',
    ])
      expect(stdout).toContain(words);
  });

  it('an agent that is not there -> exit 2, naming those that are', async () => {
    expect(await json('policy', 'show', 'nobody')).toMatchObject({ code: 2, error: { code: 'UNKNOWN_AGENT' } });
  });
});

describe('policy check', () => {
  it('a sound file -> exit 0; what contradicts itself is noted', async () => {
    expect(await json('policy', 'check', SHIPPED)).toMatchObject({ code: 0, faults: [], warnings: [] });
    const odd = file('odd.json', (text) => text.replace('"1000.00"', '"50.00"'));
    expect(await json('policy', 'check', odd)).toMatchObject({
      code: 0,
      faults: [],
      warnings: [expect.stringMatching(/^review\.twoPersonsOver.* refund/), expect.stringMatching(/cancel/)],
    });
  });

  it('faults -> exit 2 and every one with path, expected, got; what was probably meant', async () => {
    const faulty = file('faulty.json', (text) =>
      text.replace('"undated": "review"', '"undatd": "review"').replace('"100.00"', '"-1.00"'),
    );
    const checked = await json('policy', 'check', faulty, '--agent', 'support');
    expect(checked).toMatchObject({ code: 2, error: { code: 'POLICY_FAULTS' } });
    expect(checked.faults).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^refund\.undated: missing rule/),
        expect.stringMatching(/^refund\.undatd: .*did you mean undated\?$/),
        expect.stringMatching(/^refund\.aloneMaxPerOrder: .*got "-1\.00"$/),
      ]),
    );
  });

  it.each([
    ['no JSON', (text: string) => text.slice(0, 40), /character/],
    ['a key twice', (text: string) => text.replace('"version": 1,', '"version": 1, "version": 2,'), /version/],
  ])('%s -> exit 2, naming the place', async (_what, change, words) => {
    const checked = await json('policy', 'check', file('broken.json', change));
    expect(checked).toMatchObject({ code: 2, error: { code: 'POLICY_FAULTS' } });
    expect(checked.faults[0]).toMatch(words);
  });

  it('no such file -> exit 2', async () => {
    const checked = await json('policy', 'check', join(folder, 'none.json'));
    expect(checked.code).toBe(2);
    expect(JSON.stringify(checked)).toContain('there is no such file');
    expect(JSON.stringify(checked)).not.toContain('ENOENT');
  });
});

describe('policy test', () => {
  it('no store yet -> nothing recorded, exit 0; a faulty file -> exit 2', async () => {
    expect(await json('policy', 'test', SHIPPED)).toMatchObject({
      code: 0,
      agent: 'support',
      policy: { id: 'support@1' },
      cases: 0,
      unreadable: 0,
      changed: [],
      before: { allow: 0, review: 0, refuse: 0 },
      after: { allow: 0, review: 0, refuse: 0 },
    });
    const faulty = file('bad.json', (text) => text.replace('"version": 1', '"version": 0'));
    expect(await json('policy', 'test', faulty)).toMatchObject({ code: 2, error: { code: 'SETTINGS' } });
  });
});

describe('effects hold and release', () => {
  beforeAll(async () => (await openStore({ home: join(folder, 'home') })).close());

  it.each([
    ['neither agent nor all', ['--reason', 'x'], 'USAGE'],
    ['both', ['--all', '--agent', 'support', '--reason', 'x'], 'USAGE'],
    ['no code', ['--all', '--reason', 'Because I say so'], 'REASON_CODE'],
    ['an unknown agent', ['--agent', 'nobody', '--reason', 'x'], 'UNKNOWN_AGENT'],
    ['an empty note', ['--all', '--reason', 'x', '--note', ' '], 'NOTE'],
  ])('%s -> exit 2, nothing held', async (_what, flags, code) => {
    expect(await json('effects', 'hold', ...flags)).toMatchObject({ code: 2, error: { code } });
    expect((await json('effects', 'list')).holds).toEqual([]);
  });

  it('held -> told by list and doctor, journalled with who and why, the note sealed; released -> gone', async () => {
    const flags = ['--agent', 'support', '--reason', 'incident-17', '--note', 'refunds look odd', '--as', 'olga'];
    expect(await json('effects', 'hold', ...flags)).toMatchObject({
      code: 0,
      scope: 'agent:support',
      by: 'olga',
      changed: true,
      holds: [{ scope: 'agent:support', by: 'olga' }],
    });
    expect(await json('effects', 'hold', ...flags)).toMatchObject({ code: 0, changed: false });
    expect((await json('effects', 'list')).holds).toMatchObject([{ scope: 'agent:support', by: 'olga' }]);
    const { stdout } = await runTurnkeep(['effects', 'list'], { env });
    expect(stdout).toMatch(/^HELD {2}agent support by olga since /);
    const doctor = await json('doctor');
    expect(doctor.checks).toContainEqual(expect.objectContaining({ name: 'effects held', state: 'warn' }));
    const store = await openStore({ home: join(folder, 'home') });
    const rows = await store.db.read((query) =>
      query.selectFrom('journal').select('body').where('kind', '=', 'holdSet').execute(),
    );
    expect((await verifyEffects(store)).findings).toEqual([]);
    await store.close();
    expect(rows).toHaveLength(1);
    expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({ by: 'olga', reasonRef: 'incident-17' });
    expect(rows[0]?.body).not.toContain('odd');
    expect(await json('effects', 'release', '--agent', 'support', '--reason', 'over')).toMatchObject({
      code: 0,
      changed: true,
      holds: [],
    });
  });
});
