// The keys people sign by: made, listed, lost, open to others; what the settings and the doctor say of them.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519';
import { bytesToHex } from '@noble/hashes/utils';
import { makeSigner } from '../../client/signer-files';
import { signerKeyId } from '../../core/human-review/signed-decision';
import { readSettings } from '../../temporal-config/settings';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jsonOf, runTurnkeep } from './run-turnkeep';

/** A key as a person has one. */
const keyOf = (seed: number): string => bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(seed)));
/** That of seed 7 and a point of order four, added. */
const MIXED = 'b9b5ec0f7c7afb0ca40c0cb4224811f015268f125b6a2a4dac099f5d15344c09';

const folder = makeTemporaryFolder('turnkeep-keys-');
const configFile = join(folder, 'turnkeep.config.json');
const shipped = JSON.parse(readFileSync(resolve(__dirname, '../../turnkeep.config.json'), 'utf8')) as object;
const env = { TURNKEEP_CONFIG: configFile, TURNKEEP_HOME: join(folder, 'home') };
const configure = (change: object): void => writeFileSync(configFile, JSON.stringify({ ...shipped, ...change }));
beforeEach(() => configure({}));

const keys = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runTurnkeep(['keys', ...args, '--json'], { env: { ...env, ...more } });
const signersAt = (name: string): Record<string, string> => ({ TURNKEEP_SIGNERS: join(folder, name) });
const stateOf = async (name: string, more = {}) => {
  const { signers } = jsonOf(await keys(['list'], more)) as { signers: { name: string; state: string }[] };
  return signers.find((one) => one.name === name)?.state;
};
const settingsOf = (change: object) => {
  configure(change);
  return readSettings(env);
};

describe('keys new-signer', () => {
  test('a name -> a file for its owner alone; the public key is printed, the private one nowhere; the lines to add are settings', async () => {
    const place = signersAt('made');
    const text = await runTurnkeep(['keys', 'new-signer', 'ben'], { env: { ...env, ...place } });
    const made = jsonOf(await keys(['new-signer', 'ana'], place));
    expect(made).toMatchObject({ ok: true, name: 'ana', keyId: signerKeyId(made.publicKey), settingsFile: configFile });
    expect(statSync(made.path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'made')).mode & 0o777).toBe(0o700);
    const ofBen = JSON.parse(readFileSync(join(folder, 'made', 'ben.json'), 'utf8')) as { privateKey: string };
    expect(ofBen.privateKey).toHaveLength(44);
    expect(text.stdout + text.stderr).not.toContain(ofBen.privateKey);
    expect(JSON.stringify(made)).not.toContain(
      (JSON.parse(readFileSync(made.path, 'utf8')) as { privateKey: string }).privateKey,
    );
    const line = text.stdout.split('\n').find((one) => one.includes('"reviewers"')) ?? '';
    expect(settingsOf(JSON.parse(`{${line}}`) as object).reviewers).toHaveProperty('ben');
    expect(await stateOf('ben', place)).toBe('ready');
    expect(await stateOf('ana', place)).toBe('key here, not listed');
  }, 20_000);

  test('a second key for a name -> exit 6, the first stands as it was', async () => {
    const place = signersAt('twice');
    const { path } = jsonOf(await keys(['new-signer', 'ana'], place));
    const before = readFileSync(path, 'utf8');
    const ended = await keys(['new-signer', 'ana'], place);
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 6, error: { code: 'SIGNER_EXISTS' } });
    expect(readFileSync(path, 'utf8')).toBe(before);
  }, 20_000);

  test('a name that is no file -> exit 2 as a command; every such name is refused, and there is no file anywhere', async () => {
    const place = signersAt('unnamed');
    const ended = await keys(['new-signer', '../ana'], place);
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, error: { code: 'SIGNER_NAME' } });
    const signers = place['TURNKEEP_SIGNERS'] ?? '';
    for (const name of ['../ana', '.ana', 'a/b', 'a\\b', ' ana', '', `ana${'a'.repeat(90)}`])
      await expect(makeSigner({ signers }, name)).rejects.toMatchObject({ code: 'SIGNER_NAME' });
    expect(existsSync(signers)).toBe(false);
  });

  test('a folder that is a file -> exit 2 with the path and the setting', async () => {
    writeFileSync(join(folder, 'file'), 'x');
    const ended = await keys(['new-signer', 'ana'], signersAt('file'));
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
      code: 2,
      error: { code: 'SIGNER_FOLDER', message: expect.stringContaining(join(folder, 'file')) },
      next: [expect.stringContaining('TURNKEEP_SIGNERS')],
    });
  });
});

