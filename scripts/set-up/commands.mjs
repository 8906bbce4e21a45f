// What stands behind `npm run demo`, `npm test` and `npm run bench`: whatever is missing is put in place, then the command
// runs. Nothing is asked, a terminal is not needed, and every step says one line on stderr.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeCheck, runChecks } from '../check.mjs';
import { isBuilt } from './built.mjs';
import { install } from './install.mjs';
import { alone } from './lock.mjs';
import { provideSqlite } from './native-sqlite.mjs';
import { runInForeground, runNpm, runStep, say, SetUpFailed } from './run.mjs';
import { closingLine, summarize } from './test-summary.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NO_TEMPORAL = 7;
const isSet = (name) => !['', '0', undefined].includes(process.env[name]);

async function build() {
  if (isBuilt(root)) return say('the build is up to date');
  say('building');
  const { code, output } = await runNpm(['run', '--silent', 'build'], { cwd: root });
  if (code !== 0) throw new SetUpFailed(`the build failed (exit ${code}):\n${output}`);
}

/** Environment for the tests: the way to Temporal that was found, so that nobody looks twice. */
async function findTemporal({ isRequired }) {
  say('looking for a Temporal server or CLI (a first download takes about 10 seconds)');
  const { code, stdout, output } = await runStep(process.execPath, [join(root, 'scripts', 'ensure-temporal.mjs')]);
  if (code === 0) {
    const found = JSON.parse(stdout);
    say(found.kind === 'address' ? `Temporal at ${found.address}` : `Temporal CLI ${found.version} (${found.from})`);
    return found.kind === 'address' ? {} : { TEMPORAL_CLI_PATH: found.path };
  }
  if (isRequired || code !== NO_TEMPORAL) throw new SetUpFailed(output.trimEnd(), code);
  say(`${output.trimEnd()}\nturnkeep: tests that need a Temporal server are skipped`);
  return {};
}

/** Temporal comes first: who has none learns it before the long steps. */
async function setUp({ needsTemporal }) {
  const found = await findTemporal({ isRequired: needsTemporal });
  await alone(root, async () => {
    await install(root);
    await provideSqlite(root);
    await build();
  });
  return { ...process.env, ...found };
}

async function program(args, path) {
  // It looks for the server or CLI itself, and names the place that a person would: no variable of ours stands in between.
  await setUp({ needsTemporal: true });
  return runInForeground(process.execPath, [join(root, 'dist', ...path), ...args], { env: process.env });
}

async function runJest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-jest-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const reportFile = join(folder, 'report.json');
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const toStderr = ['ignore', process.stderr, process.stderr];
  const options = ['--json', `--outputFile=${reportFile}`, ...args];
  const { code } = await runStep(process.execPath, [jest, ...options], { cwd: root, env, stdio: toStderr });
  return summarize(readReport(reportFile), code);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function test(args) {
  try {
    const env = await setUp({ needsTemporal: isSet('REQUIRE_TEMPORAL') });
    say('types and boundaries');
    const checks = await runChecks(['types', 'boundaries'], (result) => process.stderr.write(describeCheck(result)));
    say('tests');
    return closeTests(checks, await runJest(args, env));
  } catch (error) {
    if (!(error instanceof SetUpFailed)) throw error;
    say(error.message);
    return closeTests([], { passed: 0, failed: 1, skipped: [], notes: [] });
  }
}

/** The checks are counted with the tests: a type error must not hide behind a line that says nothing failed. */
function closeTests(checks, { passed, failed, skipped, notes }) {
  const right = checks.filter(({ ok }) => ok).length;
  const total = { passed: passed + right, failed: failed + checks.length - right, skipped };
  for (const note of notes) say(note);
  for (const { name, reason } of skipped) process.stdout.write(`skipped: ${name} (${reason})\n`);
  process.stdout.write(`${closingLine(total)}\n`);
  return total.failed === 0 ? 0 : 1;
}

const COMMANDS = {
  demo: (args) => program(['demo', ...args], ['client', 'cli', 'main.js']),
  bench: (args) => program(args, ['bench', 'main.js']),
  test,
};

export async function runCommand(name, args) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write('usage: node scripts/bootstrap.mjs demo|test|bench [ARGUMENT...]\n');
    return 2;
  }
  try {
    return await command(args);
  } catch (error) {
    if (!(error instanceof SetUpFailed)) throw error;
    say(error.message);
    return error.exitCode;
  }
}
