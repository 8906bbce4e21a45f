// A server we started must not outlive us, however we end. Our exit event does not come when a signal or kill -9 ends us, and
// listening for signals would change how everybody else here leaves. So a shell waits for the end of a pipe that only we hold
// open, and ends the server then.
import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

/** Ends `child` when this process ends; on Windows only when it ends by itself. */
export function leashChild(child: ChildProcess): void {
  const end = (): void => {
    if (isRunning(child)) child.kill('SIGTERM');
  };
  const watcher = spawnWatcher(child);
  process.once('exit', end);
  child.once('exit', () => {
    process.removeListener('exit', end);
    watcher?.kill('SIGKILL');
  });
}

export function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function spawnWatcher(child: ChildProcess): ChildProcess | undefined {
  if (child.pid === undefined || process.platform === 'win32') return undefined;
  const script = 'read -r line; kill "$0"';
  const watcher = spawn('/bin/sh', ['-c', script, String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return watcher;
}
