// What the command refuses before it opens anything, and how it says so.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caseIdOf } from '../../core/kernel/ids';
import { openStore } from '../../stores/open-store';
import { describeWithTemporal } from '../support/needs';
import { jsonOf, MAIN, runTurnkeep } from './run-turnkeep';

/** Ends with 7 where no server answers. */
const START = ['run', 'start', 'support', '--customer', 'c', '--message', 'hello'];

/** A store with one turn, claimed and never started; returns the id of its case. */
const makeStore = async (home: string, reference = 'case-1'): Promise<string> => {
  const store = await openStore({ home });
  const caseId = caseIdOf(store.keys.identityKey, reference);
  const claim = { caseId, agent: 'support', messageAddress: 'a', modelLabel: 'offline', nowMs: Date.now() };
  await store.runs.claimTurn(claim);
  await store.close();
  return caseId;
};

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
    ['an unknown agent to start', ['run', 'start', 'nobody', '--customer', 'c', '--message', 'a']],
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

  it.each([
    ['a missing option', ['run', 'stop', 'support/c_1/1'], 'run stop'],
    ['a missing file', ['policy', 'test'], 'policy test'],
    ['a missing --set', ['review', 'edit', 'rv_1', '--reason', 'ok'], 'review edit'],
    ['a missing argument', ['review', 'show'], 'review show'],
    ['an unknown flag', ['effects', 'list', '--stat', 'done'], 'effects list'],
    ['an unknown status', ['run', 'list', '--status', 'asleep'], 'run list'],
    ['no customer', ['run', 'start', 'support', '--message', 'a'], 'run start'],
    ['no duration', ['run', 'start', 'support', '--customer', 'c', '--message', 'a', '--timeout', 'soon'], 'run start'],
    ['an empty message', ['run', 'message', 'support/c_1/1', '--input', '/dev/null'], 'run message'],
    ['a count that is none', ['review', 'approve', 'rv_1', '--reason', 'ok', '--seen-later', 'all'], 'review approve'],
  ])('%s: -> exit 2, and the help of that command is next', async (_what, args, command) => {
    expect(await refusal(...args)).toMatchObject({ code: 2, next: [`turnkeep ${command} --help`] });
  });

  it('--model scripted:NAME: no such script in the folder -> exit 2 with the near one, nothing made', async () => {
    const scripts = join(folder, 'scripts');
    mkdirSync(scripts);
    writeFileSync(join(scripts, 'greets.json'), '{}');
    const home = join(folder, 'no-script');
    const args = [...START, '--model', 'scripted:greet', '--json'];
    const ended = await runTurnkeep(args, { env: { ...env, TURNKEEP_HOME: home, TURNKEEP_SCRIPTS: scripts } });
    expect(ended.code).toBe(2);
    expect(jsonOf(ended)).toMatchObject({ error: { code: 'UNKNOWN_MODEL' }, next: ['turnkeep run start --help'] });
    expect(jsonOf(ended).error.message).toContain('did you mean scripted:greets?');
    expect(existsSync(home)).toBe(false);
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

  it('run show and run export: two views, a step that is none, a step without its view, another form beside --json -> exit 2', async () => {
    const show = (...flags: readonly string[]) => refusal('run', 'show', 'support/c_1/1', ...flags);
    const usage = { code: 2, error: { code: 'USAGE' } };
    expect(await show('--cost', '--timeline')).toMatchObject(usage);
    expect(await show('--state', '--step', '-1')).toMatchObject({ code: 2, error: { code: 'STEP' } });
    expect(await show('--step', '1')).toMatchObject(usage);
    expect(await refusal('run', 'export', 'support/c_1/1', '--format', 'md')).toMatchObject(usage);
    expect(existsSync(env['TURNKEEP_HOME'] ?? '')).toBe(false);
  });

  it('run message: no words, words twice, another field than the message: -> exit 2, nothing opened', async () => {
    const send = (...args: readonly string[]) => refusal('run', 'message', 'support/c_1/1', ...args);
    expect(await send()).toMatchObject({
      code: 2,
      error: { code: 'INPUT_MISSING' },
      next: ['turnkeep run message --help'],
    });
    expect(await send('--message', 'a', '--input', '-')).toMatchObject({ code: 2, error: { code: 'INPUT_TWICE' } });
    const path = file('further.json', '{"message": "a", "customer": "c"}');
    expect(await send('--input', path)).toMatchObject({ code: 2, error: { code: 'INPUT_JSON' } });
  });

  it('no such file, and a folder: -> exit 2', async () => {
    expect(await start(join(folder, 'missing'))).toMatchObject({ code: 2, error: { code: 'INPUT_FILE' } });
    expect(await start(folder)).toMatchObject({ code: 2, error: { code: 'INPUT_FILE' } });
  });
});

