// What a cache miss, a deploy or a crashed worker costs: one and the same history of a turn, replayed by the product's workflows and
// by the bare workflow that would have left the same events. The payloads are opened before: what decoding costs is equal and not ours.
import { historyFromJSON, type History } from '@temporalio/common/lib/proto-utils';
import { Worker, type ReplayResult } from '@temporalio/worker';

export interface ReplayTarget {
  readonly workflowId: string;
  readonly history: History;
}

export interface Replayer {
  /** Replays once, in ms; throws where the history does not fit. */
  replay(target: ReplayTarget): Promise<number>;
  close(): Promise<void>;
}

/** Of the text that exportHistory gives. */
export const readReplayTarget = (workflowId: string, exported: string): ReplayTarget => ({
  workflowId,
  history: historyFromJSON(JSON.parse(exported)),
});

/** One replay worker that stays up, fed one history at a time: starting it is not measured. */
export const openReplayer = (codePath: string): Replayer => {
  const queue = createSlot<ReplayTarget>();
  const results: AsyncIterator<ReplayResult> = Worker.runReplayHistories(
    { workflowBundle: { codePath } },
    queue.items(),
  );
  return {
    replay: async (target) => {
      const begun = performance.now();
      queue.put(target);
      const result = await results.next();
      if (result.done === true) throw new Error('the replay ended early');
      if (result.value.error !== undefined) throw result.value.error;
      return performance.now() - begun;
    },
    close: async () => {
      queue.put(undefined);
      await results.next();
    },
  };
};

interface Slot<T> {
  /** The next item; undefined ends the items. */
  put(item: T | undefined): void;
  items(): AsyncGenerator<T>;
}

/** Holds one item at a time: whoever puts waits for its result before the next. */
const createSlot = <T>(): Slot<T> => {
  let fill: (item: T | undefined) => void = () => undefined;
  const next = (): Promise<T | undefined> => new Promise((resolve) => (fill = resolve));
  let coming = next();
  return {
    put: (item) => fill(item),
    items: async function* () {
      for (let item = await coming; item !== undefined; item = await coming) {
        coming = next();
        yield item;
      }
    },
  };
};
