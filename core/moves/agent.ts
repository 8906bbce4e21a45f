// The workflow's face of an agent: its table, its state and one rule an effect. A rule says what to do (plan) and what came of
// it (evolve); both are pure. Rules hang on effects, not on nodes, so that agents share them.
import type { EventsByEffect, Graph } from '../graph/define-graph';
import type { AnyGraph } from '../graph/follow';
import type { ActionAsk, ActionOutcome } from '../loop-governor/governor';
import type { Verdict } from '../loop-governor/verdict';
import type { TurnInput } from './activity-shapes';
import type { RunState } from './run-state';

/** How a call is carried out: `model` and `read` end with a stop, `store` is short, `effect` is awaited whatever happens. */
export type Door = 'model' | 'read' | 'store' | 'effect';

export type ActivityName =
  | 'establish'
  | 'callModel'
  | 'runTool'
  | 'judgeAction'
  | 'openReview'
  | 'recordDecision'
  | 'performEffect'
  | 'deliverInterim'
  | 'deliverReply'
  | 'writeHandOff';

export interface Call {
  /** null: the governor is asked, nothing is dispatched (a writing call goes on to its judge). */
  readonly activity: ActivityName | null;
  readonly arg: unknown;
  readonly action?: ActionAsk;
  readonly delayMs?: number;
}

export type Command =
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'wait'; readonly untilMs: number | null }
  | { readonly kind: 'none' };

/** What came of one call, in the order of the command. */
export type Outcome<Out> =
  | { readonly kind: 'returned'; readonly value: Out }
  | { readonly kind: 'admitted' }
  | { readonly kind: 'suppressed'; readonly verdict: Verdict };

export interface SettledAction {
  readonly action: ActionAsk;
  readonly outcome: ActionOutcome;
}

export type Evolved<S, Ev extends string> =
  | { readonly update: Partial<S>; readonly event: Ev; readonly actions?: readonly SettledAction[] }
  /** The run parks at this very node, naming the cause; resume runs the node again. */
  | { readonly update: Partial<S>; readonly park: string };

export interface StepOpening {
  readonly reservationId: string;
  readonly tokens: number;
  readonly costMicro: number | null;
  readonly repair: boolean;
}

export interface EffectRule<S, Ev extends string, Out = unknown> {
  readonly door: Door | 'wait';
  /** Such a move begins a model call: the governor reserves first. */
  opensStep?(state: S): StepOpening;
  /** Waits only: what was waited for is there already. */
  isReady?(state: S, nowMs: number): boolean;
  plan(state: S, nowMs: number): Command;
  evolve(state: S, outcomes: readonly Outcome<Out>[], nowMs: number): Evolved<S, Ev>;
}

export interface Agent<S extends RunState, V extends EventsByEffect, N extends string, O extends string> {
  readonly name: string;
  /** The table of the newest rule set, and of every set that `earlierGraphs` does not name. */
  readonly graph: Graph<V, N, O>;
  /** Tables of earlier rule sets, by number: runs begun under them follow them to their end. */
  readonly earlierGraphs?: { readonly [rules: number]: AnyGraph };
  readonly effects: { readonly [E in keyof V & string]: EffectRule<S, V[E], never> };
  initial(input: TurnInput, nowMs: number): S;
}
