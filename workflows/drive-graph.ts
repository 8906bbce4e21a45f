// The only loop in the product: ask the governor, run the effect, merge what came of it, record the step, follow the table.
import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { follow, nodeAt } from '../core/graph/follow';
import type { Governor } from '../core/loop-governor/governor';
import type { LoopState } from '../core/loop-governor/loop-state';
import type { Verdict } from '../core/loop-governor/verdict';
import type { EffectRule, Outcome } from '../core/moves/agent';
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
import { awaitReady, beginCommand, VerdictOnAction, type Begun } from './perform-command';
import { recordStep } from './record-step';
import { showDetails } from './show-details';

const stopAsked = (): boolean => CancellationScope.current().consideredCancelled;

/**
 * Drives the cell's state along the agent's table until the run ends, parks or has to continue as new. Awaits only where there is
 * something to wait for, and makes no promise on the way: the SDK writes down where each was made, and a replay pays more for that
 * than for the rules.
 */
export const driveGraph = async (agent: DrivenAgent, cell: Cell, governor: Governor): Promise<Exit> => {
  const begunAt = cell.s.move;
  for (;;) {
    const move = nextMove(agent, cell, governor);
    if ('kind' in move) return move;
    try {
      if (move.rule.opensStep !== undefined && (await endsAtStep(cell, begunAt))) return { kind: 'renew' };
      const begun = beginMove(move);
      const exit = endMove(move, 'now' in begun ? begun.now : begun.toOutcomes(await begun.later));
      if (exit !== null) return exit;
    } catch (failure) {
      if (!(failure instanceof VerdictOnAction)) return giveUp(cell, move.rule, failure);
      leaveBy(move, failure.verdict);
    }
  }
};

interface Move {
  readonly agent: DrivenAgent;
  readonly cell: Cell;
  readonly governor: Governor;
  readonly rule: EffectRule<RunState, string, never>;
  /** The governor's figures as they were when it let the move go: the record of the move names them. */
  asked?: LoopState;
}

/** The move that comes next, shown before it begins; or why there is none. */
const nextMove = (agent: DrivenAgent, cell: Cell, governor: Governor): Move | Exit => {
  const node = nodeAt(graphOf(agent, cell.s), cell.s.node);
  if ('ends' in node) return { kind: 'ended', outcome: node.ends };
  if (stopAsked()) return stopped;
  const rule = agent.effects[node.does];
  if (rule === undefined) throw new Error(`no rule for effect ${node.does}`);
  showDetails(cell.s);
  return { agent, cell, governor, rule };
};

/**
 * A step's boundary: the moves since the last record are written, and a history over its budget begins anew. Not before this run
 * made a move of its own: signals that came in a burst, or a tiny budget, would renew for ever and never go on.
 */
const endsAtStep = async (cell: Cell, begunAt: number): Promise<boolean> => {
  if (cell.s.unrecorded.length > 0) await recordStep(cell);
  return cell.s.move > begunAt && historyIsOverBudget(cell.s);
};

/** Asks the governor, plans, and begins what is planned. */
const beginMove = (move: Move): Begun<Came> => {
  const { cell, governor, rule } = move;
  const { state, verdict } = askGovernor(cell.s, { governor, rule, nowMs: Date.now() });
  move.asked = state.loop;
  cell.s = state;
  if (verdict.kind !== 'continue') {
    leaveBy(move, verdict);
    return { now: 'left' };
  }
  const command = rule.plan(cell.s, Date.now());
  if (command.kind !== 'wait') return beginCommand(cell, command, move);
  return { later: outwait(move, command.untilMs), toOutcomes: (isReady) => (isReady === true ? [] : 'tooLong') };
};

/** What came of a move's calls; or it left by a verdict; or the history grew too long while it waited. */
type Came = readonly Outcome<unknown>[] | 'left' | 'tooLong';

const leaveBy = ({ agent, cell }: Pick<Move, 'agent' | 'cell'>, verdict: Verdict): void => {
  cell.s = leaveByVerdict(graphOf(agent, cell.s), cell.s, { verdict, nowMs: Date.now() });
};

/** False: the history has to begin anew first. */
const outwait = async ({ cell, rule }: Move, untilMs: number | null): Promise<boolean> => {
  if (rule.isReady?.(cell.s, Date.now()) !== true) await becomeInterrupted(cell);
  if (!(await awaitReady(cell, rule, untilMs))) return false;
  becomeRunning(cell);
  return true;
};

/** What came of the calls is merged, and the table is followed. */
const endMove = ({ agent, cell, governor, rule, asked }: Move, came: Came): Exit | null => {
  if (came === 'left') return null;
  if (came === 'tooLong') return { kind: 'renew' };
  const evolved = rule.evolve(cell.s, came as readonly never[], Date.now());
  cell.s = foldEvolved(cell.s, evolved, { governor, nowMs: Date.now(), ...(asked === undefined ? {} : { asked }) });
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
