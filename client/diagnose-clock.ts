// Whether this machine's clock, the server's and the database's agree. Reviews expire by the server's, leases by the database's, and
// what a person decided is dated by the machine it was decided on. No call tells a server's time; but it dates each poll: we poll a
// queue of our own that nothing is ever put on, and read the date. The poll is taken back, and nothing stays behind.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { messageOf } from '../temporal-config/error-facts';
import { ok, warn, type Check } from './check';

/** How far another clock is ahead of this machine's, and how exactly that is known. */
export interface ClockSkew {
  readonly of: 'server' | 'database';
  readonly aheadMs: number;
  readonly plusMinusMs: number;
}

const SKEW_MAX_MS = 2_000;
const ANSWER_WITHIN_MS = 5_000;
const { TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;

const skewOf = (of: ClockSkew['of'], theirsMs: number, [beforeMs, afterMs]: readonly [number, number]): ClockSkew => ({
  of,
  aheadMs: theirsMs - (beforeMs + afterMs) / 2,
  plusMinusMs: (afterMs - beforeMs) / 2,
});

/** Asks `read` for another clock's time, and compares it. */
export const measureSkew = async (of: ClockSkew['of'], read: () => Promise<number>): Promise<ClockSkew> => {
  const before = Date.now();
  const theirs = await read();
  return skewOf(of, theirs, [before, Date.now()]);
};

/** The clock of a connected server. */
export const measureServerSkew = (connection: Connection, namespace: string): Promise<ClockSkew> =>
  measureSkew('server', () => readServerClock(connection, namespace));

const readServerClock = async (connection: Connection, namespace: string): Promise<number> => {
  const taskQueue = { name: `turnkeep-doctor-${randomUUID()}` };
  const done = new AbortController();
  const poll = connection.withAbortSignal(done.signal, () =>
    connection.withDeadline(Date.now() + 2 * ANSWER_WITHIN_MS, () =>
      connection.workflowService.pollWorkflowTaskQueue({ namespace, taskQueue, identity: 'turnkeep doctor' }),
    ),
  );
  // Taken back by us it is refused, as it should be; refused by the server before that, there is nothing to date.
  const refused = poll.then(
    () => undefined,
    (error: unknown) => messageOf(error),
  );
  try {
    const end = performance.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const { pollers } = await connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue,
        taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
      });
      const at = pollers[0]?.lastAccessTime;
      if (at) return Number(at.seconds ?? 0) * 1_000 + (at.nanos ?? 0) / 1_000_000;
      if (performance.now() > end) throw new Error('the server dates no poll');
      await Promise.race([refused.then(failIf), sleep(5)]);
    }
  } finally {
    done.abort();
    await refused;
  }
};

const failIf = (reason: string | undefined): void => {
  if (reason !== undefined) throw new Error(reason);
};

/** One line for all clocks that were read. */
export const checkClock = (skews: readonly ClockSkew[]): Check => {
  const words = skews.map(skewWords).join('; ');
  const isApart = skews.some(({ aheadMs, plusMinusMs }) => Math.abs(aheadMs) - plusMinusMs > SKEW_MAX_MS);
  if (!isApart) return ok('clock', words);
  return warn(
    'clock',
    `${words}: expected at most ${SKEW_MAX_MS / 1_000} s. Deadlines, reviews and leases come early or late by it`,
    'let a time service keep every machine (timedatectl set-ntp true)',
  );
};

const skewWords = ({ of, aheadMs, plusMinusMs }: ClockSkew): string => {
  if (Math.abs(aheadMs) <= Math.max(plusMinusMs, 100)) return `the ${of}'s is this machine's`;
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  return `the ${of}'s is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
};

/** A server that does not let a queue be looked at tells no time. */
export const unreadClock = (error: unknown): Check =>
  warn(
    'clock',
    `the server's time could not be read: ${messageOf(error)}`,
    'compare the clocks of both machines (date -u)',
  );
