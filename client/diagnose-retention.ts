// How long a server keeps what has ended. A turn that waits or is parked is open and stays; but each run of its chain that was
// continued as new ends, and is taken away when its time is over: what a person decided weeks ago can then be shown by our own records
// alone. And a turn that has ended is known to the server as taken only so long.
import type { Connection } from '@temporalio/client';
import { messageOf } from '../temporal-config/error-facts';
import { KEEP_AT_LEAST_MS, readRetention } from '../temporal-config/retention';
import { failed, ok, warn, type Check } from './check';

const DAY_MS = 86_400_000;

/** `reviewMs`: the longest that an agent's review is due in. */
export const diagnoseRetention = async (
  connection: Connection,
  namespace: string,
  reviewMs: number,
): Promise<Check> => {
  try {
    const keptMs = await readRetention(connection, namespace);
    const wantedMs = Math.max(KEEP_AT_LEAST_MS, 2 * reviewMs);
    const words = `ended runs are kept for ${spanWords(keptMs)}`;
    if (keptMs >= wantedMs) return ok('retention', words);
    return warn(
      'retention',
      `${words}: expected ${spanWords(wantedMs)} or more, since a review is due in ${spanWords(reviewMs)} and a parked turn may wait for days; the server then no longer shows what came before`,
      `temporal operator namespace update --namespace ${namespace} --retention ${Math.ceil(wantedMs / DAY_MS)}d`,
    );
  } catch (error) {
    return failed('retention', messageOf(error), 'see that the namespace is there and may be read');
  }
};

const spanWords = (ms: number): string =>
  ms % DAY_MS === 0 ? `${ms / DAY_MS} day${ms === DAY_MS ? '' : 's'}` : `${Math.round(ms / 360_000) / 10} h`;
