// A server we started must not outlive us. Three nets: our exit, the signals that would end us without an exit event, and, for
// kill -9, a shell that waits for the end of a pipe which only we hold open.
import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends `child` when this process ends. Where nobody else listens for a signal, the process still dies of it. */
export function leashChild(child: ChildProcess): void {
  const end = (): void => {
    if (isRunning(child)) child.kill('SIGTERM');
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    // Somebody else's handler decides when to leave (a worker drains first and needs the server until then).
    if (process.listenerCount(signal) > 1) return;
    end();
    process.removeListener(signal, onSignal);
    process.kill(process.pid, signal);
  };
  const watcher = spawnWatcher(child);

  process.once('exit', end);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  child.once('exit', () => {
    process.removeListener('exit', end);
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
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
