// What the command refuses before it opens anything, and how it says so.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonOf, runTurnkeep } from './run-turnkeep';

let folder: string;
let env: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-cli-'));
  chmodSync(folder, 0o755);
  // A port that nobody listens on: what gets this far ends with 7.
  env = { TURNKEEP_HOME: join(folder, 'home'), TEMPORAL_ADDRESS: '127.0.0.1:9' };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const refusal = async (...args: readonly string[]) => {
  const ended = await runTurnkeep([...args, '--json'], { env });
  return { code: ended.code, ...jsonOf(ended) };
};

describe('help', () => {
  it('turnkeep --help: -> commands and the way to the exit codes, on stdout', async () => {
    const { code, stdout, stderr } = await runTurnkeep(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['run', 'review', 'effects', 'demo', 'dev', 'doctor', 'help exit-codes'])
      expect(stdout).toContain(word);
  });

  it('turnkeep help run start: -> the flags of that command', async () => {
    const { code, stdout } = await runTurnkeep(['help', 'run', 'start']);
    expect(code).toBe(0);
    expect(stdout).toContain('--customer <id>');
  });

  it('turnkeep help exit-codes: -> every code with its meaning', async () => {
    const { code, stdout } = await runTurnkeep(['help', 'exit-codes']);
    expect(code).toBe(0);
    expect(stdout).toContain('130  Ctrl-C');
  });

  it('turnkeep --version: -> the version alone', async () => {
    expect(await runTurnkeep(['--version'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });
});

describe('usage', () => {
  it('unknown command: near a known one -> exit 2 and the known one on stderr, nothing on stdout', async () => {
    const { code, stdout, stderr } = await runTurnkeep(['ruv']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Did you mean run?');
  });

  it('pipe: errors and tables -> no escape sequences', async () => {
    const { stdout, stderr } = await runTurnkeep(['run', 'list'], { env });
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it.each([
    ['no command of a group', ['run']],
    ['an unknown flag', ['run', 'list', '--agnet', 'support']],
    ['a missing flag', ['run', 'stop', 'support/c_1/1']],
    ['a missing argument', ['review', 'show']],
    ['an unknown status', ['run', 'list', '--status', 'asleep']],
    ['an unknown agent', ['run', 'list', '--agent', 'nobody']],
    ['no duration', ['run', 'list', '--since', 'yesterday']],
    ['a negative duration', ['run', 'resume', 'support/c_1/1', '--add-time', '-5s']],
    ['an unknown demo', ['demo', 'nothing']],
    ['an unknown state', ['effects', 'list', '--state', 'gone']],
    ['no words', ['run', 'start', 'support', '--customer', 'c']],
    ['words twice', ['run', 'start', 'support', '--customer', 'c', '--message', 'a', '--input', '-']],
    ['no customer', ['run', 'start', 'support', '--message', 'a']],
    ['an empty reason', ['run', 'abort', 'support/c_1/1', '--reason', ' ']],
    ['a reason that is no code', ['review', 'reject', 'rv_1', '--reason', 'Bad Code']],
    ['a person without a name', ['run', 'stop', 'support/c_1/1', '--reason', 'why', '--as', ' ']],
    ['round 0', ['review', 'reject', 'rv_1', '--reason', 'ok', '--round', '0']],
  ])('%s: -> exit 2, told as JSON', async (_what, args) => {
    expect(await refusal(...args)).toMatchObject({ code: 2, ok: false, error: { retryable: false } });
  });

  it('--confirm-amount: what is no exact decimal above zero -> exit 2', async () => {
    const amounts = ['1e3', '-0', '12.345', '0', '0.00', '007', '1,00', ' 1', '+1', 'NaN', ''];
    const refusals = await Promise.all(
      amounts.map((amount) => refusal('review', 'approve', 'rv_1', '--reason', 'ok', '--confirm-amount', amount)),
    );
    const told = refusals.map(({ code, error }) => [code, error.code]);
    expect(told).toEqual(amounts.map(() => [2, 'AMOUNT_INVALID']));
  });
});

describe('input file', () => {
  const start = (path: string) => refusal('run', 'start', 'support', '--customer', 'c', '--input', path);

  it('bytes that are no UTF-8: -> exit 2 with the place of the first', async () => {
    const path = file('bytes.txt', Buffer.from([0x68, 0x69, 0x20, 0xff, 0xfe]));
    const { code, error } = await start(path);
    expect({ code, error }).toMatchObject({ code: 2, error: { code: 'INPUT_NOT_UTF8' } });
    expect(error.message).toContain('byte 3');
  });

  it('stdin that is no UTF-8: -> exit 2 with the place', async () => {
    const args = ['run', 'start', 'support', '--customer', 'c', '--input', '-', '--json'];
    const ended = await runTurnkeep(args, { env, input: Buffer.from([0xc0, 0x80]) });
    expect(ended.code).toBe(2);
    expect(jsonOf(ended).error.message).toContain('byte 0');
  });

  it.each([
    ['a key twice', '{"message": "a", "message": "b"}', 'INPUT_JSON'],
    ['an unknown key', '{"message": "a", "mesage": "b"}', 'INPUT_JSON'],
    ['no message', '{"customer": "c"}', 'INPUT_JSON'],
    ['a number for words', '{"message": 5}', 'INPUT_JSON'],
    ['cut JSON', '{"message": "a"', 'INPUT_JSON'],
    ['another customer than the flag', '{"message": "a", "customer": "d"}', 'INPUT_TWICE'],
  ])('%s: -> exit 2', async (_what, content, code) => {
    expect(await start(file('input.json', content))).toMatchObject({ code: 2, error: { code } });
  });

  it('no such file, and a folder: -> exit 2', async () => {
    expect(await start(join(folder, 'missing'))).toMatchObject({ code: 2, error: { code: 'INPUT_FILE' } });
    expect(await start(folder)).toMatchObject({ code: 2, error: { code: 'INPUT_FILE' } });
  });
});

describe('set-up', () => {
  it('no server: TEMPORAL_ADDRESS of a closed port -> exit 7, and what to do', async () => {
    expect(await refusal('run', 'start', 'support', '--customer', 'c', '--message', 'hello')).toMatchObject({
      code: 7,
      error: { code: 'SERVER_UNREACHABLE', retryable: true },
      next: expect.arrayContaining(['turnkeep dev']),
    });
  });

  it('no server: what was recorded can be listed all the same', async () => {
    const ended = await runTurnkeep(['run', 'list', '--json'], { env });
    expect({ code: ended.code, ...jsonOf(ended) }).toEqual({ code: 0, ok: true, runs: [] });
  });

  it('doctor: no server -> exit 7, each line with its advice', async () => {
    const ended = await runTurnkeep(['doctor', '--json'], { env });
    expect(ended.code).toBe(7);
    const checks: { name: string; state: string }[] = jsonOf(ended).checks;
    expect(checks).toContainEqual(expect.objectContaining({ name: 'server', state: 'fail', fix: expect.any(String) }));
    expect(checks).toContainEqual(expect.objectContaining({ name: 'node', state: 'ok' }));
  });

  it('configuration: a misspelt setting -> exit 2, naming the one meant', async () => {
    const path = file('turnkeep.config.json', JSON.stringify({ persn: 'ana', agents: [] }));
    const ended = await runTurnkeep(['run', 'list'], { env: { ...env, TURNKEEP_CONFIG: path } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('did you mean person?');
  });

  it('--debug: an error -> its stack, and without it none', async () => {
    const args = ['run', 'show', 'support/c_1/1'];
    expect((await runTurnkeep(args, { env })).stderr).not.toContain('    at ');
    expect((await runTurnkeep([...args, '--debug'], { env })).stderr).toContain('    at ');
  });

  it('identity key of another deployment: -> exit 9, nothing is opened', async () => {
    const homes = ['one', 'two'].map((name) => join(folder, name));
    for (const home of homes) await runTurnkeep(['run', 'list'], { env: { ...env, TURNKEEP_HOME: home } });
    const [one = '', two = ''] = homes;
    copyFileSync(join(two, 'keys', 'identity-key.json'), join(one, 'keys', 'identity-key.json'));
    const ended = await runTurnkeep(['run', 'list', '--json'], { env: { ...env, TURNKEEP_HOME: one } });
    expect(ended.code).toBe(9);
    expect(jsonOf(ended).error.code).toBe('keys.wrongIdentity');
  });

  it('key file that is no JSON: -> exit 9', async () => {
    const home = join(folder, 'three');
    await runTurnkeep(['run', 'list'], { env: { ...env, TURNKEEP_HOME: home } });
    writeFileSync(join(home, 'keys', 'identity-key.json'), 'garbage', { mode: 0o600 });
    expect((await runTurnkeep(['run', 'list'], { env: { ...env, TURNKEEP_HOME: home } })).code).toBe(9);
  });

  it('data folder that may not be written: -> exit 7, naming the folder', async () => {
    const parent = join(folder, 'locked');
    mkdirSync(parent, { mode: 0o555 });
    const home = join(parent, 'home');
    const asNobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const ended = await runTurnkeep(['run', 'list', '--json'], {
      env: { ...env, TURNKEEP_HOME: home },
      ...asNobody,
      cwd: '/',
    });
    expect(ended.code).toBe(7);
    expect(jsonOf(ended).error).toMatchObject({
      code: 'store.readOnly',
      retryable: true,
      message: expect.stringContaining(home),
    });
  });
});
