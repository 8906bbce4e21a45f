import fc from 'fast-check';

import {
  commitReservation,
  governor,
  grantFinal,
  type ActionOutcome,
  type Governor,
} from '../../../core/loop-governor/governor';
import { bumpReadVersion, loopStateSchema, remainingMs, type LoopState } from '../../../core/loop-governor/loop-state';
import { proceed, strongest, type Verdict } from '../../../core/loop-governor/verdict';
import { action, before, call, ended, fresh, run } from './governing';

const throughJson = (state: LoopState): LoopState => loopStateSchema.parse(JSON.parse(JSON.stringify(state)));

describe('verdict', () => {
  const verdict = (kind: Verdict['kind'], by: Verdict['by'] = 'exact'): Verdict => ({ ...proceed, kind, by });
  test('verdict: several apply -> abort, pause, finalize, suppress, continue in this order', () => {
    const order = ['abort', 'pause', 'finalize', 'suppress', 'continue'] as const;
    order.forEach((kind, index) => {
      expect(strongest([...order.slice(index)].reverse().map((each) => verdict(each))).kind).toBe(kind);
    });
  });
  test('verdict: two of one kind -> the earlier; none -> continue', () => {
    expect(strongest([verdict('finalize', 'step_cap'), verdict('finalize', 'deadline')]).by).toBe('step_cap');
    expect(strongest([])).toEqual(proceed);
  });
});

describe('crash', () => {
  // What a run did before its worker died: four steps of five, one of them a refund that was refused.
  const refund = (exactKey: string) => action('refund 42.5', { tool: 'process_refund', tag: 'movesMoney', exactKey });
  const lived = (): LoopState => {
    let state = fresh();
    for (let step = 1; step <= 4; step += 1) {
      const id = `m${String(step)}`;
      state = commitReservation(governor.beginStep(state, call(id), step * 1_000).state, id, {
        tokens: 90,
        costMicro: 900,
      });
      state =
        step === 2 ? run(state, refund('{"amount":42.5,"order":1}'), 'refused') : run(state, action(`look ${id}`));
    }
    return state;
  };

  test('crash: after 4 of 5 steps -> exactly one is left, clock and budgets go on, the refused refund stays refused', () => {
    const restarted = throughJson(lived());
    expect(restarted.actions.map(({ state }) => state)).toEqual(['ok', 'refused', 'ok', 'ok']);
    expect(restarted.tokens).toEqual({ committed: 360, reserved: 0 });
    expect(remainingMs(restarted, 20_000)).toBe(40_000);
    for (const exactKey of ['{"amount":42.5,"order":1}', '{"order":1,"amount":"42.50"}']) {
      expect(before(bumpReadVersion(restarted), refund(exactKey))).toMatchObject({
        kind: 'suppress',
        ofStep: 2,
        repeatedReceipt: 'r-refused',
      });
    }
    const fifth = governor.beginStep(restarted, call('m5'), 20_000);
    expect(fifth.verdict.kind).toBe('continue');
    expect(governor.beginStep(fifth.state, call('m6'), 21_000).verdict).toMatchObject({
      kind: 'finalize',
      by: 'step_cap',
      value: 5,
      limit: 5,
    });
  });
});

type Event =
  | { readonly do: 'move' | 'final' | 'back' }
  | { readonly do: 'model'; readonly tokens: number; readonly repair: boolean; readonly lost: boolean }
  | {
      readonly do: 'act';
      readonly key: string;
      readonly exact: string;
      readonly tag: 'reads' | 'writes' | 'movesMoney' | 'movesView' | 'volatile' | 'untagged';
      readonly valid: boolean;
      readonly end: ActionOutcome['kind'] | null;
    };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ do: fc.constantFrom('move', 'final', 'back') }),
  fc.record({ do: fc.constant('model'), tokens: fc.nat(3_000), repair: fc.boolean(), lost: fc.boolean() }),
  fc.record({
    do: fc.constant('act'),
    key: fc.constantFrom('a', 'b'),
    exact: fc.constantFrom('1', '2'),
    tag: fc.constantFrom('reads', 'writes', 'movesMoney', 'movesView', 'volatile', 'untagged'),
    valid: fc.boolean(),
    end: fc.option(fc.constantFrom('ok', 'failed', 'temporary', 'refused', 'pending', 'notRun')),
  }),
);

