import {
  close,
  commitReservation,
  governor,
  grantFinal,
  uncountStep,
  type StepAsk,
} from '../../../core/loop-governor/governor';
import {
  addTime,
  deadlineAtMs,
  pauseClock,
  remainingMs,
  startClock,
  type LoopState,
} from '../../../core/loop-governor/loop-state';
import { call, fresh } from './governing';

const begin = (state: LoopState, ask: StepAsk, nowMs = 0) => governor.beginStep(state, ask, nowMs);
const calls = (state: LoopState, n: number): LoopState =>
  Array.from({ length: n }).reduce<LoopState>((s, _each, i) => {
    const id = `m${String(s.modelCalls)}-${String(i)}`;
    return commitReservation(begin(s, call(id)).state, id, { tokens: 50, costMicro: 500 });
  }, state);
const moves = (state: LoopState, n: number): LoopState =>
  Array.from({ length: n }).reduce<LoopState>((s) => begin(s, { kind: 'move' }).state, state);

describe('step cap', () => {
  test('step cap: the fifth call of five -> let through; the sixth -> finalize, with figure and limit', () => {
    const four = calls(fresh(), 4);
    expect(begin(four, call('a')).verdict.kind).toBe('continue');
    const sixth = begin(calls(four, 1), call('a'));
    expect(sixth.verdict).toMatchObject({ kind: 'finalize', by: 'step_cap', value: 5, limit: 5 });
    expect(sixth.state).toEqual({ ...calls(four, 1), capsReached: ['step_cap'] });
  });
  test('step cap: an agent that aborts there -> abort', () => {
    expect(begin(calls(fresh({ atStepCap: 'abort' }), 5), call('a')).verdict).toMatchObject({
      kind: 'abort',
      by: 'step_cap',
    });
  });
  test('step cap: a repair attempt -> counts in k, opens no step', () => {
    const { state } = begin(calls(fresh(), 1), call('r', { repair: true }));
    expect(state).toMatchObject({ modelCalls: 2, step: 1 });
    expect(begin(calls(fresh(), 5), call('r', { repair: true })).verdict.by).toBe('step_cap');
  });
  test('step cap: the final answer -> not asked again, but at most five calls beyond it', () => {
    const final = grantFinal(calls(fresh(), 5));
    expect(begin(calls(final, 4), call('a')).verdict.kind).toBe('continue');
    expect(begin(calls(final, 5), call('a')).verdict).toMatchObject({
      kind: 'abort',
      by: 'step_cap',
      value: 10,
      limit: 10,
    });
  });
  test('step cap: a call aborted by Stop -> spent whole, neither a step nor in k; said twice, counted once', () => {
    const begun = begin(calls(fresh(), 2), call('s', { tokens: 300 })).state;
    const stopped = uncountStep(begun);
    expect(stopped).toMatchObject({
      modelCalls: 2,
      step: 2,
      tokens: { committed: 400, reserved: 0 },
      reservations: {},
    });
    expect(uncountStep(stopped)).toEqual(stopped);
    expect(uncountStep(begin(begun, call('t', { repair: true })).state)).toMatchObject({ modelCalls: 3, step: 3 });
    expect(uncountStep(commitReservation(begun, 's', null))).toEqual(stopped);
  });
});

describe('move cap', () => {
  test('move cap: 40 moves without a model call -> the next aborts; a model call starts the count again', () => {
    expect(begin(moves(fresh(), 39), { kind: 'move' }).verdict.kind).toBe('continue');
    const full = moves(fresh(), 40);
    expect(begin(full, { kind: 'move' }).verdict).toMatchObject({
      kind: 'abort',
      by: 'move_cap',
      value: 40,
      limit: 40,
    });
    expect(begin(begin(full, call('a')).state, { kind: 'move' }).verdict.kind).toBe('continue');
  });
  test('move cap: past the deadline -> a move is still let through', () => {
    expect(begin(fresh(), { kind: 'move' }, 999_999).verdict.kind).toBe('continue');
  });
  test('move cap: a closing run -> ten moves more to deliver, then an end', () => {
    const closing = close(moves(fresh(), 40));
    expect(begin(moves(closing, 9), { kind: 'move' }).verdict.kind).toBe('continue');
    expect(begin(moves(closing, 10), { kind: 'move' }).verdict).toMatchObject({
      kind: 'abort',
      by: 'move_cap',
      limit: 50,
    });
  });
});

describe('closing', () => {
  test('closing: a model call -> abort, before every other objection', () => {
    expect(begin(close(calls(fresh(), 5)), call('a'), 99_999).verdict).toMatchObject({ kind: 'abort', by: 'closing' });
  });
});

describe('deadline', () => {
  test('deadline: only the reserve left -> finalize; the final answer may use it; nothing left -> abort', () => {
    expect(begin(fresh(), call('a'), 50_999).verdict.kind).toBe('continue');
    expect(begin(fresh(), call('a'), 51_000).verdict).toMatchObject({
      kind: 'finalize',
      by: 'deadline',
      value: 9_000,
      limit: 9_000,
    });
    expect(begin(grantFinal(fresh()), call('a'), 59_999).verdict.kind).toBe('continue');
    expect(begin(grantFinal(fresh()), call('a'), 60_000).verdict).toMatchObject({
      kind: 'abort',
      by: 'deadline',
      value: 0,
    });
  });
  test('deadline: past, and the step cap reached too -> the abort is the stronger', () => {
    expect(begin(calls(fresh(), 5), call('a'), 60_000).verdict).toMatchObject({ kind: 'abort', by: 'deadline' });
  });
  test('deadline: the instant for a call -> less the reserve, unless finalizing', () => {
    expect(deadlineAtMs(fresh(), 1_000)).toBe(51_000);
    expect(deadlineAtMs(grantFinal(fresh()), 1_000)).toBe(60_000);
    expect(deadlineAtMs(fresh(), 70_000)).toBe(70_000);
  });
  test('deadline: the clock -> stands still while paused, once, and goes on from there', () => {
    const paused = pauseClock(fresh(), 10_000);
    expect(remainingMs(paused, 900_000)).toBe(50_000);
    expect(pauseClock(paused, 900_000)).toEqual(paused);
    const running = startClock(paused, 900_000);
    expect(startClock(running, 950_000)).toBe(running);
    expect(remainingMs(running, 910_000)).toBe(40_000);
    expect(remainingMs(running, 800_000)).toBe(50_000);
  });
  test('deadline: time added to a run that overdrew -> all of it is left', () => {
    const parked = pauseClock(fresh(), 75_000);
    expect(remainingMs(addTime(parked, 60_000), 80_000)).toBe(60_000);
    for (const bad of [0, -1, 0.5]) expect(() => addTime(parked, bad)).toThrow('broken invariant');
  });
});
