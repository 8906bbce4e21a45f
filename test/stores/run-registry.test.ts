import { markAborted } from '../../stores/run-registry';
import fc from 'fast-check';
import type { StepRecord, TurnRef } from '../../core/moves/activity-shapes';
import { openStore, type Store } from '../../stores/open-store';
import { verifyJournal } from '../../stores/verify-journal';
import { runChild } from './run-child';
import { onBothDatabases, placeOfStore, type StorePlace } from './store-targets';

onBothDatabases('run registry', (make) => {
  let place: StorePlace;
  let store: Store;

  beforeEach(async () => {
    place = await make();
    store = await openStore(placeOfStore(place));
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const claim = (messageAddress: string, caseId = 'c_1') =>
    store.runs.claimTurn({ caseId, agent: 'support', messageAddress, modelLabel: 'scripted', nowMs: 1_000 });

  const stepOf = (turn: TurnRef, change: Partial<StepRecord> = {}): StepRecord => ({
    turn,
    runId: 'run-1',
    step: 1,
    uptoMove: 1,
    moves: [],
    tokens: 100,
    costMicro: 7,
    costUnknown: false,
    head: { address: 'a', depth: 1, bytes: 1, tokensUpper: 1 },
    node: 'agent',
    status: 'running',
    outcome: null,
    cause: null,
    waiting: null,
    verdict: null,
    rules: 1,
    atMs: 2_000,
    delta: '{"k":1}',
    ...change,
  });

  it('claim: turns of a case are numbered; the same message gets the same turn', async () => {
    const first = await claim('m1');
    expect(first).toEqual({
      agent: 'support',
      caseId: 'c_1',
      turn: 1,
      turnKey: 'support/c_1/1',
      rootTurnKey: 'support/c_1/1',
      branch: 'main',
    });
    expect(await claim('m1')).toEqual(first);
    expect((await claim('m2')).turn).toBe(2);
    expect((await claim('m1', 'c_2')).turn).toBe(1);
    expect(await store.runs.find('support/c_1/1')).toMatchObject({
      status: 'starting',
      modelLabel: 'scripted',
      startedMs: 1_000,
    });
  });

  it('claim: ten at once, five messages twice -> five turns without a gap', async () => {
    const turns = await Promise.all(Array.from({ length: 10 }, (_, at) => claim(`m${at % 5}`)));
    expect([...new Set(turns.map(({ turn }) => turn))].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('record: figures are the sums over the steps, the row says what the newest record says', async () => {
    const turn = await claim('m1');
    await store.runs.record(stepOf(turn));
    const waiting = { kind: 'review', reviewId: 'rv_1', sinceMs: 3_000, dueMs: 9_000 } as const;
    const verdict = { kind: 'pause', by: 'needsReview', value: null, limit: null } as const;
    await store.runs.record(
      stepOf(turn, {
        step: 2,
        uptoMove: 4,
        tokens: 50,
        node: 'review',
        status: 'interrupted',
        waiting,
        verdict,
        atMs: 3_000,
      }),
    );
    expect(await store.runs.find(turn.turnKey)).toEqual({
      workflowId: 'support/c_1/1',
      caseId: 'c_1',
      turn: 1,
      agent: 'support',
      status: 'interrupted',
      outcome: null,
      stoppedAt: 'review',
      cause: null,
      step: 2,
      waitingKind: 'review',
      reviewId: 'rv_1',
      waitingSinceMs: 3_000,
      dueMs: 9_000,
      verdict: 'pause:needsReview',
      tokens: 150,
      costMicro: 14,
      modelLabel: 'scripted',
      rules: 1,
      startedMs: 1_000,
      endedMs: null,
      uptoMove: 4,
      replyRef: null,
      interimRef: null,
      policy: null,
    });
  });

  it('record: the same step later in it replaces, does not add; waits and stops end with the next record', async () => {
    const turn = await claim('m1');
    const waiting = { kind: 'review', reviewId: 'rv_1', sinceMs: 3_000, dueMs: null } as const;
    await store.runs.record(stepOf(turn, { uptoMove: 3, status: 'interrupted', node: 'review', waiting }));
    await store.runs.record(stepOf(turn, { uptoMove: 3, status: 'running', node: 'review', atMs: 4_000 }));
    expect(await store.runs.find(turn.turnKey)).toMatchObject({
      status: 'running',
      stoppedAt: null,
      waitingKind: null,
    });
    await store.runs.record(
      stepOf(turn, { uptoMove: 6, tokens: 130, status: 'completed', outcome: 'answered', atMs: 5_000 }),
    );
    expect(await store.runs.find(turn.turnKey)).toMatchObject({
      status: 'completed',
      outcome: 'answered',
      tokens: 130,
      endedMs: 5_000,
    });
    const cases = await store.db.read((query) => query.selectFrom('cases').selectAll().execute());
    expect(cases).toEqual([expect.objectContaining({ caseId: 'c_1', lastTurn: 1, lastEndedMs: 5_000 })]);
  });

  it('record: every order of deliveries, with repeats -> the same rows', async () => {
    const deliveriesOf = (turn: TurnRef): readonly StepRecord[] =>
      [1, 2, 3, 4].flatMap((step) => [
        stepOf(turn, {
          step,
          uptoMove: step * 3,
          tokens: 10 * step,
          status: 'interrupted',
          node: 'review',
          atMs: step * 100,
        }),
        stepOf(turn, { step, uptoMove: step * 3 + 1, tokens: 10 * step, atMs: step * 100 + 10 }),
        stepOf(turn, {
          step,
          uptoMove: step * 3 + 1,
          tokens: 11 * step,
          delta: `{"s":${step}}`,
          atMs: step * 100 + 20,
        }),
      ]);
    const orders = fc.sample(fc.shuffledSubarray([...Array(24).keys()], { minLength: 24 }), { numRuns: 6, seed: 7 });
    for (const [at, order] of orders.entries()) {
      const turn = await claim(`m${at}`);
      const deliveries = deliveriesOf(turn);
      for (const place of order) await store.runs.record(deliveries[place % deliveries.length]!);
      expect(await store.runs.find(turn.turnKey)).toMatchObject({
        tokens: 110,
        costMicro: 28,
        uptoMove: 13,
        step: 4,
        status: 'running',
      });
      const steps = await store.runs.steps(turn.turnKey);
      expect(steps.map(({ step, uptoMove, delta }) => [step, uptoMove, delta])).toEqual(
        [1, 2, 3, 4].map((step) => [step, step * 3 + 1, `{"s":${step}}`]),
      );
    }
  });

  it('record: shuffled over four processes at once -> the same rows', async () => {
    const turn = await claim('m1');
    const deliveries = [1, 2, 3, 4, 5].flatMap((step) =>
      [0, 1, 2].map((move) =>
        stepOf(turn, { step, uptoMove: step * 3 + move, tokens: step * 10 + move, atMs: step * 10 + move }),
      ),
    );
    const shuffles = fc.sample(fc.shuffledSubarray(deliveries, { minLength: 15 }), { numRuns: 4, seed: 3 });
    const results = await Promise.all(
      shuffles.map((steps) => runChild('record', { place: placeOfStore(place), steps })),
    );
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ ok: true })));
    expect(await store.runs.find(turn.turnKey)).toMatchObject({ tokens: 150 + 10, uptoMove: 17, step: 5 });
  });

  it('steps: come back whole; after an erasure without their delta', async () => {
    const turn = await claim('m1');
    const step = stepOf(turn, {
      moves: [{ move: 1, step: 1, node: 'agent', event: 'answered', atMs: 5, verdicts: [] }],
    });
    await store.runs.record(step);
    expect(await store.runs.steps(turn.turnKey)).toEqual([step]);
    await store.keys.destroyCaseKey('c_1');
    expect(await store.runs.steps(turn.turnKey)).toEqual([{ ...step, delta: '' }]);
  });

  it('steps: a step recorded twice, in either order -> its row holds the moves of both and the figures of the newer', async () => {
    const line = (move: number, node: string) => ({ move, step: 1, node, event: 'e', atMs: move, verdicts: [] });
    const early = { uptoMove: 2, moves: [line(1, 'agent'), line(2, 'tools')], tokens: 100 };
    const late = { uptoMove: 3, moves: [line(3, 'reply')], tokens: 150 };
    const rows: unknown[] = [];
    for (const [message, order] of Object.entries({ m1: [early, late], m2: [late, early] })) {
      const turn = await claim(message);
      for (const record of order) await store.runs.record(stepOf(turn, record));
      const [row] = await store.runs.steps(turn.turnKey);
      rows.push([row?.moves.map(({ node }) => node), row?.tokens, row?.uptoMove]);
    }
    expect(rows).toEqual([
      [['agent', 'tools', 'reply'], 150, 3],
      [['agent', 'tools', 'reply'], 150, 3],
    ]);
  });

  it('fork: a run nobody claimed gets its row from its first record', async () => {
    const turn = await claim('m1');
    const fork = { ...turn, turnKey: `${turn.turnKey}~fork-1` };
    await store.runs.record(stepOf(fork));
    expect(await store.runs.find(fork.turnKey)).toMatchObject({ turn: 1, tokens: 100, status: 'running' });
    expect((await claim('m2')).turn).toBe(2);
  });

  it('abort: recorded and journalled once; what is delivered late does not bring the run back', async () => {
    const turn = await claim('m1');
    await store.runs.record(stepOf(turn));
    await store.db.write((tx) => markAborted(tx, { turnKey: turn.turnKey, nowMs: 6_000, details: {} }));
    await store.db.write((tx) => markAborted(tx, { turnKey: turn.turnKey, nowMs: 7_000, details: {} }));
    await store.runs.record(stepOf(turn, { uptoMove: 5, tokens: 120 }));
    expect(await store.runs.find(turn.turnKey)).toMatchObject({
      status: 'aborted',
      endedMs: 6_000,
      stoppedAt: 'agent',
      tokens: 120,
    });
    const journal = await store.db.read((query) =>
      query.selectFrom('journal').select(['kind', 'subject', 'atMs']).execute(),
    );
    expect(journal).toEqual([{ kind: 'aborted', subject: turn.turnKey, atMs: 6_000 }]);
    expect(await verifyJournal(store.db)).toEqual([]);
  });

  it('abort: a completed run stays completed', async () => {
    const turn = await claim('m1');
    await store.runs.record(stepOf(turn, { status: 'completed', outcome: 'answered' }));
    await store.db.write((tx) => markAborted(tx, { turnKey: turn.turnKey, nowMs: 6_000, details: {} }));
    expect(await store.runs.find(turn.turnKey)).toMatchObject({ status: 'completed' });
  });

  it('list: by status, agent, wait, start; newest first; limited', async () => {
    const [one, two] = [await claim('m1'), await claim('m2')];
    const other = await store.runs.claimTurn({
      caseId: 'c_9',
      agent: 'desk',
      messageAddress: 'm',
      modelLabel: 'x',
      nowMs: 5_000,
    });
    const waiting = { kind: 'money', reviewId: null, sinceMs: 1, dueMs: null } as const;
    await store.runs.record(stepOf(two, { status: 'failed_resumable', waiting }));
    const keysOf = async (filter: Parameters<Store['runs']['list']>[0]) =>
      (await store.runs.list(filter)).map(({ workflowId }) => workflowId);
    expect(await keysOf({})).toEqual([other.turnKey, one.turnKey, two.turnKey]);
    expect(await keysOf({ status: 'failed_resumable' })).toEqual([two.turnKey]);
    expect(await keysOf({ agent: 'desk' })).toEqual([other.turnKey]);
    expect(await keysOf({ waiting: 'money' })).toEqual([two.turnKey]);
    expect(await keysOf({ sinceMs: 2_000 })).toEqual([other.turnKey]);
    expect(await keysOf({ limit: 1 })).toEqual([other.turnKey]);
  });

  it('reply: kept by address', async () => {
    const turn = await claim('m1');
    await store.runs.setReply(turn.turnKey, 'address-of-reply');
    await store.runs.setInterim(turn.turnKey, 'address-of-interim');
    expect(await store.runs.find(turn.turnKey)).toMatchObject({
      replyRef: 'address-of-reply',
      interimRef: 'address-of-interim',
    });
  });
});