const apply = (state: LoopState, each: Event, index: number): { state: LoopState; verdict: Verdict } => {
  const nowMs = index * 500;
  const id = `n${String(index)}`;
  switch (each.do) {
    case 'move':
      return governor.beginStep(state, { kind: 'move' }, nowMs);
    case 'final':
      return { state: grantFinal(state), verdict: proceed };
    case 'back':
      return { state: bumpReadVersion(state), verdict: proceed };
    case 'model': {
      const judged = governor.beginStep(state, call(id, { tokens: each.tokens, repair: each.repair }), nowMs);
      const isLost = each.lost && judged.verdict.kind === 'continue';
      return isLost ? { ...judged, state: commitReservation(judged.state, id, null) } : judged;
    }
    case 'act': {
      const ask = action(each.key, { callId: id, exactKey: each.key + each.exact, tag: each.tag, valid: each.valid });
      const judged = governor.beforeAction(state, ask, nowMs);
      if (each.end === null || judged.verdict.kind !== 'continue') return judged;
      return { ...judged, state: governor.afterAction(judged.state, ask, ended(each.end), nowMs).state };
    }
  }
};

const play = (events: readonly Event[], crashAt: number): { verdicts: Verdict[]; state: LoopState } => {
  let state = fresh({ stepMax: 20, volatileRepeatsMax: 1 });
  const verdicts = events.map((each, index) => {
    if (index === crashAt) state = throughJson(state);
    const judged = apply(state, each, index);
    state = judged.state;
    return judged.verdict;
  });
  return { verdicts, state };
};

describe('memory', () => {
  test('memory: the same inputs, with or without a JSON round trip in the middle -> the same verdicts and state', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 50 }), fc.nat(50), (events, crashAt) => {
        const straight = play(events, -1);
        expect(play(events, crashAt)).toEqual(straight);
        expect(throughJson(straight.state)).toEqual(straight.state);
      }),
    );
  });
  test('memory: any run -> steps never pass k, k never passes the cap and the final answer, refusals leave the input unchanged', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        let state = fresh();
        events.forEach((each, index) => {
          const frozen = JSON.stringify(state);
          const judged = apply(state, each, index);
          expect(JSON.stringify(state)).toBe(frozen);
          state = judged.state;
          expect(state.step).toBeLessThanOrEqual(state.modelCalls);
          expect(state.modelCalls).toBeLessThanOrEqual(state.finalizing ? 10 : 5);
          expect(state.toolCalls).toBeLessThanOrEqual(20);
        });
      }),
    );
  });
  test('memory: money with equal keys, whatever happens around it -> succeeds at most once', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const { state } = play(events, -1);
        for (const duplicateKey of ['a', 'b']) {
          const paid = state.actions.filter(
            (each) =>
              each.tag === 'movesMoney' && each.valid && each.state === 'ok' && each.duplicateKey === duplicateKey,
          );
          expect(paid.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
  test('memory: a governor of somebody else -> fits the same three questions', () => {
    const stop: Verdict = { ...proceed, kind: 'abort', by: 'closing' };
    const alwaysAbort: Governor = {
      beginStep: (state) => ({ state, verdict: stop }),
      beforeAction: (state) => ({ state, verdict: stop }),
      afterAction: (state) => ({ state, verdict: stop }),
    };
    expect(alwaysAbort.beginStep(fresh(), { kind: 'move' }, 0).verdict.kind).toBe('abort');
  });
});
