import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../temporal-config/connection';
import { startDevServer } from '../../temporal-config/dev-server';
import { KEEP_AT_LEAST_MS, readRetention } from '../../temporal-config/retention';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes';
import { describeWithCli } from '../support/needs';

const cliPath = process.env['TEST_TEMPORAL_CLI'];

const folder = mkdtempSync(join(tmpdir(), 'turnkeep-dev-server-'));
const logFile = join(folder, 'server.log');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<boolean> {
  for (const giveUpAt = Date.now() + 10_000; Date.now() < giveUpAt; await new Promise((next) => setTimeout(next, 50))) {
    if (!lives(pid)) return true;
  }
  return false;
}

describeWithCli('development server', () => {
  test('started -> answers with our search attributes and a web UI; stopped -> its process is gone', async () => {
    const server = await startDevServer({ cliPath: cliPath ?? '', port: 0, logFile });
    try {
      const connection = await connect(server.address);
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
      await connection.close();
      expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.keys(SEARCH_ATTRIBUTES)));
      expect((await fetch(server.uiUrl ?? '')).status).toBe(200);
    } finally {
      await server.stop();
    }
    expect(lives(server.pid)).toBe(false);
    await expect(server.stop()).resolves.toBeUndefined();
    await expect(server.ended).resolves.toBeUndefined();
  });

  test('on a file that outlives it -> what has ended is kept a week', async () => {
    const server = await startDevServer({
      cliPath: cliPath ?? '',
      headless: true,
      port: 0,
      dbFile: join(folder, 'kept.db'),
      logFile,
    });
    const connection = await connect(server.address);
    expect(await readRetention(connection, 'default')).toBe(KEEP_AT_LEAST_MS);
    await connection.close();
    await server.stop();
  });

  test('two at once, each on any port and a file of its own -> two servers on two ports', async () => {
    const start = (name: string) =>
      startDevServer({ cliPath: cliPath ?? '', headless: true, port: 0, dbFile: join(folder, name), logFile });
    const servers = await Promise.all([start('one.db'), start('two.db')]);
    await Promise.all(servers.map((server) => server.stop()));
    expect(servers[0].address).not.toBe(servers[1].address);
    expect(servers.map((server) => server.uiUrl)).toEqual([undefined, undefined]);
  });

  test.each(['SIGINT', 'SIGKILL'] as const)('our process ended by %s -> the server ends too', async (signal) => {
    const script = `
      const { startDevServer } = require(${JSON.stringify(require.resolve('../../temporal-config/dev-server'))});
      startDevServer(${JSON.stringify({ cliPath, port: 0, headless: true, logFile })})
        .then((server) => process.stdout.write(String(server.pid) + '\\n'));`;
    const parent = spawn(process.execPath, ['--require', require.resolve('../support/register-ts.cjs'), '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(lives(pid)).toBe(true);
    const exited = once(parent, 'exit');
    parent.kill(signal);
    expect(await exited).toEqual([null, signal]);
    expect(await untilGone(pid)).toBe(true);
  });
});

describe('development server, refusals', () => {
  test('no such binary -> an error naming it and the next step', async () => {
    await expect(
      startDevServer({ cliPath: '/nowhere/temporal', port: 0, headless: true, logFile }),
    ).rejects.toMatchObject({
      code: 'DEV_SERVER',
      message: expect.stringMatching(/\/nowhere\/temporal cannot be run.*TEMPORAL_CLI_PATH/s),
    });
  });

  test('a binary that ends at once -> an error with the end of its log', async () => {
    await expect(startDevServer({ cliPath: '/bin/cat', port: 0, headless: true, logFile })).rejects.toMatchObject({
      code: 'DEV_SERVER',
      message: expect.stringMatching(/ended while starting \(exit 1\)\..*cat: /s),
    });
  });

  test('a port in use -> an error naming the port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    await expect(startDevServer({ cliPath: '/bin/cat', port, headless: true, logFile })).rejects.toThrow(
      `Port ${port} is in use`,
    );
    holder.close();
  });
});
