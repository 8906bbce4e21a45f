// Times between the events of a history, by the server's own clock: what a client polls, and how often, falls out.
import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

export const fetchEvents = async (client: Client, workflowId: string): Promise<readonly HistoryEvent[]> =>
  (await client.workflow.getHandle(workflowId).fetchHistory()).events ?? [];

export const timeOf = ({ eventTime }: HistoryEvent): number =>
  Number(eventTime?.seconds ?? 0) * 1_000 + (eventTime?.nanos ?? 0) / 1e6;

/** The events that schedule `activity`, in order. */
export const scheduledOf = (events: readonly HistoryEvent[], activity: string): readonly HistoryEvent[] =>
  events.filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity);

/** The first event after `event` that `matches`; throws where there is none. */
export const firstAfter = (
  events: readonly HistoryEvent[],
  event: HistoryEvent,
  matches: (event: HistoryEvent) => boolean,
): HistoryEvent => {
  const found = events.slice(events.indexOf(event) + 1).find(matches);
  if (found === undefined) throw new Error(`nothing of that kind follows event ${String(event.eventId)}`);
  return found;
};

export const isSchedule = (event: HistoryEvent): boolean => !!event.activityTaskScheduledEventAttributes;