describe('input that is no file', () => {
  const start = (path: string) => refusal('run', 'start', 'support', '--customer', 'c', '--input', path);

  it.each([
    ['a pipe that nobody writes to', () => join(folder, 'pipe'), 'a pipe or device'],
    ['a device without an end', () => '/dev/zero', 'a pipe or device'],
    ['a file that cannot be read', () => '/proc/self/mem', 'EIO'],
    ['a path through a file', () => join(file('plain.txt', 'x'), 'y'), 'ENOTDIR'],
    ['a name that is too long', () => join(folder, 'n'.repeat(300)), 'ENAMETOOLONG'],
  ])('%s: -> exit 2 at once, naming path, expected and got', async (what, path, got) => {
    if (what.startsWith('a pipe')) execFileSync('mkfifo', [path()]);
    const { code, error } = await start(path());
    expect({ code, error }).toMatchObject({ code: 2, error: { code: 'INPUT_FILE' } });
    for (const word of [path(), 'expected', got]) expect(error.message).toContain(word);
  });

  it('stdin that is a folder: -> exit 2, told as what it is', () => {
    const command = `exec '${process.execPath}' '${MAIN}' run start support --customer c --input - --json < '${folder}'`;
    const { status, stdout } = spawnSync('sh', ['-c', command], { env: { ...process.env, ...env }, encoding: 'utf8' });
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 2, error: { code: 'INPUT_FILE' } });
  });
});

describe('settings from the environment', () => {
  const faultOf = async (change: Record<string, string>): Promise<string> => {
    const ended = await runTurnkeep(['run', 'list', '--json'], { env: { ...env, ...change } });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, error: { code: 'SETTINGS' } });
    return jsonOf(ended).error.message;
  };

  it.each([
    ['TURNKEEP_LEASE_MS', 'abc', 'TURNKEEP_LEASE_MS (leaseMs): expected a whole number of milliseconds, got "abc"'],
    ['TURNKEEP_LEASE_MS', '1e4', 'got "1e4"'],
    ['TURNKEEP_LEASE_MS', '5', 'TURNKEEP_LEASE_MS (leaseMs): '],
    ['TURNKEEP_LEASE_MS', '2000', 'TURNKEEP_LEASE_MS (leaseMs): expected at least payments.sendTimeoutMs'],
    ['TURNKEEP_SEND_TIMEOUT_MS', '8s', 'TURNKEEP_SEND_TIMEOUT_MS (payments.sendTimeoutMs): expected a whole number'],
    ['TURNKEEP_PAYMENTS_URL', 'nowhere', 'TURNKEEP_PAYMENTS_URL (payments.url): '],
  ])('%s=%s: -> exit 2, naming the variable, expected and got', async (name, text, words) => {
    expect(await faultOf({ [name]: text })).toContain(words);
  });

  it('TURNKEEP_CONFIG: a pipe that nobody writes to -> exit 2 at once', async () => {
    const path = join(folder, 'config-pipe');
    execFileSync('mkfifo', [path]);
    expect(await faultOf({ TURNKEEP_CONFIG: path })).toContain('expected a regular file');
  });

  it('TURNKEEP_HOME: a file, and a path through one -> exit 2, naming it', async () => {
    const path = file('home.txt', 'x');
    for (const home of [path, join(path, 'data')]) {
      const fault = await faultOf({ TURNKEEP_HOME: home });
      expect(fault).toContain(`TURNKEEP_HOME (home): expected a folder, got ${home}: ${path} is a file`);
    }
  });

  it('run start: an unknown agent -> the agents there are, and no word of the configuration file', async () => {
    const { code, error } = await refusal('run', 'start', 'nosuch', '--customer', 'c', '--message', 'a');
    expect({ code, error }).toMatchObject({ code: 2, error: { code: 'UNKNOWN_AGENT' } });
    expect(error.message).toBe('agent: expected support, got "nosuch"');
  });
});

