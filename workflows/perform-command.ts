import { CancellationScope, condition, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { ActionAsk, Governor } from '../core/loop-governor/governor';
import { deadlineAtMs, remainingMs } from '../core/loop-governor/loop-state';
import type { Verdict } from '../core/loop-governor/verdict';
import type { Call, Command, EffectRule, Outcome } from '../core/moves/agent';
import { summaryOf } from '../core/moves/call-summary';
import type { RunState } from '../core/moves/run-state';
import { optionsOf } from './activity-options';
import type { Cell } from './cell';

type AnyActivity = (arg: unknown) => Promise<unknown>;
type Wanted = { readonly [activity: string]: AnyActivity };

/** A verdict on one action that ends the acting: the driver leaves by the table's verdict edge. */
export class VerdictOnAction extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict.by);
    this.name = 'VerdictOnAction';
  }
}

type AnyRule = EffectRule<RunState, string, never>;

type Outcomes = readonly Outcome<unknown>[];

/** What came of a command at once, or what has to be awaited for it: one promise, and what its value says. */
export type Begun<Came> =
  { readonly now: Came } | { readonly later: Promise<unknown>; readonly toOutcomes: (value: unknown) => Came };

/** Begins the calls of one command in its order; one outcome a call. The governor is asked before each action, first of all. */
export const beginCommand = (
  cell: Cell,
  command: Exclude<Command, { kind: 'wait' }>,
  { rule, governor }: { readonly rule: AnyRule; readonly governor: Governor },
): Begun<Outcomes> => {
  if (command.kind === 'none') return { now: [] };
  const admitted = command.calls.map((call) => ({ call, suppressed: admit(cell, call.action, governor) }));
  const begun = admitted.map((one) => beginCall(cell, rule, one));
  const outcomes = begun.filter((one) => one.kind !== 'called');
  if (outcomes.length === begun.length) return { now: outcomes };
  const [only] = begun;
  if (begun.length === 1 && only?.kind === 'called')
    return { later: only.value, toOutcomes: (value) => [{ kind: 'returned', value }] };
  return { later: Promise.all(begun.map(toOutcome)), toOutcomes: (value) => value as Outcomes };
};

type BegunCall = Outcome<unknown> | { readonly kind: 'called'; readonly value: Promise<unknown> };

const toOutcome = async (begun: BegunCall): Promise<Outcome<unknown>> =>
  begun.kind === 'called' ? { kind: 'returned', value: await begun.value } : begun;

const beginCall = (
  cell: Cell,
  rule: AnyRule,
  { call, suppressed }: { readonly call: Call; readonly suppressed: Verdict | null },
): BegunCall => {
  if (suppressed !== null) return { kind: 'suppressed', verdict: suppressed };
  const { activity, delayMs = 0 } = call;
  if (activity === null) return { kind: 'admitted' };
  const dispatchNow = (): Promise<unknown> => dispatch(cell, rule, { ...call, activity });
  if (delayMs <= 0) return { kind: 'called', value: dispatchNow() };
  return { kind: 'called', value: sleep(delayMs, { summary: `${cell.s.node} tries again` }).then(dispatchNow) };
};

/** Asks before the action; null lets it run. Twins of one batch meet, since every call is noted before the first is dispatched. */
const admit = (cell: Cell, action: ActionAsk | undefined, governor: Governor): Verdict | null => {
  if (action === undefined) return null;
  const asked = governor.beforeAction(cell.s.loop, action, Date.now());
  cell.s = { ...cell.s, loop: asked.state };
  if (asked.verdict.kind === 'continue') return null;
  if (asked.verdict.kind === 'suppress') return asked.verdict;
  throw new VerdictOnAction(asked.verdict);
};

const dispatch = (cell: Cell, rule: AnyRule, call: Call & { readonly activity: string }): Promise<unknown> => {
  const door = rule.door === 'wait' ? 'read' : rule.door;
  const now = Date.now();
  const options = optionsOf(door, remainingMs(cell.s.loop, now), cell.s.settings.model.queue);
  const summary = summaryOf(cell.s.node, call);
  const run = proxyActivities<Wanted>({ ...options, summary })[call.activity];
  if (run === undefined) throw new Error(`no activity ${call.activity}`);
  const arg = { ...(call.arg as object), deadlineAtMs: deadlineAtMs(cell.s.loop, now) };
  return door === 'effect' ? CancellationScope.nonCancellable(() => run(arg)) : run(arg);
};

/** Waits for what the rule waits for; wakes also when the run should continue as new. True: ready. */
export const awaitReady = async (cell: Cell, rule: AnyRule, untilMs: number | null): Promise<boolean> => {
  const ready = (): boolean => rule.isReady?.(cell.s, Date.now()) === true;
  const wake = (): boolean => ready() || workflowInfo().continueAsNewSuggested;
  if (untilMs === null) await condition(wake);
  else await condition(wake, Math.max(1, untilMs - Date.now()), { summary: `${cell.s.node} expires` });
  return ready();
};
