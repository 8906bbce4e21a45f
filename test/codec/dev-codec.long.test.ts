// `turnkeep dev --codec` on a server of its own: the Web UI it starts asks the codec server it starts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, spawnTurnkeep } from '../cli/run-turnkeep';
import { describeWithCli } from '../support/needs';
import { until } from '../support/start-system';
import { makeTemporaryFolder } from '../support/temporary-folder';

const cliPath = process.env['TEST_TEMPORAL_CLI'];

describeWithCli('dev --codec', () => {
  test('-> the Web UI names the address with the ticket, a page of it is answered, Ctrl-C ends both', async () => {
    const home = join(makeTemporaryFolder('turnkeep-dev-codec-'), 'home');
    const env = {
      TURNKEEP_HOME: home,
      TEMPORAL_CLI_PATH: cliPath ?? '',
      TURNKEEP_PAYMENTS_URL: 'http://127.0.0.1:29945',
      TURNKEEP_TASK_QUEUE: 'dev-codec-test',
    };
    const running = spawnTurnkeep(['dev', '--codec', '--json'], { env });
    await Promise.race([until(() => Promise.resolve(running.output.stdout.includes('\n')), 60_000), running.ended]);
    const { parts } = jsonOf({ code: null, ...running.output }) as {
      parts: { name: string; place: string; webUi: string | null }[];
    };
    const webUi = parts.find(({ name }) => name === 'temporal')?.webUi ?? '';
    const codec = parts.find(({ name }) => name === 'codec')?.place ?? '';
    const endpoint = readFileSync(join(home, 'codec-web-ui-url'), 'utf8').trim();
    expect(endpoint.startsWith(`${codec}/ui/`)).toBe(true);
    const settings = await (await fetch(`${webUi}/api/v1/settings`)).text();
    expect(settings).toContain(endpoint);
    const ask = (origin: string) =>
      fetch(`${endpoint}/decode?preserveStorageRefs=true`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', 'x-namespace': 'default' },
        body: '{}',
      });
    expect((await ask(webUi)).status).toBe(200);
    expect((await ask('http://127.0.0.1:1')).status).toBe(403);
    // What was opened stands in the record alone.
    expect(readFileSync(join(home, 'codec-audit.ndjson'), 'utf8')).toContain('"act":"decode"');
    expect(running.output.stderr).not.toContain('"act"');
    expect(running.output.stderr).toContain('codec: refused');
    // Beside a server that runs: its Web UI was told nothing, and a person is told what to paste.
    const beside = join(makeTemporaryFolder('turnkeep-dev-codec-'), 'home');
    const temporal = parts.find(({ name }) => name === 'temporal')?.place ?? '';
    const second = spawnTurnkeep(['dev', '--codec', '--json'], {
      env: { ...env, TURNKEEP_HOME: beside, TEMPORAL_ADDRESS: temporal },
    });
    await Promise.race([until(() => Promise.resolve(second.output.stdout.includes('\n')), 60_000), second.ended]);
    expect(second.output.stderr).toContain(`paste the address in ${join(beside, 'codec-web-ui-url')}`);
    second.child.kill('SIGINT');
    await second.ended;
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    await expect(ask(webUi)).rejects.toThrow();
  }, 90_000);
});