describe('data folder', () => {
  const at = (home: string, ...args: readonly string[]) => runTurnkeep(args, { env: { ...env, TURNKEEP_HOME: home } });

  it('that is not there: -> lists are empty, a doctor says so, and nothing is made', async () => {
    const home = join(folder, 'mistyped');
    const commands = [
      ['run', 'list'],
      ['review', 'list'],
      ['effects', 'list'],
      ['effects', 'list', '--case', 'me@x.org'],
      ['effects', 'verify'],
    ];
    for (const command of commands) {
      const ended = await at(home, ...command);
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
      expect(ended.stdout).toContain(`no data folder at ${home} yet; turnkeep dev or run start makes it`);
      expect(jsonOf(await at(home, ...command, '--json')).ok).toBe(true);
    }
    expect((await at(home, 'effects', 'verify')).stdout).toContain('nothing to verify');
    expect((await at(home, 'doctor')).stdout).toContain(`no data folder at ${home} yet`);
    for (const command of [
      ['run', 'show', 'support/c_1/1'],
      ['run', 'stop', 'support/c_1/1', '--reason', 'why'],
      ['review', 'show', 'rv_1'],
      ['effects', 'reconcile'],
    ]) {
      const ended = await at(home, ...command, '--json');
      expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, error: { code: 'NO_DATA_FOLDER' } });
    }
    expect(existsSync(home)).toBe(false);
  });

  it('not there, and no server answers: a start -> exit 7, and nothing is made', async () => {
    const home = join(folder, 'never-made');
    expect((await at(home, ...START)).code).toBe(7);
    expect(existsSync(home)).toBe(false);
  });

  it('surface key lost: -> exit 9 where words are needed, ids are listed all the same, and no key is made in its place', async () => {
    const home = join(folder, 'no-surface-key');
    await makeStore(home);
    rmSync(join(home, 'keys', 'surface-key.json'));
    const ended = await at(home, 'effects', 'list', '--json');
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 9, error: { code: 'keys.missing' } });
    const listed = await at(home, 'run', 'list', '--json');
    expect(listed).toMatchObject({ code: 0, stderr: expect.stringContaining('no word opens here') });
    expect(existsSync(join(home, 'keys', 'surface-key.json'))).toBe(false);
  });

  it('effects list --case: a reference is mapped, its opaque id taken as it is; an unknown one -> exit 2, not repeated', async () => {
    const home = join(folder, 'cases');
    const caseId = await makeStore(home, 'me@x.org');
    for (const known of ['me@x.org', caseId])
      expect(await at(home, 'effects', 'list', '--case', known)).toMatchObject({
        code: 0,
        stdout: 'no ledger entries\n',
      });
    for (const unknown of ['you@x.org', 'c_0123456789abcdef']) {
      const ended = await at(home, 'effects', 'list', '--case', unknown, '--json');
      expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, error: { code: 'CASE_NOT_FOUND' } });
      expect(ended.stdout).not.toContain('you@x.org');
    }
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
    expect({ code: ended.code, ...jsonOf(ended) }).toEqual({ code: 0, ok: true, runs: [], more: 0 });
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
    for (const home of homes) await makeStore(home);
    const [one = '', two = ''] = homes;
    copyFileSync(join(two, 'keys', 'identity-key.json'), join(one, 'keys', 'identity-key.json'));
    const ended = await runTurnkeep(['run', 'list', '--json'], { env: { ...env, TURNKEEP_HOME: one } });
    expect(ended.code).toBe(9);
    expect(jsonOf(ended).error.code).toBe('keys.wrongIdentity');
  });

  it('key file that is no JSON: -> exit 9', async () => {
    const home = join(folder, 'three');
    await makeStore(home);
    writeFileSync(join(home, 'keys', 'identity-key.json'), 'garbage', { mode: 0o600 });
    expect((await runTurnkeep(['run', 'list'], { env: { ...env, TURNKEEP_HOME: home } })).code).toBe(9);
  });
});

describeWithTemporal('data folder, made by a start', () => {
  const served = () => ({
    ...env,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'] ?? '',
    TURNKEEP_TASK_QUEUE: `test-${randomUUID()}`,
  });
  const start = (home: string) => runTurnkeep(START, { env: { ...served(), TURNKEEP_HOME: home } });

  it('made by a start: -> 0700, its databases 0600; open to others -> the doctor warns', async () => {
    const home = join(folder, 'made');
    expect((await start(home)).code).toBe(0);
    const modes = ['.', 'turnkeep.db', 'keys.db', 'keys'].map((name) => statSync(join(home, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o700]);
    chmodSync(home, 0o755);
    const { checks } = jsonOf(await runTurnkeep(['doctor', '--json'], { env: { ...env, TURNKEEP_HOME: home } }));
    const warning = { name: 'data folder', state: 'warn', fix: `chmod 700 ${home}` };
    expect(checks).toContainEqual(expect.objectContaining(warning));
    chmodSync(home, 0o700);
    const { checks: after } = jsonOf(await runTurnkeep(['doctor', '--json'], { env: { ...env, TURNKEEP_HOME: home } }));
    expect(after).not.toContainEqual(expect.objectContaining({ name: 'data folder' }));
  });

  it('data folder that may not be written: -> exit 7, naming the folder', async () => {
    const parent = join(folder, 'locked');
    mkdirSync(parent, { mode: 0o555 });
    const home = join(parent, 'home');
    const asNobody = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const ended = await runTurnkeep([...START, '--json'], {
      env: { ...served(), TURNKEEP_HOME: home },
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
