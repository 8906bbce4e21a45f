// Demonstrations and the development system as a newcomer starts them: what they say, and that nothing stays behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithTemporal } from '../support/needs';
import { until } from '../support/start-system';
import { jsonOf, MAIN, runTurnkeep, spawnTurnkeep } from './run-turnkeep';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describeWithTemporal('demo and dev', () => {
  let folder: string;
  let env: Record<string, string>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnkeep-cli-'));
    // Temporary folders of the demonstrations go where this test can count them.
    env = { TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'] ?? '', TMPDIR: folder };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const demo = async (name: string, on: Record<string, string> = env) => {
    const ended = await runTurnkeep(['demo', name, '--auto', '--json'], { env: on });
    return { code: ended.code, stderr: ended.stderr, ...jsonOf(ended) };
  };

  it('demo refund: -> a no, a yes by a bare signal, one charge of the exact amount, and no folder left', async () => {
    // On a server of its own where a CLI is at hand, as a newcomer has it.
    const cli = process.env['TEST_TEMPORAL_CLI'];
    const shown = await demo('refund', cli === undefined ? env : { TEMPORAL_CLI_PATH: cli, TMPDIR: folder });
    expect(shown).toMatchObject({
      code: 0,
      ok: true,
      scenario: 'refund',
      status: 'completed',
      model: 'offline',
      reviews: [{ state: 'consumed', decidedBy: 'demo-reviewer' }],
      ledger: [{ state: 'done', amountMinor: 20_775 }],
      gateway: { charges: [{ amount: 20_775 }] },
    });
    expect(shown.stderr).toContain('no language model is called');
    expect(shown.webUi === null).toBe(cli === undefined);
    expect(shown.historyEvents).toBeGreaterThan(10);
    expect(readdirSync(folder)).toEqual([]);
  }, 90_000);

  it('demo on a terminal: before the key is pressed -> the Web UI was told of a codec server that answers', async () => {
    const cli = process.env['TEST_TEMPORAL_CLI'];
    if (cli === undefined) return expect(env['TEMPORAL_ADDRESS']).not.toBe('');
    const words = `"${process.execPath}" "${MAIN}" demo refund`;
    const terminal = spawn('script', ['-qec', words, '/dev/null'], {
      env: { PATH: process.env['PATH'], TERM: 'xterm', TMPDIR: folder, TEMPORAL_CLI_PATH: cli },
    });
    const ended = once(terminal, 'close');
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    try {
      await Promise.race([until(() => Promise.resolve(shown.includes('Press a key')), 60_000), ended]);
      const [webUi = ''] = /http:\/\/127\.0\.0\.1:\d+(?=\/namespaces)/.exec(shown) ?? [];
      const settings = (await (await fetch(`${webUi}/api/v1/settings`)).json()) as { Codec: { Endpoint: string } };
      const asked = await fetch(`${settings.Codec.Endpoint}/decode`, {
        method: 'POST',
        headers: { origin: webUi, 'content-type': 'application/json', 'x-namespace': 'default' },
        body: '{}',
      });
      expect(asked.status).toBe(200);
    } finally {
      // Ends the demonstration whatever was seen.
      terminal.stdin.end('q');
    }
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder)).toEqual([]);
  }, 90_000);

  it('demo crash: worker killed with -9 -> one iteration left, the refusal remembered in all its forms', async () => {
    const shown = await demo('crash');
    expect(shown).toMatchObject({ code: 0, model: 'scripted', ledger: [], gateway: { charges: [] } });
    expect(shown.verdicts.map(({ kind, step }: { kind: string; step: number }) => `${kind} ${step}`)).toEqual([
      'suppress 5',
      'suppress 5',
      'suppress 5',
      'finalize 5',
    ]);
  }, 120_000);

  it.each(['lost-answer', 'stop-resume', 'abort'])(
    'demo %s: -> every claim holds',
    async (name) => {
      const shown = await demo(name);
      expect(shown.claims.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
      expect(shown.code).toBe(0);
    },
    120_000,
  );

  it('demo: Ctrl-C in the middle -> exit 130, nothing left behind', async () => {
    const { child, output, ended } = spawnTurnkeep(['demo', 'crash', '--auto'], { env });
    await until(() => Promise.resolve(output.stderr.includes('iterations are allowed')), 60_000);
    const worker = Number(/worker pid (\d+)/.exec(output.stderr)?.[1]);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(isAlive(worker)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  }, 90_000);

  it('dev: a server that answers is used and left alone; Ctrl-C ends what was started and nothing else', async () => {
    const home = join(folder, 'home');
    const gateway = { TURNKEEP_PAYMENTS_URL: 'http://127.0.0.1:29745', TURNKEEP_TASK_QUEUE: 'dev-test' };
    const { child, output, ended } = spawnTurnkeep(['dev', '--json'], {
      env: { ...env, ...gateway, TURNKEEP_HOME: home },
    });
    await until(() => Promise.resolve(output.stdout.includes('\n')), 60_000);
    const { parts } = JSON.parse(output.stdout.split('\n')[0] ?? '') as {
      parts: { name: string; pid: number | null }[];
    };
    expect(parts.map(({ name, pid }) => [name, pid !== null])).toEqual([
      ['temporal', false],
      ['payments', true],
      ['worker', true],
    ]);
    const pids = parts.flatMap(({ pid }) => pid ?? []);
    expect(pids.every(isAlive)).toBe(true);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(pids.some(isAlive)).toBe(false);
  }, 90_000);
});
