// One set-up at a time in one checkout: `npm run demo` and `npm test` started together must not install over each other.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './run.mjs';

const PATIENCE_MS = 15 * 60_000;

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function holder(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid) process.kill(pid, 0);
    return pid || 'starting';
  } catch (error) {
    return error.code === 'EPERM' ? 'of another user' : undefined;
  }
}

export async function alone(root, work) {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `turnkeep-set-up-${key}.lock`);
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let told = false; !take(file);) {
    const pid = holder(file);
    if (pid === undefined || Date.now() > giveUpAt) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) say(`waiting for another set-up of this checkout (process ${pid})`);
    told = true;
    await sleep(300);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}
