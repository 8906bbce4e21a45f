// Starts other programs and takes them along: whoever stops us stops what we started.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { basename } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const onWindows = process.platform === 'win32';
const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
const running = new Map();
let stoppedBy;

/** The exit code a shell would report for a process that a signal ended. */
const codeOf = (signal) => 128 + constants.signals[signal];

function forward(signal) {
  stoppedBy = signal;
  if (running.size === 0) process.exit(codeOf(signal));
  for (const [child, isStep] of running) {
    // On a terminal the whole foreground group has had its Ctrl-C already; a second one would mean "at once".
    if (!isStep && signal === 'SIGINT' && onTerminal) continue;
    try {
      process.kill(isStep && !onWindows ? -child.pid : child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

// npm that is told to stop ends its shell and leaves us behind: losing our parent then means what the signal meant.
function watchParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    forward('SIGTERM');
  }, 250);
  watch.unref();
}

let isWatching = false;
function watchForTheEnd() {
  if (isWatching) return;
  isWatching = true;
  for (const signal of SIGNALS) process.on(signal, forward);
  if (process.env.npm_lifecycle_event) watchParent();
}

function start(command, args, { isStep, ...options }) {
  watchForTheEnd();
  // A step leads a process group of its own, so that its grandchildren (compilers, jest's workers) are reached as well.
  const child = spawn(command, args, { ...options, detached: isStep && !onWindows });
  running.set(child, isStep);
  return child;
}

const ended = (child) =>
  new Promise((settle) => {
    const settleOnce = (result) => {
      running.delete(child);
      settle(result);
    };
    child.once('error', (error) => settleOnce({ code: 127, error }));
    child.once('close', (code, signal) => settleOnce({ code: signal ? codeOf(signal) : code }));
  });

/** Runs a step without a terminal. `output` holds both streams, unless `stdio` sends them elsewhere. */
export async function runStep(command, args, options = {}) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, isStep: true });
  const chunks = { stdout: [], all: [] };
  child.stdout?.on('data', (chunk) => {
    chunks.stdout.push(chunk);
    chunks.all.push(chunk);
  });
  child.stderr?.on('data', (chunk) => chunks.all.push(chunk));
  const { code, error } = await ended(child);
  if (stoppedBy) process.exit(codeOf(stoppedBy));
  const text = (parts) => Buffer.concat(parts).toString();
  return { code, stdout: text(chunks.stdout), output: error ? `${command}: ${error.message}` : text(chunks.all) };
}

/** Hands the terminal over to a program and gives back its exit code. */
export async function runInForeground(command, args, options = {}) {
  const child = start(command, args, { stdio: 'inherit', ...options, isStep: false });
  const { code, error } = await ended(child);
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return code;
}

/** npm as the one that started us, else the one on PATH. */
export function runNpm(args, options = {}) {
  const own = process.env.npm_execpath;
  if (own && basename(own) === 'npm-cli.js') return runStep(process.execPath, [own, ...args], options);
  return runStep('npm', args, { ...options, shell: onWindows });
}

export const say = (line) => process.stderr.write(`turnkeep: ${line}\n`);

/** A set-up step that failed, in words for the person who ran the command. */
export class SetUpFailed extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
