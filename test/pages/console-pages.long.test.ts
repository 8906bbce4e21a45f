// What the pages show was printed. Every command of their console blocks is run here on a system of its own, in the order of the page,
// and all it prints is compared. DRAW_PAGES=1 writes what is printed into the pages; without it a stale page fails.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeWithTemporal } from '../support/needs';
import { commandOfRun, comparable, readPage, renderPage, SeenIds, type ConsoleStep } from '../support/page-blocks';
import { startSystem, type System } from '../support/start-system';

const root = path.resolve(__dirname, '../..');
const draws = process.env['DRAW_PAGES'] === '1';
const PAGES = ['docs/first-refund.md', 'docs/life-cycle.md', 'docs/effects.md'];
const TEMPORAL = process.env['TEST_TEMPORAL_CLI'] ?? 'temporal';

/** The words that a person types stand for what is built here. */
const SHELL = `
npx() { shift; node dist/client/cli/main.js "$@"; }
temporal() { "${TEMPORAL}" "$@"; }
`;

const runShell = (command: string, env: Record<string, string>): Promise<readonly string[]> =>
  new Promise((done) => {
    const all = { ...process.env, ...env, NO_COLOR: '1' };
    execFile('bash', ['-c', `${SHELL}\n{ ${command}\n} 2>&1`], { cwd: root, env: all }, (error, stdout) => {
      const printed = stdout.replace(/\n$/, '').split('\n');
      const lines = printed.length === 1 && printed[0] === '' ? [] : printed;
      done(error === null ? lines : [...lines, `[exit ${String(error.code)}]`]);
    });
  });

const describePage = (name: string): void => {
  const file = path.join(root, name);
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ env: { TURNKEEP_PERSON: 'sam', COLUMNS: '100' } });
  }, 60_000);
  afterAll(async () => system.stop(), 30_000);

  test(`${name}: every command -> prints what the page shows`, async () => {
    const parts = readPage(readFileSync(file, 'utf8'));
    const ofPage = new SeenIds();
    const ofRun = new SeenIds();
    const play = async ({ command, printed }: ConsoleStep): Promise<ConsoleStep> => {
      const typed = commandOfRun(command, ofPage, ofRun);
      ofPage.note(command);
      const lines = await runShell(typed, system.env);
      const shown = lines.map((line) => line.replaceAll(system.settings.home, '.turnkeep'));
      shown.forEach((line) => ofRun.note(line));
      printed.forEach((line) => ofPage.note(line));
      if (!draws) {
        const expected = [`$ ${command}`, ...printed].map((line) => comparable(line, ofPage));
        expect([`$ ${typed}`, ...shown].map((line) => comparable(line, ofRun))).toEqual(expected);
      }
      return { command: typed, printed: shown };
    };
    const drawn = [];
    for (const { text, steps } of parts) {
      const played: ConsoleStep[] = [];
      for (const step of steps) played.push(await play(step));
      drawn.push({ text, steps: played });
    }
    if (draws) writeFileSync(file, renderPage(drawn));
    expect(parts.some(({ steps }) => steps.length > 0)).toBe(true);
  }, 120_000);
};

describeWithTemporal('pages', () => {
  describe.each(PAGES)('%s', describePage);
});
