// Puts node_modules where package-lock.json says it should be, and leaves it alone when it is there already.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm, say, SetUpFailed } from './run.mjs';

const stampOf = (root) => join(root, 'node_modules', '.turnkeep-lock');
const lockHash = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return otherwise;
    throw error;
  }
}

/**
 * Whether npm's own record of what it installed (node_modules/.package-lock.json) is the lock file's content: true after
 * a plain `npm install` too. Packages for other platforms may be missing.
 */
function npmInstalledTheLock(root) {
  const record = readOr(join(root, 'node_modules', '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const { '': _root, ...locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const isSame = (name) => installed[name]?.version === locked[name]?.version;
  return (
    Object.keys(installed).every((name) => name in locked && isSame(name)) &&
    Object.keys(locked).every((name) => name in installed || locked[name].optional)
  );
}

export function isInstalled(root) {
  if (readOr(stampOf(root)) === lockHash(root)) return true;
  if (!npmInstalledTheLock(root)) return false;
  writeFileSync(stampOf(root), lockHash(root));
  return true;
}

export async function install(root) {
  if (isInstalled(root)) return say('packages are in place');
  say('packages: installing with npm ci (half a minute to a few minutes)');
  // No install scripts: the only one that matters builds better-sqlite3, and native-sqlite.mjs does that once per machine.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runNpm(args, { cwd: root });
  if (code !== 0) throw new SetUpFailed(`npm ci failed (exit ${code}):\n${output}`);
  writeFileSync(stampOf(root), lockHash(root));
}
