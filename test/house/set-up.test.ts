// The scripts behind `npm run demo` and `npm test` are ES modules, which jest cannot load: each test runs a few lines
// against them in a process of its own, in folders of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(__dirname, '../..');
const script = (path: string): string => JSON.stringify(join(root, 'scripts', path));

const evaluate = (program: string): { code: number | null; out: string; err: string } => {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return { code: run.status, out: run.stdout, err: run.stderr };
};
const valueOf = (program: string): unknown => {
  const { code, out, err } = evaluate(program);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that ended but was not waited for yet still has its id.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
const untilGone = async (pid: number): Promise<boolean> => {
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(50);
  return !isAlive(pid);
};

let folder: string;
const write = (path: string, content: unknown): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-set-up-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('bootstrap', () => {
  test('an old Node -> says which one is needed, exit 2', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.9' } });`;
    const { code, err } = evaluate(`${old} await import(${script('bootstrap.mjs')});`);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('needs Node 20.19 or newer; this is 20.18.9'),
    });
  });

  test('an unknown command -> usage, exit 2', () => {
    const run = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'toString'], { encoding: 'utf8' });
    expect({ code: run.status, err: run.stderr }).toEqual({ code: 2, err: expect.stringMatching(/^usage: /) });
  });

  test('a Temporal server that is named and absent -> exit 7 before any long step', () => {
    const run = spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'demo'], {
      encoding: 'utf8',
      env: { ...process.env, TEMPORAL_ADDRESS: '127.0.0.1:1' },
    });
    expect(run.status).toBe(7);
    expect(run.stderr).not.toMatch(/packages|building/);
  });
});

describe('install', () => {
  const isInstalled = (): unknown =>
    valueOf(
      `import { isInstalled } from ${script('set-up/install.mjs')}; console.log(isInstalled(${JSON.stringify(folder)}));`,
    );
  const locked = {
    '': { version: '1' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-os': { version: '1.0.0', optional: true },
  };

  test('no node_modules -> not installed', () => {
    write('package-lock.json', { packages: locked });
    expect(isInstalled()).toBe(false);
  });

  test('a plain npm install of the same lock -> installed', () => {
    write('package-lock.json', { packages: locked });
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } });
    expect(isInstalled()).toBe(true);
  });

  test.each([
    ['another version', { 'node_modules/a': { version: '1.0.1' } }],
    ['a package too few', {}],
    ['a package too many', { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }],
  ])('%s -> not installed', (_case, packages) => {
    write('package-lock.json', { packages: locked });
    write('node_modules/.package-lock.json', { packages });
    expect(isInstalled()).toBe(false);
  });

  test('a lock file changed after the install -> not installed', () => {
    write('package-lock.json', { packages: locked });
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } });
    isInstalled();
    write('package-lock.json', { packages: { ...locked, 'node_modules/a': { version: '2.0.0' } } });
    expect(isInstalled()).toBe(false);
  });
});

describe('better-sqlite3', () => {
  const provide = (at: string, cache: string): { code: number | null; out: string; err: string } =>
    evaluate(
      `import { provideSqlite } from ${script('set-up/native-sqlite.mjs')};
       await provideSqlite(${JSON.stringify(at)}, { XDG_CACHE_HOME: ${JSON.stringify(cache)} });`,
    );

  test('a built file -> kept, and put back where it is missing', () => {
    const cache = join(folder, 'cache');
    expect(provide(root, cache).code).toBe(0);
    const [kept] = readdirSync(join(cache, 'turnkeep/native'));
    expect(kept).toMatch(new RegExp(`^better-sqlite3-[\\d.]+-abi${process.versions.modules}-${process.platform}-`));

    const fresh = join(folder, 'checkout/node_modules');
    mkdirSync(join(fresh, 'better-sqlite3'), { recursive: true });
    for (const part of ['lib', 'package.json']) {
      cpSync(join(root, 'node_modules/better-sqlite3', part), join(fresh, 'better-sqlite3', part), { recursive: true });
    }
    for (const name of ['bindings', 'file-uri-to-path'])
      symlinkSync(join(root, 'node_modules', name), join(fresh, name));
    const { code, err } = provide(join(folder, 'checkout'), cache);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('put back from the cache') });
    expect(existsSync(join(fresh, 'better-sqlite3/build/Release/better_sqlite3.node'))).toBe(true);
  });

  test('a cache folder that cannot be written -> a line, not a failure', () => {
    write('not-a-folder', '');
    const { code, err } = provide(root, join(folder, 'not-a-folder'));
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('not kept for the next time') });
  });
});

describe('build', () => {
  const stamp = (): unknown =>
    valueOf(
      `import { sourceStamp } from ${script('set-up/built.mjs')}; console.log(JSON.stringify(sourceStamp(${JSON.stringify(folder)})));`,
    );

  test('a file touched -> same sources; changed, added or removed -> other sources', () => {
    write('core/kernel/a.ts', 'export const a = 1;');
    write('data/menu.txt', 'tea');
    const before = stamp();
    utimesSync(join(folder, 'core/kernel/a.ts'), new Date(0), new Date(0));
    expect(stamp()).toBe(before);
    write('data/menu.txt', 'tee');
    const changed = stamp();
    write('core/kernel/b.ts', '');
    const added = stamp();
    rmSync(join(folder, 'core/kernel/a.ts'));
    expect(new Set([before, changed, added, stamp()]).size).toBe(4);
  });

  test('assets: data and other files arrive, what lost its source goes', () => {
    write('data/support/menu.md', 'tea');
    write('agents/cafe/policy.json', '{}');
    write('agents/cafe/README.md', 'prose');
    write('stores/kept.ts', '');
    for (const output of ['kept.js', 'kept.d.ts', 'kept.js.map', 'gone.js', 'gone.d.ts'])
      write(`dist/stores/${output}`, '');
    write('dist/agents/cafe/old-policy.json', '{}');
    write('dist/workflow-bundle.js', '');
    const run = spawnSync(process.execPath, [join(root, 'scripts/copy-assets.mjs'), folder]);
    expect(run.status).toBe(0);
    const left = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    expect(left.sort()).toEqual([
      'dist/agents/cafe/policy.json',
      'dist/data/support/menu.md',
      'dist/stores/kept.d.ts',
      'dist/stores/kept.js',
      'dist/stores/kept.js.map',
      'dist/workflow-bundle.js',
    ]);
  });
});

