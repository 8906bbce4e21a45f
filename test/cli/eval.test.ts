// `eval run` as anybody runs it: figures on stdout, progress on stderr, nothing left behind.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithTemporal } from '../support/needs';
import { jsonOf, runTurnkeep } from './run-turnkeep';

test.each([
  [['eval', 'run', 'desk-routes'], 'USAGE', 'support-tasks'],
  [['eval', 'run', 'support-tasks', '--split', 'test'], 'USAGE', 'train, dev, all'],
  [['eval', 'run', 'support-tasks', '--task', 'train-1'], 'UNKNOWN_TASK', 'train-1'],
  [['eval', 'run', 'support-tasks', '--split', 'dev', '--task', 'train-4'], 'UNKNOWN_TASK', 'of this split'],
  [['eval', 'run', 'support-tasks', '--model', 'scripted:x'], 'SCRIPTED_FIGURES', 'plumbing only'],
])('%p -> 2 and what was expected', async (args, code, words) => {
  const ended = await runTurnkeep([...args, '--json']);
  expect(ended.code).toBe(2);
  expect(ended.stdout).toContain(code);
  expect(ended.stdout).toContain(words);
});

describeWithTemporal('eval run', () => {
  it('a task of two cancellations over the two-person limit -> met, both approved by two simulated reviewers, no folder left', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turnkeep-cli-'));
    try {
      const env = { TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'] ?? '', TMPDIR: folder };
      const ended = await runTurnkeep(['eval', 'run', 'support-tasks', '--task', 'train-13', '--json'], { env });
      expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
        code: 0,
        ok: true,
        tasks: 1,
        counted: 1,
        success: 1,
        handedOff: 0,
        wrongWrites: 0,
        model: 'offline reader: rules and phrases, not a language model',
        splits: { train: { success: { hits: 1, of: 1 }, reviews: { asked: 2, approved: 2, rejected: 0 } } },
        results: [{ id: 'train-13', isMet: true, end: 'answered', turns: 1, wrong: [] }],
      });
      expect(ended.stdout).toContain('customer: script from the task, not a person');
      expect(ended.stderr).toContain('train-13: answered after 1 turn, end state as expected');
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 90_000);
});
