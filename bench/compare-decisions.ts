// From a decision's signal to what is done about it. Both sides write the decision down before they act on it, each by the same
// activity: the next activity after the signal is `recordDecision`, the effect comes behind it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnkeepClient } from '../client/turnkeep-client';
import { findReviewRows } from '../stores/review-rows';
import { agentStatusKey } from '../workflows/messages';
import { fetchEvents, firstAfter, isSchedule, timeOf, type HistoryEvent } from './history-times';
import type { Refund } from './refunds';

export interface DecisionTimes {
  /** Signal to the schedule of the next activity. */
  readonly nextMs: number;
  /** Signal to the schedule of the effect, the recording of the decision between them. */
  readonly effectMs: number;
  /** The same without the time in which the decision is recorded: workflow tasks alone. */
  readonly effectTasksMs: number;
}

const untilMs = 60_000;
/** The record before the wait is written and its workflow task over. */
const quietMs = 150;

const untilWaiting = async ({ context }: TurnkeepClient, turnKey: string): Promise<void> => {
  const end = Date.now() + untilMs;
  for (;;) {
    const { historyLength, typedSearchAttributes } = await context.temporal.workflow.getHandle(turnKey).describe();
    if (typedSearchAttributes.get(agentStatusKey) === 'interrupted') {
      await sleep(quietMs);
      const later = await context.temporal.workflow.getHandle(turnKey).describe();
      if (later.historyLength === historyLength) return;
    }
    if (Date.now() > end) throw new Error(`${turnKey} does not wait for a decision`);
    await sleep(50);
  }
};

/** Runs a refund to its review, approves it by the bare signal, and reads the times of what follows. */
export const runDecision = async (
  side: TurnkeepClient,
  { refund, script }: { readonly refund: Refund; readonly script: string },
): Promise<DecisionTimes> => {
  const { temporal, store } = side.context;
  const { turnKey } = await side.start({
    agent: 'support',
    message: `Please refund ${refund.amount} USD of my order ${refund.orderId}.`,
    subject: refund.customer,
    model: `scripted:${script}`,
    startedBy: 'bench-starter',
  });
  await untilWaiting(side, turnKey);
  const reviews = await store.db.read((query) => findReviewRows(query, {}));
  const review = reviews.find((row) => row.turnKey === turnKey);
  if (review === undefined) throw new Error(`${turnKey} waits without a review`);
  const { reviewId, round, actionHash } = review;
  const decision = {
    reviewId,
    round,
    actionHash,
    decision: 'approve',
    by: 'bench',
    reasonCode: 'ok',
    surface: 'client',
    confirmAmount: refund.amount,
    decidedAtMs: Date.now(),
  };
  await temporal.workflow.getHandle(turnKey).signal('reviewDecision', decision);
  await temporal.connection.withDeadline(Date.now() + untilMs, () => temporal.workflow.getHandle(turnKey).result());
  return timesOf(await fetchEvents(temporal, turnKey));
};

const timesOf = (events: readonly HistoryEvent[]): DecisionTimes => {
  const signal = events.find((event) => !!event.workflowExecutionSignaledEventAttributes);
  if (signal === undefined) throw new Error('the history holds no signal');
  const next = firstAfter(events, signal, isSchedule);
  const recorded = firstAfter(events, next, (event) => !!event.activityTaskCompletedEventAttributes);
  const effect = firstAfter(events, recorded, isSchedule);
  assertNamed(next, 'recordDecision');
  assertNamed(effect, 'performEffect');
  const nextMs = timeOf(next) - timeOf(signal);
  return {
    nextMs,
    effectMs: timeOf(effect) - timeOf(signal),
    effectTasksMs: nextMs + timeOf(effect) - timeOf(recorded),
  };
};

const assertNamed = (event: HistoryEvent, name: string): void => {
  const found = event.activityTaskScheduledEventAttributes?.activityType?.name ?? '(none)';
  if (found !== name) throw new Error(`expected ${name} next, got ${found}`);
};
