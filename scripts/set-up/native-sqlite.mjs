// better-sqlite3 is native code, and building it takes minutes. The built file is kept in the user's cache, by everything
// it depends on, and put back after each `npm ci`. What counts is that it loads: a file that does not is built anew.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNpm, runStep, say, SetUpFailed } from './run.mjs';

const libc = () => {
  if (process.platform !== 'linux') return 'system';
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
};

export function cachedFile(root, env = process.env) {
  const manifest = join(root, 'node_modules', 'better-sqlite3', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const name = ['better-sqlite3', version, `abi${process.versions.modules}`, process.platform, process.arch, libc()];
  const cache = env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'turnkeep', 'native', `${name.join('-')}.node`);
}

const builtFile = (root) => join(root, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');

/** The native file is opened with the first database, not by `require` alone. */
async function loads(root) {
  if (!existsSync(builtFile(root))) return false;
  const program = "new (require('better-sqlite3'))(':memory:').close()";
  return (await runStep(process.execPath, ['-e', program], { cwd: root })).code === 0;
}

/** Copies beside the target and renames: whoever looks sees no file or a whole one. */
function place(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const half = `${to}.${process.pid}`;
  try {
    copyFileSync(from, half);
    renameSync(half, to);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
}

function keep(root, cached) {
  try {
    place(builtFile(root), cached);
  } catch (error) {
    say(`better-sqlite3: not kept for the next time (${error.message})`);
  }
}

function putBack(root, cached) {
  try {
    place(cached, builtFile(root));
  } catch (error) {
    say(`better-sqlite3: the kept file could not be used (${error.message})`);
  }
}

export async function provideSqlite(root, env = process.env) {
  const cached = cachedFile(root, env);
  if (await loads(root)) {
    if (!existsSync(cached)) keep(root, cached);
    return say('better-sqlite3 is in place');
  }
  if (existsSync(cached)) {
    putBack(root, cached);
    if (await loads(root)) return say('better-sqlite3: put back from the cache');
  }
  say('better-sqlite3: building its native part (about 2 minutes, once)');
  const { code, output } = await runNpm(['rebuild', 'better-sqlite3', '--ignore-scripts=false'], { cwd: root });
  if (code !== 0 || !(await loads(root))) {
    throw new SetUpFailed(
      `${output}\nbetter-sqlite3 could not be built: it needs a C++ compiler, make and Python 3 (on Debian: build-essential python3).`,
    );
  }
  keep(root, cached);
}
