// Minds one server for a test run: it lives as long as the run holds the other end of our standard input. However the run
// ends (kill -9 too), the pipe closes, and the server is stopped by its process id and its folder removed.
import { spawn } from 'node:child_process';
import { openSync, rmSync } from 'node:fs';

const { command, args, folder, log, stopWith } = JSON.parse(process.argv[2]);
const out = openSync(log, 'a');
const server = spawn(command, args, { cwd: folder, stdio: ['ignore', out, out] });

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  server.kill(stopWith);
  setTimeout(() => server.kill('SIGKILL'), 5_000).unref();
}
process.stdin.on('end', stop).on('error', stop).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

function close(code) {
  // A server that ended by itself leaves its log to be read.
  if (stopping) rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
server.once('error', () => close(127));
server.once('exit', (code) => close(stopping ? 0 : (code ?? 1)));
