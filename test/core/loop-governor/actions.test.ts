import { close, governor, grantFinal, type ActionAsk } from '../../../core/loop-governor/governor';
import { bumpReadVersion, type LoopState } from '../../../core/loop-governor/loop-state';
import { action, before, call, ended, fresh, run } from './governing';

const refund = (key: string, change: Partial<ActionAsk> = {}) =>
  action(key, { tool: 'process_refund', tag: 'movesMoney', ...change });
const write = (key: string) => action(key, { tool: 'save', tag: 'writes' });
const page = (key: string) => action(key, { tool: 'next_page', tag: 'movesView' });
const poll = (key: string) => action(key, { tool: 'status', tag: 'volatile' });
const step = (state: LoopState): LoopState => governor.beginStep(state, call(`m${String(state.modelCalls)}`), 0).state;
const inFlight = (state: LoopState, ask: ActionAsk) => governor.beforeAction(state, ask, 0).state;

describe('reads', () => {
  test('reads: the same call at the same versions -> suppressed, with step, call and receipt of the earlier result', () => {
    const first = action('k');
    const state = run(step(fresh()), first);
    expect(before(step(state), action('k'))).toEqual({
      kind: 'suppress',
      by: 'exact',
      value: null,
      limit: null,
      words:
        'lookup with these arguments was called already, at step 1. Its result is shown with this message; use that result instead of calling again.',
      ofCallId: first.callId,
      ofStep: 1,
      repeatedReceipt: 'r-ok',
    });
  });
  test('reads: other bytes, same canonical arguments -> suppressed by the canonical tier', () => {
    expect(before(run(fresh(), action('k')), action('k', { exactKey: 'other' }))).toMatchObject({
      kind: 'suppress',
      by: 'canonical',
    });
  });
  test('reads: other arguments -> let run, whatever came back', () => {
    expect(before(run(fresh(), action('k')), action('l')).kind).toBe('continue');
  });
  test.each([
    ['a write', (s: LoopState) => run(s, write('w'))],
    ['money moved', (s: LoopState) => run(s, refund('w'))],
    ['a page turned', (s: LoopState) => run(s, page('p'))],
    ['a call of an untagged tool', (s: LoopState) => run(s, action('u', { tag: 'untagged' }))],
    ['a failed call of an untagged tool', (s: LoopState) => run(s, action('u', { tag: 'untagged' }), 'failed')],
    ['a wait that ended', bumpReadVersion],
  ])('reads: after %s -> the same read is new', (_title, between) => {
    expect(before(between(run(fresh(), action('k'))), action('k')).kind).toBe('continue');
  });
  test.each([
    ['a refused write', (s: LoopState) => run(s, write('w'), 'refused')],
    ['a failed move of the view', (s: LoopState) => run(s, page('p'), 'failed')],
    ['another read', (s: LoopState) => run(s, action('o'))],
    ['an unknown tool', (s: LoopState) => run(s, action('u', { tag: 'untagged', valid: false }), 'failed')],
  ])('reads: after %s -> the same read is a repeat', (_title, between) => {
    expect(before(between(run(fresh(), action('k'))), action('k')).kind).toBe('suppress');
  });
  test('reads: begun before a write that ended first -> read again is new', () => {
    const read = action('k');
    const written = run(inFlight(fresh(), read), write('w'));
    expect(before(governor.afterAction(written, read, ended('ok'), 0).state, action('k')).kind).toBe('continue');
  });
  test('reads: failed for good -> suppressed, with the error', () => {
    const verdict = before(run(fresh(), action('k'), 'failed'), action('k'));
    expect(verdict).toMatchObject({ kind: 'suppress', repeatedReceipt: 'r-failed' });
    expect(verdict.words).toContain('The same call will fail again');
  });
  test('reads: failed for now -> tried again up to the retry limit, then counts as failed', () => {
    const ask = () => action('k', { retryLimit: 1 });
    const once = run(fresh(), ask(), 'temporary');
    const twice = run(once, ask(), 'temporary');
    expect(before(twice, ask())).toMatchObject({ kind: 'suppress', by: 'exact' });
    expect(before(run(fresh(), action('k', { retryLimit: 0 }), 'temporary'), action('k', { retryLimit: 0 })).kind).toBe(
      'suppress',
    );
  });
});

