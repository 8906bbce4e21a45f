// Narrow terminals, pipes that close, stdin that is closed or silent, and Ctrl-C in what takes long.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawTable } from '../../client/cli/table';
import { caseIdOf } from '../../core/kernel/ids';
import { openStore } from '../../stores/open-store';
import { until } from '../support/start-system';
import { onTerminal } from './on-a-terminal';
import { MAIN, runTurnkeep, spawnTurnkeep } from './run-turnkeep';

let folder: string;
let env: Record<string, string>;
let runs: readonly string[];
let deaf: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-rough-'));
  const store = await openStore({ home: join(folder, 'home') });
  const claims = ['a', 'b', 'c'].map((reference) => ({
    caseId: caseIdOf(store.keys.identityKey, reference),
    agent: 'support',
    messageAddress: reference,
    modelLabel: 'some-provider/some-long-model-name',
    nowMs: Date.now(),
  }));
  runs = (await Promise.all(claims.map((claim) => store.runs.claimTurn(claim)))).map(({ turnKey }) => turnKey);
  await store.close();
  deaf = createServer(() => undefined);
  await new Promise<void>((listening) => deaf.listen(0, '127.0.0.1', listening));
  const gateway = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
  env = { TURNKEEP_HOME: join(folder, 'home'), TEMPORAL_ADDRESS: '127.0.0.1:9', TURNKEEP_PAYMENTS_URL: gateway };
  writeFileSync(join(folder, 'schema.json'), '{"type": "object"}');
  writeFileSync(join(folder, 'batch.jsonl'), '{"text": "{}"}\n{"text": "{}"}\n');
});
afterAll(() => {
  deaf.close();
  rmSync(folder, { recursive: true, force: true });
});

const ESCAPE = '\u001b';
const GUARD = () => ['guard', 'check', '--schema', join(folder, 'schema.json')];

describe('tables', () => {
  it('a terminal of 40 columns: each run is a record, no line is longer, no id is cut', () => {
    const { code, lines } = onTerminal(['run', 'list'], { columns: 40, env });
    expect(code).toBe(0);
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    for (const run of runs) expect(lines).toContain(`RUN      ${run}`);
    expect(lines.filter((line) => line.startsWith('STATUS '))).toHaveLength(3);
  });

  it('a terminal of 80 columns: a table without its least important columns, which says so', () => {
    const { lines } = onTerminal(['run', 'list'], { columns: 80, env });
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]).toMatch(/^RUN +STATUS +OUTCOME/);
    expect(lines.at(-1)).toMatch(/^left out: TOKENS/);
    for (const run of runs) expect(lines.join('\n')).toContain(run);
  });

  it('a wide terminal, and a pipe: -> all columns', async () => {
    const wide = onTerminal(['run', 'list'], { columns: 200, env });
    const piped = await runTurnkeep(['run', 'list'], { env });
    expect(wide.lines[0]).toMatch(/^RUN +STATUS +OUTCOME +STEPS +TOKENS +MODEL +STARTED$/);
    expect(piped.stdout.split('\n')[0]).toBe(wide.lines[0]);
  });

  it('a column that may be left out goes before the rows become records, the least important first', () => {
    const draw = (width: number) =>
      drawTable(['A', 'B', 'C'], [['aaaa', 'bbbb', 'cccc']], { droppable: ['C', 'B'], width });
    expect(draw(16)).toEqual(['A     B     C', 'aaaa  bbbb  cccc']);
    expect(draw(15)[1]).toBe('aaaa  bbbb');
    expect(draw(9)[1]).toBe('aaaa');
    expect(draw(15)[2]).toBe('left out: C');
    expect(draw(9)[2]).toBe('2 columns left out');
    const wide = [['a'.repeat(60), 'b'.repeat(60)]];
    expect(drawTable(['A', 'B'], wide, { droppable: ['B'], width: 60 })[2]).toBe(
      'left out: B; a wider terminal or --json shows it',
    );
    expect(draw(3)).toEqual(['A', '  aaaa', 'B', '  bbbb', 'C', '  cccc']);
    expect(drawTable(['A', 'B'], [['aaaa', 'bbbb']], { width: 9 })).toEqual(['A  aaaa', 'B  bbbb']);
  });
});

