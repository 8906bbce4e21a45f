// The first screen of the README shows the end of a real demonstration. DRAW_PAGES=1 writes what was printed into it; without it a stale
// block fails.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeWithTemporal } from '../support/needs';
import { comparable, SeenIds } from '../support/page-blocks';

const draws = process.env['DRAW_PAGES'] === '1';
const root = path.resolve(__dirname, '../..');
const file = path.join(root, 'README.md');
const BLOCK = /(<!-- printed by: turnkeep demo refund --auto -->\n```text\n)([\s\S]*?)(\n```)/;

const comparableAll = (lines: readonly string[]): readonly string[] => {
  const ids = new SeenIds();
  lines.forEach((line) => ids.note(line));
  return lines.map((line) => comparable(line, ids));
};

describeWithTemporal('README', () => {
  test('the first screen: its block -> what `turnkeep demo refund --auto` prints, a no before a yes', async () => {
    const page = readFileSync(file, 'utf8');
    const [, , block = ''] = BLOCK.exec(page) ?? [];
    const shown = block.split('\n');
    // A server of its own, as on a fresh machine.
    const env = { ...process.env, TEMPORAL_CLI_PATH: process.env['TEST_TEMPORAL_CLI'], TEMPORAL_ADDRESS: undefined };
    const args = [path.join(root, 'dist/client/cli/main.js'), 'demo', 'refund', '--auto'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
    const printed = `${stderr}\n${stdout}`.split('\n');
    const first = printed.indexOf(shown[0] ?? '');
    expect(first).toBeGreaterThanOrEqual(0);
    const lines = printed.slice(first, first + shown.length);
    if (draws)
      writeFileSync(
        file,
        page.replace(BLOCK, (_all, open: string, _old, close: string) => open + lines.join('\n') + close),
      );
    else expect(comparableAll(shown)).toEqual(comparableAll(lines));
  }, 120_000);
});
