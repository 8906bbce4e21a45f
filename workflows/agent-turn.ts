// Makes a workflow of an agent: one turn is one workflow, carried over stop, resume and continue-as-new by its whole state.
import { ApplicationFailure, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { EventsByEffect } from '../core/graph/define-graph';
import { governor as shippedGovernor, type Governor } from '../core/loop-governor/governor';
import type { EffectLine, EstablishReceipt, TurnInput, VerdictLine } from '../core/moves/activity-shapes';
import type { Agent } from '../core/moves/agent';
import type { DrivenAgent } from '../core/moves/drive-state';
import { waitingMessages } from '../core/moves/inbox';
import { carriedStateSchema, turnInputSchema, type RunState } from '../core/moves/run-state';
import { optionsOf } from './activity-options';
import type { Cell } from './cell';
import { driveGraph } from './drive-graph';
import { exitOfFailure, type Exit } from './exit';
import { setHandlers } from './handlers';
import { finish, park, renew, showResumed } from './life-cycle';
import { showDetails } from './show-details';

export type TurnArg =
  | { readonly kind: 'start'; readonly input: TurnInput }
  | { readonly kind: 'continue'; readonly state: RunState; readonly resumed: boolean };

export interface TurnResult {
  readonly status: 'completed';
  readonly outcome: string;
  readonly replyRef: string | null;
  readonly effects: readonly EffectLine[];
  readonly verdict: VerdictLine | null;
  readonly modelLabel: string;
  readonly steps: number;
  /** Addresses of messages of the customer that came too late to be read; absent: none. */
  readonly unread?: readonly string[];
}

/** Free of the agent's state, so that another package can export it. */
export type AgentTurn = (arg: TurnArg) => Promise<TurnResult>;

/** The workflow of `agent`. Another governor is put in by tests only; it is asked at every node all the same. */
export const agentTurn = <S extends RunState, V extends EventsByEffect, N extends string, O extends string>(
  agent: Agent<S, V, N, O>,
  options: { readonly governor?: Governor } = {},
): AgentTurn => {
  const governor = options.governor ?? shippedGovernor;
  const driven: DrivenAgent = agent;
  return async (arg) => {
    const cell: Cell = { s: stateOf(agent, arg), base: {}, recorded: {}, resume: null, resumeRefused: null };
    setHandlers(cell);
    showDetails(cell.s);
    const resumed = arg.kind === 'continue' && arg.resumed;
    if (resumed) showResumed(cell);
    const exit = resumed ? await reestablish(driven, cell, governor) : await driveGraph(driven, cell, governor);
    return conclude(cell, exit);
  };
};

const stateOf = (agent: { initial(input: TurnInput, nowMs: number): RunState }, arg: TurnArg): RunState => {
  const state = readArgument(agent, arg);
  // A start sealed for one turn opens for every turn of its case: whoever copies it elsewhere starts nothing.
  if (state.turn.turnKey !== workflowInfo().workflowId)
    throw ApplicationFailure.nonRetryable(
      'the argument belongs to another turn than this workflow id',
      'input.invalid',
    );
  return state;
};

const readArgument = (agent: { initial(input: TurnInput, nowMs: number): RunState }, arg: TurnArg): RunState => {
  if (isUnreadable(arg))
    throw new Error(
      'key.missing: the argument does not open here; this worker has other keys than whoever started the turn',
    );
  if (arg.kind === 'start') {
    const read = turnInputSchema.safeParse(arg.input);
    if (read.success) return agent.initial(arg.input, Date.now());
    throw unfit('the input', read.error);
  }
  const read = carriedStateSchema.safeParse(arg.state);
  if (read.success) return arg.state;
  throw unfit('the carried state', read.error);
};

/** The codec's mark of a payload that did not open. The task fails and is tried again: another worker may have the key. */
const isUnreadable = (arg: unknown): boolean => typeof arg === 'object' && arg !== null && 'unreadable' in arg;

const unfit = (what: string, error: { issues: readonly { path: readonly PropertyKey[] }[] }): ApplicationFailure => {
  const paths = error.issues.map((issue) => `$.${issue.path.map(String).join('.')}`).join(', ');
  return ApplicationFailure.nonRetryable(`${what} does not fit its schema at ${paths}`, 'input.invalid');
};

/** What is not in the state is made sure of again before the unfinished node runs. */
const reestablish = async (agent: DrivenAgent, cell: Cell, governor: Governor): Promise<Exit> => {
  const { turn, subject, loop } = cell.s;
  const activities = proxyActivities<{ establish(arg: unknown): Promise<EstablishReceipt> }>({
    ...optionsOf('read', loop.clock.remainingMs),
    summary: 'establish before going on',
  });
  try {
    const receipt = await activities.establish({ turn, subject, why: 'resume' });
    if (receipt.kind !== 'established') return { kind: 'parked', status: 'failed_resumable', cause: 'subject.unknown' };
  } catch (failure) {
    return exitOfFailure(failure);
  }
  return driveGraph(agent, cell, governor);
};

const conclude = async (cell: Cell, exit: Exit): Promise<TurnResult> => {
  if (exit.kind === 'parked') return park(cell, exit.status, exit.cause);
  if (exit.kind === 'renew') {
    await renew(cell);
    return park(cell, 'cancelled', 'stop');
  }
  try {
    await finish(cell, exit.outcome);
  } catch (failure) {
    const parked = exitOfFailure(failure);
    return park(cell, parked.status, parked.cause);
  }
  const { replyRef, effects, verdict, settings, loop } = cell.s;
  const unread = waitingMessages(cell.s).map(({ noteRef }) => noteRef);
  return {
    status: 'completed',
    outcome: exit.outcome,
    replyRef,
    effects,
    verdict,
    modelLabel: settings.model.label,
    steps: loop.step,
    ...(unread.length === 0 ? {} : { unread }),
  };
};