describe('writes', () => {
  test('writes: after success -> suppressed with the recorded result, also after other writes', () => {
    const state = run(run(fresh(), refund('r')), write('w'));
    expect(before(state, refund('r'))).toMatchObject({ kind: 'suppress', by: 'exact', repeatedReceipt: 'r-ok' });
  });
  test.each(['refused', 'failed'] as const)(
    'writes: after %s and nothing written since -> suppressed; after a write -> let run',
    (kind) => {
      const state = run(fresh(), refund('r'), kind);
      expect(before(run(bumpReadVersion(state), page('p')), refund('r'))).toMatchObject({
        kind: 'suppress',
        repeatedReceipt: `r-${kind}`,
      });
      expect(before(run(state, write('w')), refund('r')).kind).toBe('continue');
    },
  );
  test('writes: waiting for a person -> suppressed, naming the review, whatever was written since', () => {
    const ask = refund('r');
    const waiting = governor.afterAction(inFlight(fresh(), ask), ask, ended('pending', { reviewId: 'rv_1' }), 0).state;
    expect(before(run(waiting, write('w')), refund('r', { exactKey: 'other' }))).toMatchObject({
      kind: 'suppress',
      by: 'pending_review',
      reviewId: 'rv_1',
      ofCallId: ask.callId,
    });
    const paid = governor.afterAction(waiting, ask, ended('ok'), 0).state;
    expect(paid.stateVersion).toBe(1);
    expect(before(paid, refund('r'))).toMatchObject({ by: 'exact', repeatedReceipt: 'r-ok' });
  });
  test('writes: an equal action of an earlier turn waits -> suppressed, naming that review', () => {
    expect(before(fresh(), refund('r', { pendingElsewhereReviewId: 'rv_9' }))).toMatchObject({
      kind: 'suppress',
      by: 'pending_review',
      reviewId: 'rv_9',
    });
  });
});

describe('other tags', () => {
  test('movesView: the same call again -> never suppressed', () => {
    expect(before(run(run(fresh(), page('p')), page('p')), page('p')).kind).toBe('continue');
  });
  test('untagged: the same call again -> never suppressed on a guess', () => {
    const ask = () => action('u', { tag: 'untagged' });
    expect(before(run(fresh(), ask(), 'failed'), ask()).kind).toBe('continue');
  });
  test('volatile: three repeats of polling -> let run; the fourth -> suppressed with the latest result', () => {
    const polled = [1, 2, 3].reduce((s) => run(s, poll('p')), run(fresh(), poll('p')));
    expect(before(polled, poll('p'))).toMatchObject({
      kind: 'suppress',
      by: 'volatile_cap',
      value: 4,
      limit: 3,
      repeatedReceipt: 'r-ok',
    });
    expect(before(run(polled, write('w')), poll('p')).kind).toBe('continue');
  });
  test('invalid: unknown tool or bad arguments again -> suppressed, whatever the tag and what was written since', () => {
    for (const tag of ['untagged', 'movesView', 'volatile', 'writes'] as const) {
      const ask = (exactKey: string) => action('bad', { tag, valid: false, exactKey });
      const state = run(run(fresh(), ask('a'), 'failed'), write('w'));
      const verdict = before(state, ask('b'));
      expect(verdict).toMatchObject({ kind: 'suppress', by: 'canonical', repeatedReceipt: 'r-failed' });
      expect(verdict.words).toMatch(/^This call was called already, at step 0\./);
    }
  });
});

