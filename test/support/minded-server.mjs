// Starts a server under a minder and waits until it answers.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MINDER = fileURLToPath(new URL('./minder.mjs', import.meta.url));
const READY_WITHIN_MS = 60_000;

/** A free port that also fits where servers keep ports in 16 bits with a sign. */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    const probe = createServer();
    probe.listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(probe, 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]);
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** Gives back a function that stops the server. `folder` belongs to the server and goes with it. */
export async function startMinded({ name, command, args, folder, stopWith, answers }) {
  const log = join(folder, 'server.log');
  const order = JSON.stringify({ command, args, folder, log, stopWith });
  // A session of its own: a Ctrl-C on the terminal must not end the minder before it has done its work.
  const minder = spawn(process.execPath, [MINDER, order], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(minder, 'exit');
  minder.unref();
  minder.stdin.unref();
  const stop = async () => {
    minder.ref();
    minder.stdin.end();
    if (minder.exitCode === null) await ended;
  };
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; !(await answers()); await sleep(150)) {
    if (minder.exitCode === null && Date.now() < giveUpAt) continue;
    const words = readFileSync(log, 'utf8').slice(-2_000);
    await stop();
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`${name} did not start:\n${words}`);
  }
  return stop;
}
