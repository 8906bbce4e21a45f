// The pure half of the driver: what the governor is asked before a move, how a move's outcome is folded into the state, and
// where a verdict leads.
import { assertInvariant } from '../kernel/assert-never';
import type { AnyGraph } from '../graph/follow';
import { close, grantFinal, releaseReservation, uncountStep, type Governor } from '../loop-governor/governor';
import type { LoopState } from '../loop-governor/loop-state';
import { proceed, type Verdict } from '../loop-governor/verdict';
import type { MoveLine, VerdictLine } from './activity-shapes';
import type { EffectRule, Evolved } from './agent';
import { admittedLines, spendOf } from './move-figures';
import { settleUnrun } from './queue';
import type { RunState } from './run-state';
import { addEstimate, openFigures, restoreFigures } from './step-figures';

/** An agent with its types erased, as the driver reads it. */
export interface DrivenAgent {
  readonly graph: AnyGraph;
  readonly earlierGraphs?: { readonly [rules: number]: AnyGraph };
  readonly effects: { readonly [effect: string]: EffectRule<RunState, string, never> };
}

/** The table this run follows: that of the rule set it started with. */
export const graphOf = (agent: Omit<DrivenAgent, 'effects'>, { loop }: RunState): AnyGraph =>
  agent.earlierGraphs?.[loop.rules] ?? agent.graph;

const unbilled = new Set([
  'model.unavailable',
  'model.rateLimited',
  'model.credentials',
  'model.quota',
  'model.contextFull',
  'model.schemaRejected',
]);

/**
 * Asks before the node's effect. A run that closes (after an abort) only writes its end: such nodes are not asked, and no other
 * kind of node may follow.
 */
export const askGovernor = (
  state: RunState,
  { governor, rule, nowMs }: { governor: Governor; rule: EffectRule<RunState, string, never>; nowMs: number },
): { state: RunState; verdict: Verdict } => {
  if (state.loop.closing) {
    assertInvariant(rule.door === 'store', `a closing run may only write its end, not ${state.node}`);
    return { state, verdict: proceed };
  }
  const opening = rule.opensStep?.(state);
  const asked = governor.beginStep(
    state.loop,
    opening === undefined ? { kind: 'move' } : { kind: 'modelCall', ...opening },
    nowMs,
  );
  const opened = opening !== undefined && asked.verdict.kind === 'continue' && !opening.repair;
  return {
    state: { ...state, loop: asked.state, ...(opened ? openFigures(state) : {}) },
    verdict: asked.verdict,
  };
};

/**
 * Merges the update field by field, tells the governor what came of each action, and adds the line of the trace. `asked` is the
 * governor's memory right after it let the move go; without it the line does not say by which figures.
 */
export const foldEvolved = (
  state: RunState,
  evolved: Evolved<RunState, string>,
  { governor, nowMs, asked }: { governor: Governor; nowMs: number; asked?: LoopState },
): RunState => {
  let next: RunState = { ...state, ...evolved.update, cameFrom: state.node };
  const verdicts = suppressedNow(state, next);
  const spend = spendOf(state.loop, next.loop);
  for (const { action, outcome } of ('event' in evolved ? evolved.actions : undefined) ?? []) {
    const asked = governor.afterAction(next.loop, action, outcome, nowMs);
    next = { ...next, loop: asked.state };
    if (asked.verdict.kind !== 'continue') verdicts.push(lineOf(asked.verdict, action.tool));
  }
  const event = 'event' in evolved ? evolved.event : `parked:${evolved.park}`;
  return addLine(next, {
    node: state.node,
    event,
    verdicts,
    nowMs,
    ...(asked === undefined ? {} : { admitted: admittedLines(asked, state.loop) }),
    ...(spend === null ? {} : { spend }),
  });
};

/** One verdict line a call that this move suppressed. */
const suppressedNow = (before: RunState, after: RunState): VerdictLine[] =>
  after.queue
    .filter((call) => call.result?.code === 'suppressed' && !wasSuppressed(before, call.callId))
    .map(({ tool, result }) => ({
      kind: 'suppress',
      by: result?.rule ?? 'duplicate',
      value: null,
      limit: null,
      tool,
      ...(result?.ofStep === undefined ? {} : { ofStep: result.ofStep }),
    }));

const wasSuppressed = (state: RunState, callId: string): boolean =>
  state.queue.some((call) => call.callId === callId && call.result?.code === 'suppressed');

/** Leaves the node by the table's verdict edge: finalize takes the tools away, abort closes the run. */
export const leaveByVerdict = (
  graph: AnyGraph,
  state: RunState,
  { verdict, nowMs }: { verdict: Verdict; nowMs: number },
): RunState => {
  assertInvariant(verdict.kind === 'finalize' || verdict.kind === 'abort', `verdict ${verdict.kind} has no edge`);
  const line = lineOf(verdict);
  const left: RunState = {
    ...state,
    verdict: line,
    queue: settleUnrun(state.queue, `governor.${verdict.by}`),
    attempt: 1,
    feedbackOf: null,
    loop: verdict.kind === 'finalize' ? grantFinal(state.loop) : close(state.loop),
    node: graph.verdicts[verdict.kind],
    cameFrom: state.node,
    ...(verdict.kind === 'abort' ? { handOffReason: `governor.${verdict.by}` } : {}),
  };
  return addLine(left, { node: state.node, event: `verdict:${verdict.kind}`, verdicts: [line], nowMs });
};

/** A model call that was cut off by a stop or failed: no step, and its reservation is kept whole unless nothing was billed. */
export const abandonCall = (state: RunState, rule: EffectRule<RunState, string, never>, cause: string): RunState => {
  const opening = rule.opensStep?.(state);
  const reserved = opening === undefined ? undefined : state.loop.reservations[opening.reservationId];
  if (opening === undefined || reserved === undefined) return state;
  const restored = { ...state, ...restoreFigures(state) };
  if (unbilled.has(cause))
    return { ...restored, loop: uncountStep(releaseReservation(state.loop, opening.reservationId)) };
  return { ...restored, ...addEstimate(restored, reserved), loop: uncountStep(state.loop) };
};

const lineOf = (verdict: Verdict, tool?: string): VerdictLine => ({
  kind: verdict.kind,
  by: verdict.by,
  value: verdict.value,
  limit: verdict.limit,
  ...(tool === undefined ? {} : { tool }),
  ...(verdict.ofStep === undefined ? {} : { ofStep: verdict.ofStep }),
});

interface Happening extends Pick<MoveLine, 'node' | 'event' | 'verdicts' | 'admitted' | 'spend'> {
  readonly nowMs: number;
}

const addLine = (state: RunState, { nowMs, admitted = [], ...told }: Happening): RunState => {
  const line: MoveLine = {
    move: state.move + 1,
    step: state.loop.step,
    atMs: nowMs,
    ...told,
    ...(admitted.length === 0 ? {} : { admitted }),
  };
  return { ...state, move: line.move, unrecorded: [...state.unrecorded, line] };
};
