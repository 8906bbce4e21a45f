// A pattern may need exponential time on a short text, and so may alternatives that refer to one another. Neither can be seen from
// the schema, so what may take long runs against a clock: the engine itself ends it, in the middle of a regular expression too.
// Only a refusal ever hangs on this clock; what was accepted was judged to its end.
import { createContext, Script } from 'node:vm';

const room: { task: () => void } = { task: () => undefined };
const context = createContext(room);
const script = new Script('task()');

// Known by its code: the error is made in a room of its own, with classes of its own.
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

export type Limited<T> = { readonly kind: 'done'; readonly result: T } | { readonly kind: 'tooLong' };

/** Runs a synchronous task for at most `limitMs`; what it throws itself is thrown on. */
export const limitTime = <T>(limitMs: number, task: () => T): Limited<T> => {
  const found: T[] = [];
  room.task = () => void found.push(task());
  try {
    script.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  } finally {
    room.task = () => undefined;
  }
  const [result] = found;
  return found.length === 1 ? { kind: 'done', result: result as T } : { kind: 'tooLong' };
};