describe('keys that are not as they were', () => {
  test('open to others, corrupt, of another name, another key listed, lost -> each is said, with what to do', async () => {
    const place = signersAt('spoilt');
    const spoilt = join(folder, 'spoilt');
    const made = await Promise.all(
      ['open', 'corrupt', 'renamed', 'other', 'lost'].map((name) => makeSigner({ signers: spoilt }, name)),
    );
    const reviewers = Object.fromEntries(made.map(({ name, publicKey }) => [name, { publicKey }]));
    configure({ reviewers: { ...reviewers, other: { publicKey: keyOf(1) } } });
    chmodSync(join(spoilt, 'open.json'), 0o644);
    writeFileSync(join(spoilt, 'corrupt.json'), '{"version": 1');
    renameSync(join(spoilt, 'lost.json'), join(spoilt, 'found.json'));
    writeFileSync(join(spoilt, 'renamed.json'), readFileSync(join(spoilt, 'other.json')));
    const listed = jsonOf(await keys(['list'], place)) as { signers: Record<string, unknown>[] };
    const states = Object.fromEntries(listed.signers.map(({ name, state }) => [name, state]));
    expect(states).toEqual({
      open: 'key file unusable',
      corrupt: 'key file unusable',
      renamed: 'key file unusable',
      other: 'another key is listed',
      lost: 'listed, no key here',
      found: 'key file unusable',
    });
    expect(listed.signers).toContainEqual(
      expect.objectContaining({ name: 'open', problem: expect.stringMatching(/chmod 600|others/) as unknown }),
    );
    const doctor = await runTurnkeep(['doctor', '--json'], { env: { ...env, ...place } });
    const { checks } = jsonOf(doctor) as { checks: { name: string; state: string; fix?: string }[] };
    const signers = checks.filter(({ name }) => name.startsWith('signer '));
    expect(signers.map(({ state }) => state)).toEqual(['fail', 'fail', 'fail', 'fail', 'fail']);
    expect(signers.every(({ fix }) => fix !== undefined)).toBe(true);
  }, 30_000);

  test('doctor: development -> says that unsigned ones count; production with nobody listed -> fails, and says what to do', async () => {
    const decisions = async () => {
      const { checks } = jsonOf(await runTurnkeep(['doctor', '--json'], { env })) as {
        checks: { name: string; state: string; words: string; fix?: string }[];
      };
      return checks.find(({ name }) => name === 'decisions');
    };
    expect(await decisions()).toMatchObject({ state: 'ok', words: expect.stringContaining('environment development') });
    configure({ environment: 'production' });
    expect(await decisions()).toMatchObject({
      state: 'fail',
      words: expect.stringContaining('nobody can decide on money') as unknown,
      fix: expect.stringContaining('turnkeep keys new-signer NAME') as unknown,
    });
  }, 20_000);
});

describe('settings of reviewers', () => {
  const publicKey = keyOf(2);

  test('development -> signatures are not required; production -> they are; production without -> refused', () => {
    expect(settingsOf({}).requireSignatures).toBe(false);
    expect(settingsOf({ requireSignatures: true }).requireSignatures).toBe(true);
    expect(settingsOf({ environment: 'production' }).requireSignatures).toBe(true);
    expect(() => settingsOf({ environment: 'production', requireSignatures: false })).toThrow(
      /requireSignatures: expected true or nothing where environment is "production", got false/,
    );
  });

  test.each<[string, object, RegExp]>([
    ['a key that is none', { ana: { publicKey: 'ana' } }, /reviewers\.ana\.publicKey: expected the 64 digits/],
    [
      'the neutral point',
      { ana: { publicKey: `01${'00'.repeat(31)}` } },
      /reviewers\.ana\.publicKey: .*proves nothing/,
    ],
    ['a point of order four', { ana: { publicKey: '00'.repeat(32) } }, /reviewers\.ana\.publicKey: .*proves nothing/],
    ['a point with a part of small order', { ana: { publicKey: MIXED } }, /none that a private key has; take the one/],
    ['no point at all', { ana: { publicKey: 'f'.repeat(64) } }, /publicKey: .*no point of the curve.*new-signer/],
    ['one key for two', { ana: { publicKey }, ben: { publicKey } }, /reviewers\.ben\.publicKey: .*that of ana/],
    ['a name that is no file', { '../ana': { publicKey } }, /expected a name of 1 to 80 letters/],
    ['a field mistyped', { ana: { publickey: publicKey } }, /did you mean publicKey/],
  ])('%s -> refused with its path', (_title, reviewers, words) => {
    expect(() => settingsOf({ reviewers })).toThrow(words);
  });

  test('a private key pasted as a name or a key -> its value stays out of the message', () => {
    const secret = `${'A'.repeat(43)}=`;
    mkdirSync(join(folder, 'home'), { recursive: true });
    const messageOf = (reviewers: object): string => {
      try {
        settingsOf({ reviewers });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    for (const reviewers of [{ ana: { publicKey: secret } }, { [secret]: { publicKey } }]) {
      const message = messageOf(reviewers);
      expect(message).toContain('reviewers');
      expect(message).not.toContain(secret);
    }
  });
});
