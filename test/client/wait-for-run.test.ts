// A wait after a resume: what is recorded, and what Temporal shows, may both still say the park that was left.
import type { ClientContext } from '../../client/client-context';
import { isStillParked, waitForRun } from '../../client/wait-for-run';
import type { RunRow } from '../../stores/store-port';
import type { RunStatusView } from '../../workflows/messages';

const park = { status: 'cancelled', node: 'agent', cause: 'stopped', atMs: 5 } as const;
const row = { workflowId: 'support/c_1/1', caseId: 'c_1', status: 'cancelled', uptoMove: 3, replyRef: null };
const viewOf = (view: Partial<RunStatusView>) => ({ park, move: 3, ...view });

/** A run whose row changes once it was asked `looks` times. */
const contextOf = (looks: number, view: Partial<RunStatusView>): ClientContext => {
  let asked = 0;
  const find = () => {
    asked += 1;
    return Promise.resolve({ ...row, interimRef: null, ...(asked > looks ? { status: 'completed' } : {}) });
  };
  const handle = {
    describe: () =>
      Promise.resolve({
        status: { name: 'RUNNING' },
        raw: {},
        typedSearchAttributes: { get: () => 'cancelled' },
      }),
    query: () => Promise.resolve(view),
  };
  return {
    store: { runs: { find, steps: () => Promise.resolve([]) }, transcripts: {} },
    temporal: {
      workflow: { getHandle: () => handle },
      connection: { withDeadline: (_at: number, ask: () => unknown) => ask() },
    },
  } as unknown as ClientContext;
};

describe('wait for a run', () => {
  it('resumed, row and attributes still of the park -> the old park is no answer, the end is', async () => {
    const report = await waitForRun(contextOf(2, viewOf({ park: null })), row.workflowId, { timeoutMs: 5_000 });
    expect(report).toMatchObject({ status: 'completed', timedOut: false });
  });

  it('parked as the run itself says -> answered at once', async () => {
    const report = await waitForRun(contextOf(99, viewOf({})), row.workflowId, { timeoutMs: 5_000 });
    expect(report).toMatchObject({ status: 'cancelled', timedOut: false });
  });

  it('park: another status, or moves the row does not have yet -> another park; nobody answers -> the row counts', () => {
    const parked = row as unknown as RunRow;
    expect(isStillParked(parked, viewOf({}))).toBe(true);
    expect(isStillParked(parked, viewOf({ park: { ...park, status: 'failed_resumable' } }))).toBe(false);
    expect(isStillParked(parked, viewOf({ move: 4 }))).toBe(false);
    expect(isStillParked(parked, null)).toBe(true);
  });
});