describe('test summary', () => {
  const summaryOf = (report: unknown, code: number): unknown =>
    valueOf(
      `import { closingLine, summarize } from ${script('set-up/test-summary.mjs')};
       const summary = summarize(${report === undefined ? 'undefined' : JSON.stringify(report)}, ${String(code)});
       console.log(JSON.stringify([closingLine(summary), summary.skipped]));`,
    );
  const report = (assertionResults: readonly unknown[], counts: object): object => ({
    numPassedTests: 1,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: [{ assertionResults }],
    ...counts,
  });

  test('all passed -> two numbers', () => {
    expect(summaryOf(report([{ status: 'passed', fullName: 'a' }], {}), 0)).toEqual(['1 passed, 0 failed', []]);
  });

  test('skipped tests -> counted, named, with their reason', () => {
    const skipped = [
      { status: 'pending', fullName: '[needs PostgreSQL] ledger: twice -> one row' },
      { status: 'todo', fullName: 'ledger: later' },
    ];
    expect(summaryOf(report(skipped, {}), 0)).toEqual([
      '1 passed, 0 failed, 2 skipped',
      [
        { name: 'ledger: twice -> one row', reason: 'needs PostgreSQL' },
        { name: 'ledger: later', reason: 'todo in the test file' },
      ],
    ]);
  });

  test.each([
    ['a suite that could not run', report([], { numRuntimeErrorTestSuites: 1 }), 1],
    ['failed tests', report([], { numFailedTests: 1 }), 1],
    ['a bad exit that no test explains', report([], {}), 1],
  ])('%s -> one failed', (_case, jestReport, code) => {
    expect(summaryOf(jestReport, code)).toEqual(['1 passed, 1 failed', []]);
  });

  test('no report -> one failed', () => {
    expect(summaryOf(undefined, 134)).toEqual(['0 passed, 1 failed', []]);
  });
});

describe('processes', () => {
  test('a set-up that is stopped -> takes the children of its step along, exit 143', async () => {
    const program = `import { runStep } from ${script('set-up/run.mjs')};
      await runStep('sh', ['-c', 'sleep 60 & echo $! > ${join(folder, 'pid')}; wait']);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    while (!existsSync(join(folder, 'pid')) || readFileSync(join(folder, 'pid'), 'utf8') === '') await sleep(20);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(143);
    expect(await untilGone(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(true);
  });

  test('npm stopped, its shell gone -> the command ends too', async () => {
    const command = `setInterval(() => {}, 1000); require('node:fs').writeFileSync('${join(folder, 'pid')}', String(process.pid));`;
    const program = `import { runInForeground } from ${script('set-up/run.mjs')};
      await runInForeground(process.execPath, ['-e', ${JSON.stringify(command)}]);`;
    write('program.mjs', program);
    const shell = spawn('sh', ['-c', `'${process.execPath}' '${join(folder, 'program.mjs')}'; :`], {
      stdio: 'ignore',
      env: { ...process.env, npm_lifecycle_event: 'demo' },
    });
    while (!existsSync(join(folder, 'pid'))) await sleep(20);
    shell.kill('SIGTERM');
    expect(await untilGone(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(true);
  });

  test('two set-ups of one checkout -> one after the other', async () => {
    const program = `import { appendFileSync } from 'node:fs';
      import { alone } from ${script('set-up/lock.mjs')};
      const note = (word) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, word);
      await alone(${JSON.stringify(folder)}, async () => {
        note('in ');
        await new Promise((settle) => setTimeout(settle, 300));
        note('out ');
      });`;
    const two = [0, 1].map(() => spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' }));
    await Promise.all(two.map((child) => once(child, 'exit')));
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('in out in out ');
  });

  test('a test run killed outright -> its server ends and its folder goes', async () => {
    const served = join(folder, 'served');
    mkdirSync(served);
    const server = `require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000);`;
    const program = `import { existsSync } from 'node:fs';
      import { startMinded } from ${JSON.stringify(join(root, 'test/support/minded-server.mjs'))};
      await startMinded({ name: 'server', command: process.execPath, args: ['-e', ${JSON.stringify(server)}],
        folder: ${JSON.stringify(served)}, stopWith: 'SIGTERM', answers: async () => existsSync(${JSON.stringify(join(served, 'pid'))}) });
      console.log('started');
      setInterval(() => {}, 1000);`;
    const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(run.stdout, 'data');
    copyFileSync(join(served, 'pid'), join(folder, 'pid'));
    run.kill('SIGKILL');
    expect(await untilGone(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(true);
    for (let tries = 0; tries < 100 && existsSync(served); tries += 1) await sleep(20);
    expect(existsSync(served)).toBe(false);
  });
});
