// Which runs need a person, from what was recorded alone; and the rules by themselves, with what a server would say.
import { judgeAttention, type RunFacts, type ServerFacts } from '../../client/attention-reasons';
import type { RecordContext } from '../../client/client-context';
import { findAttention } from '../../client/run-attention';
import { holdEffects } from '../../stores/holds';
import { newRun } from '../../stores/run-record';
import { makeSqlitePlace, type StorePlace } from '../stores/store-targets';
import { putEffect, putRun } from '../support/registry-rows';
import { openRecordsAt } from './records';

const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('attention, as recorded', () => {
  let place: StorePlace;
  let records: RecordContext;
  const now = Date.now();

  beforeEach(async () => {
    place = await makeSqlitePlace();
    records = await openRecordsAt(place);
  });
  afterEach(async () => {
    await records.store.close();
    await place.remove();
  });

  const waiting = (caseId: string, dueMs: number, change = {}) =>
    putRun(records.store, {
      caseId,
      status: 'interrupted',
      waitingKind: 'review',
      reviewId: `rv_${caseId}`,
      waitingSinceMs: now - HOUR,
      dueMs,
      recordedMs: now - HOUR,
      ...change,
    });
  const parked = (caseId: string, change = {}) =>
    putRun(records.store, { caseId, status: 'cancelled', stoppedAt: 'agent', recordedMs: now - HOUR, ...change });

  it('one of each -> the most urgent first, each with its reason, sentence and command', async () => {
    await parked('c_stopped');
    await parked('c_failed', { status: 'failed_resumable', cause: 'provider.refused' });
    await parked('c_money', { status: 'failed_resumable', stoppedAt: 'send', waitingKind: 'money' });
    await parked('c_long', { recordedMs: now - 31 * DAY });
    await waiting('c_later', now + 2 * HOUR);
    await waiting('c_soon', now + HOUR);
    await putRun(records.store, { caseId: 'c_starting', startedMs: now - HOUR });
    const unknown = await parked('c_unknown', { status: 'failed_resumable', waitingKind: 'money', stoppedAt: 'send' });
    await putEffect(records.store, { turnKey: unknown, caseId: 'c_unknown', changedMs: now - HOUR });
    await waiting('c_late', now - HOUR);
    await putRun(records.store, { caseId: 'c_done', status: 'completed', outcome: 'answered' });
    await putRun(records.store, { caseId: 'c_running', status: 'running', recordedMs: now });
    await putRun(records.store, { caseId: 'c_new', startedMs: now });

    const { runs, checked } = await findAttention(records);
    expect(runs.map(({ turnKey, reason, next }) => [turnKey.split('/')[1], reason, next])).toEqual([
      ['c_late', 'reviewOverdue', 'turnkeep review show rv_c_late'],
      ['c_unknown', 'effectUnknown', 'turnkeep effects reconcile'],
      ['c_starting', 'notStarted', 'turnkeep run abort support/c_starting/1 --reason T'],
      ['c_soon', 'reviewWaiting', 'turnkeep review show rv_c_soon'],
      ['c_later', 'reviewWaiting', 'turnkeep review show rv_c_later'],
      ['c_long', 'parkedLong', 'turnkeep run abort support/c_long/1 --reason T'],
      ['c_money', 'moneyWaits', 'turnkeep run resume support/c_money/1 --money --as NAME'],
      ['c_failed', 'failedResumable', 'turnkeep run resume support/c_failed/1'],
      ['c_stopped', 'stopped', 'turnkeep run resume support/c_stopped/1'],
    ]);
    expect(runs[1]).toMatchObject({ also: ['moneyWaits', 'failedResumable'], dueMs: null, sinceMs: now - HOUR });
    expect(runs[0]).toMatchObject({ dueMs: now - HOUR, words: expect.stringContaining('1 h 0 min ago') });
    expect(runs.find(({ reason }) => reason === 'failedResumable')?.words).toContain('provider.refused');
    expect(checked).toEqual({ server: false, openRuns: 11, described: 0 });
  });

  it('effects of the agent are held -> the run that waits says who holds them, and the release in the scope of the hold', async () => {
    await waiting('c_1', now + HOUR);
    await holdEffects(records.store, { scope: 'agent:support', by: 'ana', reasonRef: 'drill' });
    const { runs, holds } = await findAttention(records);
    expect(runs).toMatchObject([
      {
        reason: 'effectsHeld',
        also: ['reviewWaiting'],
        next: 'turnkeep effects release --agent support --reason CODE --as NAME',
        words: expect.stringContaining('ana'),
      },
    ]);
    expect(holds).toMatchObject([{ scope: 'agent:support', by: 'ana' }]);
  });

  it('a hold of another agent -> no matter of this run', async () => {
    await waiting('c_1', now + HOUR);
    await holdEffects(records.store, { scope: 'agent:other', by: 'ana', reasonRef: 'drill' });
    expect((await findAttention(records)).runs).toMatchObject([{ reason: 'reviewWaiting' }]);
  });

  it('entries: begun and its lease over -> unknown; under a living lease -> none; of an aborted run -> told as well', async () => {
    const lapsed = await putRun(records.store, { caseId: 'c_1', status: 'running', recordedMs: now });
    const living = await putRun(records.store, { caseId: 'c_2', status: 'running', recordedMs: now });
    const ended = await putRun(records.store, { caseId: 'c_3', status: 'aborted' });
    const started = { state: 'started' as const, changedMs: now - HOUR };
    await putEffect(records.store, { turnKey: lapsed, caseId: 'c_1', ...started, leaseUntilMs: now - 1_000 });
    await putEffect(records.store, { turnKey: living, caseId: 'c_2', ...started, leaseUntilMs: now + HOUR });
    await putEffect(records.store, { turnKey: ended, caseId: 'c_3', changedMs: now });
    const { runs } = await findAttention(records);
    expect(runs.map(({ turnKey, reason }) => [turnKey, reason])).toEqual([
      [lapsed, 'effectUnknown'],
      [ended, 'effectUnknown'],
    ]);
  });
});