describe('colours', () => {
  it('on a terminal: doctor is coloured; not with NO_COLOR, FORCE_COLOR=0 or TERM=dumb', () => {
    expect(onTerminal(['doctor'], { columns: 80, env }).shown).toContain(`${ESCAPE}[3`);
    for (const off of [{ NO_COLOR: '1' }, { FORCE_COLOR: '0' }, { TERM: 'dumb' }])
      expect(onTerminal(['doctor'], { columns: 80, env: { ...env, ...off } }).shown).not.toContain(ESCAPE);
  });

  it('in a pipe: no escape, also with FORCE_COLOR', async () => {
    for (const args of [['doctor'], ['run', 'list'], ['run', 'show', 'nothing'], ['--help']]) {
      const { stdout, stderr } = await runTurnkeep(args, { env: { ...env, FORCE_COLOR: '3' } });
      expect(stdout + stderr).not.toContain(ESCAPE);
    }
  });
});

describe('progress', () => {
  it('a batch on a terminal: shown on stderr and taken away; in a pipe nothing of it', async () => {
    const batch = [...GUARD(), '--batch', join(folder, 'batch.jsonl'), '--json'];
    const receipts = join(folder, 'receipts.jsonl');
    const { code, shown } = onTerminal(batch, { columns: 80, env, then: `> '${receipts}'` });
    expect(code).toBe(0);
    expect(shown).toContain('line 1: 0 accepted, 0 refused');
    expect(shown.endsWith(`\r${ESCAPE}[K`)).toBe(true);
    expect(readFileSync(receipts, 'utf8')).not.toContain(ESCAPE);
    expect((await runTurnkeep(batch, { env })).stderr).toBe('');
  });
});

const inShell = (script: string) =>
  spawnSync('bash', ['-c', script, 'bash', process.execPath, MAIN, join(folder, 'schema.json')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

describe('pipes that close', () => {
  it.each([
    ['run list', 0],
    ['schema guard check', 0],
    ['doctor', 7],
    ['run show nothing', 2],
  ])('%s: nobody reads -> its own exit code %i, no word of EPIPE', (command, code) => {
    const { stdout, stderr } = inShell(`"$1" "$2" ${command} | true; echo "\${PIPESTATUS[0]}" >&1`);
    expect(stdout.trim()).toBe(String(code));
    expect(stderr).not.toMatch(/EPIPE|at /);
  });

  it('head -1: -> the first line, and exit 0', () => {
    const { stdout } = inShell('"$1" "$2" schema guard check | head -1; echo "${PIPESTATUS[0]}"');
    expect(stdout).toBe('{\n0\n');
  });
});

describe('stdin', () => {
  it('closed: -> commands that do not read it end as ever, an empty text is refused', () => {
    expect(inShell('"$1" "$2" run list --json <&-').status).toBe(0);
    expect(inShell('"$1" "$2" review approve rv_1 --reason ok --json <&-').status).toBe(7);
    expect(inShell('"$1" "$2" guard check --schema "$3" <&-').status).toBe(9);
    expect(inShell('"$1" "$2" run start support --customer c --input - <&-').status).toBe(2);
  });

  it('no terminal at all: -> the same', () => {
    expect(inShell('setsid -w "$1" "$2" run list --json < /dev/null').status).toBe(0);
  });

  it('open and silent: -> no command waits for it', async () => {
    const commands = [
      ['run', 'list'],
      ['run', 'start', 'support', '--customer', 'c', '--message', 'hello'],
      ['review', 'approve', 'rv_1', '--reason', 'ok', '--confirm-amount', '1.00'],
      ['policy', 'show'],
      ['guard', 'check', '--schema', join(folder, 'schema.json'), join(folder, 'batch.jsonl')],
      ['help', 'exit-codes'],
    ];
    const codes = await Promise.all(commands.map((args) => exitWithSilentStdin(args)));
    expect(codes).toEqual([0, 7, 7, 0, 9, 0]);
  });

  it('a terminal where guard check wants a text: -> exit 2 at once, saying what to give', () => {
    const { code, shown } = onTerminal(GUARD(), { columns: 80, env });
    expect(code).toBe(2);
    expect(shown).toContain('got a terminal');
  });
});

const exitWithSilentStdin = (args: readonly string[]): Promise<number | null> => {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return new Promise((done) => child.once('close', done));
};

describe('Ctrl-C', () => {
  it('a batch that waits for its next line: -> 130, with what was judged before', async () => {
    const child = spawn(process.execPath, [MAIN, ...GUARD(), '--batch', '-', '--json'], {
      env: { ...process.env, ...env },
    });
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stdin.write('{"text": "{}"}\n');
    await until(() => Promise.resolve(stdout.includes('"line":1')));
    child.kill('SIGINT');
    expect(await new Promise((done) => child.once('close', done))).toBe(130);
    expect(stdout).toContain('"INTERRUPTED"');
  });

  it('effects verify before a gateway that never answers: -> 130 at once', async () => {
    const asked = new Promise((connected) => deaf.once('connection', connected));
    const { child, ended } = spawnTurnkeep(['effects', 'verify', '--json'], { env });
    await asked;
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
  });
});
