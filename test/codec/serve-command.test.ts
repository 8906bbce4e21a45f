// `turnkeep serve --codec` as a process of its own: what it makes, tells, refuses, and how it ends.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openStore } from '../../stores/open-store';
import { createCaseSealer } from '../../stores/case-sealer';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { toPayloadJson, type PayloadJson } from '../../client/codec/payload-json';
import { jsonOf, runTurnkeep, spawnTurnkeep } from '../cli/run-turnkeep';
import { until } from '../support/start-system';
import { makeTemporaryFolder } from '../support/temporary-folder';

interface Ready {
  readonly url: string;
  readonly origins: readonly string[];
  readonly tokenFile: string;
  readonly webUiUrlFile: string;
  readonly auditFile: string;
}

const CASE = 'c_00000000000000aa';
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const textOf = (path: string): string => readFileSync(path, 'utf8').trim();

/** A data folder with one sealed payload, and another whose key is destroyed. */
async function makeHome(name: string) {
  const home = join(makeTemporaryFolder('turnkeep-codec-'), name);
  const store = await openStore({ home });
  const codec = createPayloadCodec({ keys: createCaseSealer(store.keys), side: 'client' });
  const seal = async (caseId: string): Promise<PayloadJson> => {
    const value = {
      metadata: { encoding: Buffer.from('json/plain') },
      data: Buffer.from('{"word":"heron"}'),
    };
    const context = { type: 'workflow', namespace: 'default', workflowId: `support/${caseId}/1` } as const;
    return toPayloadJson((await codec.encode([value], context))[0]!);
  };
  const sealed = await seal(CASE);
  const erased = await seal('c_00000000000000bb');
  await store.keys.destroyCaseKey('c_00000000000000bb');
  await store.close();
  return { home, sealed, erased };
}

async function serve(home: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const running = spawnTurnkeep(['serve', '--codec', '--port', '0', '--json', ...args], {
    env: { TURNKEEP_HOME: home, ...env },
  });
  await Promise.race([until(() => Promise.resolve(running.output.stdout.includes('\n'))), running.ended]);
  const ready = jsonOf({ code: null, ...running.output }) as Ready;
  if (typeof ready.url !== 'string') throw new Error(`${running.output.stdout}${running.output.stderr}`);
  const stop = async () => {
    running.child.kill('SIGTERM');
    return running.ended;
  };
  return { ...running, ready, stop };
}

const decode = async ({ url, tokenFile }: Ready, payloads: readonly PayloadJson[]) => {
  const response = await fetch(`${url}/decode?preserveStorageRefs=true`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-namespace': 'default',
      authorization: `Bearer ${textOf(tokenFile)}`,
    },
    body: JSON.stringify({ payloads }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { payloads: PayloadJson[]; error: { code: string } },
  };
};
const valuesOf = (payloads: readonly PayloadJson[]): readonly unknown[] =>
  payloads.map(({ data }) => JSON.parse(Buffer.from(data ?? '', 'base64').toString()) as unknown);

