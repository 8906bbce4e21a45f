// The only loop in the product: ask the governor, run the effect, merge what came of it, record the step, follow the table.
import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { follow, nodeAt } from '../core/graph/follow';
import type { Governor } from '../core/loop-governor/governor';
import type { EffectRule } from '../core/moves/agent';
import {
  abandonCall,
  askGovernor,
  foldEvolved,
  graphOf,
  leaveByVerdict,
  type DrivenAgent,
} from '../core/moves/drive-state';
import type { RunState } from '../core/moves/run-state';
import type { Cell } from './cell';
import { exitOfFailure, stopped, type Exit } from './exit';
import { becomeInterrupted, becomeRunning } from './life-cycle';
import { awaitReady, performCommand, VerdictOnAction } from './perform-command';
import { recordStep } from './record-step';
import { showDetails } from './show-details';

const stopAsked = (): boolean => CancellationScope.current().consideredCancelled;

/** Drives the cell's state along the agent's table until the run ends, parks or has to continue as new. */
export const driveGraph = async (agent: DrivenAgent, cell: Cell, governor: Governor): Promise<Exit> => {
  const begunAt = cell.s.move;
  for (;;) {
    const node = nodeAt(graphOf(agent, cell.s), cell.s.node);
    if ('ends' in node) return { kind: 'ended', outcome: node.ends };
    if (stopAsked()) return stopped;
    const rule = agent.effects[node.does];
    if (rule === undefined) throw new Error(`no rule for effect ${node.does}`);
    try {
      showDetails(cell.s);
      const exit = (await renewAtStep(cell, rule, begunAt)) ?? (await makeMove({ agent, cell, governor, rule }));
      if (exit !== null) return exit;
    } catch (failure) {
      if (failure instanceof VerdictOnAction)
        cell.s = leaveByVerdict(graphOf(agent, cell.s), cell.s, { verdict: failure.verdict, nowMs: Date.now() });
      else return giveUp(cell, rule, failure);
    }
  }
};

/**
 * A step's boundary: the moves since the last record are written, and a history over its budget begins anew. Not before this run
 * made a move of its own: signals that came in a burst, or a tiny budget, would renew for ever and never go on.
 */
const renewAtStep = async (
  cell: Cell,
  rule: EffectRule<RunState, string, never>,
  begunAt: number,
): Promise<Exit | null> => {
  if (rule.opensStep === undefined) return null;
  if (cell.s.unrecorded.length > 0) await recordStep(cell);
  return cell.s.move > begunAt && historyIsOverBudget(cell.s) ? { kind: 'renew' } : null;
};

interface Move {
  readonly agent: DrivenAgent;
  readonly cell: Cell;
  readonly governor: Governor;
  readonly rule: EffectRule<RunState, string, never>;
}

const makeMove = async ({ agent, cell, governor, rule }: Move): Promise<Exit | null> => {
  const { state, verdict } = askGovernor(cell.s, { governor, rule, nowMs: Date.now() });
  const asked = state.loop;
  cell.s = state;
  if (verdict.kind !== 'continue') {
    cell.s = leaveByVerdict(graphOf(agent, cell.s), cell.s, { verdict, nowMs: Date.now() });
    return null;
  }
  const command = rule.plan(cell.s, Date.now());
  if (command.kind === 'wait') {
    if (rule.isReady?.(cell.s, Date.now()) !== true) await becomeInterrupted(cell);
    if (!(await awaitReady(cell, rule, command.untilMs))) return { kind: 'renew' };
    becomeRunning(cell);
  }
  const outcomes = command.kind === 'wait' ? [] : await performCommand(cell, command, { rule, governor });
  const evolved = rule.evolve(cell.s, outcomes as readonly never[], Date.now());
  cell.s = foldEvolved(cell.s, evolved, { governor, nowMs: Date.now(), asked });
  if ('park' in evolved) return { kind: 'parked', status: 'failed_resumable', cause: evolved.park };
  cell.s = { ...cell.s, node: follow(graphOf(agent, cell.s), cell.s.node, evolved.event) };
  return null;
};

/** A stop or a failed node: the call in flight is given up, its reservation kept whole unless it provably cost nothing. */
const giveUp = (cell: Cell, rule: EffectRule<RunState, string, never>, failure: unknown): Exit => {
  const exit = exitOfFailure(failure);
  if (rule.opensStep !== undefined) cell.s = abandonCall(cell.s, rule, exit.cause);
  return exit;
};

const historyIsOverBudget = (state: RunState): boolean => {
  const { historyLength, historySize, continueAsNewSuggested } = workflowInfo();
  const { historyEventsMax, historyBytesMax } = state.loop.limits;
  return continueAsNewSuggested || historyLength >= historyEventsMax || historySize >= historyBytesMax;
};