describe('attention, with what a server says', () => {
  const now = 100 * DAY;
  const turn = { agent: 'support', caseId: 'c_1', turn: 1, turnKey: 'support/c_1/1', rootTurnKey: '', branch: 'main' };
  const base = newRun(turn, { messageAddress: 'm', modelLabel: 'offline', nowMs: now - HOUR });
  const well: ServerFacts = {
    ...{ kind: 'open', taskAttempt: 1, taskFailure: null, taskWaitsSinceMs: null, polled: true },
    movesMoneyNext: false,
  };
  const judge = (server: ServerFacts, change: Partial<NonNullable<RunFacts['run']>> = {}) =>
    judgeAttention(
      {
        run: { ...base, status: 'running', recordedMs: now - HOUR, ...change },
        turnKey: 'support/c_1/1',
        effect: null,
        hold: null,
        review: null,
        server,
      },
      now,
    );

  it.each<[string, ServerFacts, object, string | undefined]>([
    ['runs and is polled', well, {}, undefined],
    ['terminated', { kind: 'closed', status: 'TERMINATED' }, {}, 'workflowClosed'],
    ['gone', { kind: 'gone' }, {}, 'workflowGone'],
    ['gone, and never started', { kind: 'gone' }, { status: 'starting', startedMs: now - 20_000 }, 'notStarted'],
    ['just claimed', { kind: 'gone' }, { status: 'starting', startedMs: now - 1_000 }, undefined],
    ['its task began twice', { ...well, taskAttempt: 2 }, {}, 'workflowTaskFailing'],
    ['nobody polls', { ...well, polled: false }, {}, 'noWorker'],
    ['nobody polls, and it waits for nobody’s work', { ...well, polled: false }, { status: 'interrupted' }, undefined],
    ['its task lies untaken', { ...well, taskWaitsSinceMs: now - 11_000 }, { status: 'interrupted' }, 'noWorker'],
    ['its task lies for a moment', { ...well, taskWaitsSinceMs: now - 9_000 }, {}, undefined],
  ])('%s -> as the rule says', (_what, server, change, reason) => {
    expect(judge(server, change)?.reason).toBe(reason);
  });

  it('terminated while a review waits -> the termination first, the review beside it', () => {
    const review = { status: 'interrupted', waitingKind: 'review', reviewId: 'rv_1', dueMs: now + HOUR } as const;
    expect(judge({ kind: 'closed', status: 'TERMINATED' }, review)).toMatchObject({
      reason: 'workflowClosed',
      also: ['reviewWaiting'],
      next: 'turnkeep run reconcile',
    });
  });

  it('stopped, and approved since -> a named person must resume it, by the command that says so', () => {
    const parked = { status: 'cancelled', stoppedAt: 'tools', waitingKind: 'review', reviewId: 'rv_1' } as const;
    expect(judge({ ...well, movesMoneyNext: true }, parked)).toMatchObject({
      reason: 'moneyWaits',
      next: 'turnkeep run resume support/c_1/1 --money --as NAME',
    });
    expect(judge(well, parked)).toMatchObject({ reason: 'stopped', next: 'turnkeep run resume support/c_1/1' });
  });

  it('a failing task -> the cause as a code, and no message of the failure', () => {
    const failing = { ...well, taskAttempt: 7, taskFailure: 'NON_DETERMINISTIC_ERROR' };
    expect(judge(failing)?.words).toContain('attempt 7, NON_DETERMINISTIC_ERROR');
  });
});