describe('serve --codec', () => {
  let made: Awaited<ReturnType<typeof makeHome>>;
  beforeAll(async () => {
    made = await makeHome('data');
  });

  test('first start -> one line with the address, secrets in files of mode 600 and never on the terminal, a record on disk', async () => {
    const { ready, output, stop } = await serve(made.home);
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(ready.origins).toEqual(['http://127.0.0.1:8233', 'http://localhost:8233']);
    const { status, body } = await decode(ready, [made.sealed, made.erased]);
    expect([status, valuesOf(body.payloads)]).toEqual([200, [{ word: 'heron' }, { erased: true }]]);
    const files = [ready.tokenFile, ready.webUiUrlFile, ready.auditFile];
    expect(files.map(modeOf)).toEqual(['600', '600', '600']);
    expect(textOf(ready.webUiUrlFile)).toMatch(new RegExp(`^${ready.url}/ui/[\\w-]{43}$`));
    const ticket = textOf(ready.webUiUrlFile).split('/').at(-1);
    const line = JSON.parse(textOf(ready.auditFile)) as object;
    expect(line).toMatchObject({ act: 'decode', opened: { payloads: 1, cases: [CASE] }, erased: { payloads: 1 } });
    expect((await stop()).code).toBe(130);
    expect(output.stderr).toContain(textOf(ready.auditFile));
    const told = output.stdout + output.stderr;
    expect(told).not.toContain(textOf(ready.tokenFile));
    expect(told).not.toContain(ticket);
    expect(existsSync(ready.webUiUrlFile)).toBe(false);
    expect(told).not.toContain('heron');
  });

  test('a second server of the same folder -> a file of its own by its port; each goes with its server, and what a killed one left is taken over', async () => {
    const first = await serve(made.home);
    const second = await serve(made.home);
    const port = new URL(second.ready.url).port;
    expect(second.ready.webUiUrlFile).toBe(`${first.ready.webUiUrlFile}-${port}`);
    expect(second.output.stderr).toContain(`of this server stands in ${second.ready.webUiUrlFile}`);
    expect([first, second].map(({ ready }) => textOf(ready.webUiUrlFile).startsWith(ready.url))).toEqual([true, true]);
    await second.stop();
    expect([first, second].map(({ ready }) => existsSync(ready.webUiUrlFile))).toEqual([true, false]);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = await serve(made.home);
    expect(third.ready.webUiUrlFile).toBe(first.ready.webUiUrlFile);
    expect(textOf(third.ready.webUiUrlFile).startsWith(third.ready.url)).toBe(true);
    await third.stop();
  });

  test('started again -> the same token, another line behind the first, also behind one that was cut off', async () => {
    const before = await serve(made.home);
    const token = textOf(before.ready.tokenFile);
    await before.stop();
    appendFileSync(before.ready.auditFile, '{"time":"cut o');
    const { ready, stop } = await serve(made.home);
    expect(textOf(ready.tokenFile)).toBe(token);
    const lines = textOf(ready.auditFile).split('\n').length;
    await decode(ready, [made.sealed]);
    await stop();
    const now = textOf(ready.auditFile).split('\n');
    expect(now).toHaveLength(lines + 1);
    expect(JSON.parse(now.at(-1) ?? '')).toMatchObject({ act: 'decode' });
  });

  test('SIGTERM while a client holds a connection open -> ends', async () => {
    const { ready, stop } = await serve(made.home);
    const half = request(`${ready.url}/decode`, { method: 'POST', headers: { 'content-length': '10' } });
    half.on('error', () => undefined);
    half.flushHeaders();
    await new Promise((done) => half.once('socket', (socket) => socket.once('connect', done)));
    expect((await stop()).code).toBe(130);
  });

  test('the record cannot be written any more -> 503, nothing opened; once it can, opened again', async () => {
    const { ready, output, stop } = await serve(made.home);
    renameSync(ready.auditFile, `${ready.auditFile}.1`);
    mkdirSync(ready.auditFile);
    const { status, body } = await decode(ready, [made.sealed]);
    expect([status, body.error.code, body.payloads]).toEqual([503, 'AUDIT', undefined]);
    rmSync(ready.auditFile, { recursive: true });
    expect((await decode(ready, [made.sealed])).status).toBe(200);
    expect(textOf(ready.auditFile).split('\n')).toHaveLength(1);
    await stop();
    expect(output.stderr).toContain('EISDIR');
  });

  test('/dev/full in place of the record -> 503: a full disk and a device are both no record', async () => {
    const { ready, stop } = await serve(made.home);
    rmSync(ready.auditFile);
    symlinkSync('/dev/full', ready.auditFile);
    expect((await decode(ready, [made.sealed])).status).toBe(503);
    rmSync(ready.auditFile);
    await stop();
  });

  test('a body above 4 MiB over the wire -> 413, and the server goes on', async () => {
    const { ready, stop } = await serve(made.home);
    const large = { ...made.sealed, data: 'A'.repeat(5 * 1024 * 1024) };
    expect((await decode(ready, [large])).status).toBe(413);
    expect((await decode(ready, [made.sealed])).status).toBe(200);
    await stop();
  });

  test('a Temporal server elsewhere -> only the pages named by --origin', async () => {
    const args = ['--origin', 'https://ui.example/', '--origin', 'http://[::1]:80'];
    const { ready, stop } = await serve(made.home, args, { TEMPORAL_ADDRESS: 'temporal.example:7233' });
    expect(ready.origins).toEqual(['https://ui.example', 'http://[::1]']);
    await stop();
  });

  const refusal = async (args: readonly string[], env: Record<string, string> = {}) => {
    const ended = await runTurnkeep(['serve', ...args, '--json'], { env: { TURNKEEP_HOME: made.home, ...env } });
    const { error, next } = jsonOf(ended) as { error: { code: string; message: string }; next: readonly string[] };
    return { exit: ended.code, code: error.code, message: error.message, next };
  };

  test('port taken -> exit 7 with the next step', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const { port } = other.address() as AddressInfo;
    expect(await refusal(['--codec', '--port', String(port)])).toMatchObject({
      exit: 7,
      code: 'PORT_IN_USE',
      message: expect.stringContaining(`127.0.0.1:${port}`),
      next: ['turnkeep serve --codec --port 0'],
    });
    other.close();
  });

  test('what was typed wrong -> exit 2, each with its code', async () => {
    const typed: readonly (readonly [readonly string[], string])[] = [
      [[], 'NOTHING_TO_SERVE'],
      [['--codec', '--port', '70000'], 'PORT'],
      [['--codec', '--port', '-1'], 'PORT'],
      [['--codec', '--origin', '*'], 'ORIGIN'],
      [['--codec', '--origin', 'http://127.0.0.1:8233/path'], 'ORIGIN'],
      [['--codec', '--origin', 'file:///'], 'ORIGIN'],
      [['--codec', '--token-file', '/nowhere/at/all'], 'SETTINGS'],
    ];
    const refused = await Promise.all(typed.map(([args]) => refusal(args)));
    expect(refused.map(({ exit, code }) => [exit, code])).toEqual(typed.map(([, code]) => [2, code]));
  });

  test('token file: open to others, or too short -> exit 2 with the command that helps, never its text', async () => {
    const file = join(made.home, 'own-token');
    writeFileSync(file, 'short-secret\n', { mode: 0o600 });
    const short = await refusal(['--codec', '--token-file', file]);
    expect(short).toMatchObject({
      exit: 2,
      code: 'CODEC_TOKEN',
      message: expect.stringContaining('got 12 characters'),
    });
    expect(JSON.stringify(short)).not.toContain('short-secret');
    writeFileSync(file, `${'long-secret-'.repeat(4)}\n`);
    chmodSync(file, 0o640);
    expect(await refusal(['--codec', '--token-file', file])).toMatchObject({ exit: 2, next: [`chmod 600 ${file}`] });
    chmodSync(file, 0o600);
    const { ready, stop } = await serve(made.home, ['--token-file', file]);
    expect((await decode(ready, [made.sealed])).status).toBe(200);
    await stop();
  });

  test('another address: refused without a token of its own, served with one', async () => {
    const config = join(made.home, 'open.config.json');
    const agents = (
      JSON.parse(readFileSync(join(__dirname, '..', '..', 'turnkeep.config.json'), 'utf8')) as { agents: object }
    ).agents;
    writeFileSync(config, JSON.stringify({ agents, codec: { host: '0.0.0.0', port: 0 } }));
    const refused = await refusal(['--codec'], { TURNKEEP_CONFIG: config });
    expect(refused).toMatchObject({ exit: 2, code: 'CODEC_HOST' });
    writeFileSync(join(made.home, 'named-token'), 'x'.repeat(40), { mode: 0o600 });
    writeFileSync(config, JSON.stringify({ agents, codec: { host: '0.0.0.0', port: 0, tokenFile: 'named-token' } }));
    const { ready, stop } = await serve(made.home, [], { TURNKEEP_CONFIG: config });
    expect(ready.url).toMatch(/^http:\/\/0\.0\.0\.0:/);
    await stop();
  });

  test('settings: a wrong origin and a mistyped name -> both told at once', async () => {
    const config = join(made.home, 'wrong.config.json');
    writeFileSync(config, JSON.stringify({ agents: [], codec: { origins: ['*'], tokenfile: 'x' } }));
    const { exit, message } = await refusal(['--codec'], { TURNKEEP_CONFIG: config });
    expect(exit).toBe(2);
    expect(message).toContain('codec.origins.0: expected an origin as http://127.0.0.1:8233, without a path, got "*"');
    expect(message).toContain('codec.tokenfile: unknown setting, did you mean tokenFile?');
  });

  test('no data folder -> exit 2, and none is made', async () => {
    const home = `${made.home}-missing`;
    expect(await refusal(['--codec'], { TURNKEEP_HOME: home })).toMatchObject({ exit: 2, code: 'NO_DATA_FOLDER' });
    expect(existsSync(home)).toBe(false);
  });

  test('a record that others may read -> exit 7 before anything is served', async () => {
    const audit = join(made.home, 'codec-audit.ndjson');
    chmodSync(audit, 0o644);
    expect(await refusal(['--codec'])).toMatchObject({
      exit: 7,
      code: 'CODEC_AUDIT',
      message: expect.stringContaining('got mode 644'),
    });
    chmodSync(audit, 0o600);
  });
});