describe('batch', () => {
  test('batch: twins, one in other bytes -> the second is suppressed and names the first', () => {
    const first = refund('r');
    expect(before(inFlight(fresh(), first), refund('r', { exactKey: 'reordered' }))).toMatchObject({
      kind: 'suppress',
      by: 'canonical',
      ofCallId: first.callId,
    });
  });
  test('batch: the twin was not run after all -> the call is free again and its count is given back', () => {
    const first = action('k');
    const state = governor.afterAction(inFlight(fresh(), first), first, ended('notRun'), 0).state;
    expect(state).toEqual(fresh());
    expect(before(state, action('k')).kind).toBe('continue');
  });
  test('batch: a call asked again while open -> let run, counted once, reads at the versions of today', () => {
    const ask = action('k');
    const again = governor.beforeAction(bumpReadVersion(inFlight(fresh(), ask)), ask, 0);
    expect(again.verdict.kind).toBe('continue');
    expect(again.state.toolCalls).toBe(1);
    expect(before(governor.afterAction(again.state, ask, ended('ok'), 0).state, action('k')).kind).toBe('suppress');
  });
  test('batch: an outcome of a call that was not let run -> changes nothing', () => {
    expect(governor.afterAction(fresh(), action('k'), ended('ok'), 0).state).toEqual(fresh());
  });
  test('batch: suppressed calls -> counted, not noted as actions', () => {
    const state = run(fresh(), action('k'));
    expect(governor.beforeAction(state, action('k'), 0).state).toEqual({ ...state, suppressedCalls: 1 });
  });
});

describe('tool caps', () => {
  test('tool caps: past a tool limit -> not run, the figure said, other tools go on', () => {
    const state = run(run(fresh({ perToolCallsMax: { lookup: 2 } }), action('a')), action('b'));
    const judged = governor.beforeAction(state, action('c'), 0);
    expect(judged.verdict).toMatchObject({
      kind: 'suppress',
      by: 'tool_cap',
      value: 2,
      limit: 2,
      words: 'Not run: lookup may be called 2 times in a turn and was; use what it returned.',
    });
    expect(judged.state.capsReached).toEqual(['tool_cap']);
    expect(before(state, action('c', { tool: 'other' })).kind).toBe('continue');
  });
  test('tool caps: calls of a batch in flight -> count before they end', () => {
    const state = inFlight(fresh({ perToolCallsMax: { lookup: 1 } }), action('a'));
    expect(before(state, action('b')).by).toBe('tool_cap');
  });
  test('tool caps: past all tool calls -> not run', () => {
    const state = run(fresh({ toolCallsMax: 1 }), action('a', { tool: 'other' }));
    expect(before(state, action('b'))).toMatchObject({ kind: 'suppress', by: 'tool_call_cap', value: 1, limit: 1 });
  });
  test('tool caps: a repeat past the cap -> still gets the earlier result', () => {
    const state = run(fresh({ toolCallsMax: 1 }), action('a'));
    expect(before(state, action('a'))).toMatchObject({ by: 'exact', repeatedReceipt: 'r-ok' });
  });
  test('tool caps: a tool named like a property of every object -> no limit of its own, let run', () => {
    const state = inFlight(fresh(), action('a', { tool: '__proto__' }));
    expect(state.toolCalls).toBe(1);
    expect(before(state, action('b', { tool: 'constructor' })).kind).toBe('continue');
  });
});

describe('ending', () => {
  test.each<[string, LoopState, number, string]>([
    ['only the final answer left', grantFinal(fresh()), 0, 'finalizing'],
    ['the run ends', close(fresh()), 0, 'closing'],
    ['only the reserve of time left', fresh(), 51_000, 'deadline'],
  ])('ending: %s -> no tool runs', (_title, state, nowMs, by) => {
    expect(before(state, action('k'), nowMs)).toMatchObject({
      kind: 'suppress',
      by,
      words: expect.stringMatching(/^Not run: /),
    });
  });
});
