import { drawLifeCycle, nextStatus, runEvents, runStatuses, isEnding, isParked } from '../../../core/runs/run-status';
import type { RunEvent, RunStatus } from '../../../core/runs/run-status';

const rows: [RunStatus | 'none', RunEvent, RunStatus][] = [
  ['none', 'started', 'running'],
  ['running', 'reachedEnd', 'completed'],
  ['running', 'waitsForPerson', 'interrupted'],
  ['running', 'stopped', 'cancelled'],
  ['running', 'nodeRaised', 'failed_resumable'],
  ['interrupted', 'stopped', 'cancelled'],
  ['interrupted', 'decided', 'running'],
  ['cancelled', 'resumed', 'running'],
  ['failed_resumable', 'resumed', 'running'],
  ['cancelled', 'aborted', 'aborted'],
  ['failed_resumable', 'aborted', 'aborted'],
];

describe('run status', () => {
  test.each(rows)('run status: %s and %s -> %s', (from, event, status) => {
    expect(nextStatus(from, event)).toEqual({ kind: 'to', status });
  });

  test('run status: every pair not in the table -> refused with a reason', () => {
    const named = new Set(rows.map(([from, event]) => `${from} ${event}`));
    const others = (['none', ...runStatuses] as const).flatMap((from) =>
      runEvents.filter((event) => !named.has(`${from} ${event}`)).map((event) => nextStatus(from, event)),
    );
    expect(others).toHaveLength(7 * 8 - rows.length);
    for (const next of others) expect(next).toEqual({ kind: 'refused', why: expect.stringMatching(/.{10}/) });
  });

  test.each<[RunStatus, RunEvent, string]>([
    ['cancelled', 'stopped', 'the run is cancelled: it was stopped already and keeps its state'],
    ['running', 'aborted', 'the run is running: an abort stops it first and ends it once it is parked'],
    ['interrupted', 'resumed', 'the run is interrupted: only a cancelled or failed_resumable run is resumed'],
    ['completed', 'resumed', 'the run is completed, which is an ending; nothing follows it'],
  ])('run status: %s and %s -> the reason says what to do', (from, event, why) => {
    expect(nextStatus(from, event)).toEqual({ kind: 'refused', why });
  });

  test('run status: endings and parked -> completed, aborted; cancelled, failed_resumable', () => {
    expect(runStatuses.filter(isEnding)).toEqual(['completed', 'aborted']);
    expect(runStatuses.filter(isParked)).toEqual(['cancelled', 'failed_resumable']);
  });

  test('run status: drawn -> a Markdown table of the rows', () => {
    const lines = drawLifeCycle().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('| from | event | to | on Temporal |');
    expect(lines[2]).toMatch(/^\| - \| started \| running \| workflow started/);
    expect(lines[9]).toMatch(/^\| cancelled, failed_resumable \| aborted \| aborted \|/);
  });
});
