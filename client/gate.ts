// What was closed is closed: without this a use after the end would meet a database or a connection that is gone, with an error of
// theirs that says nothing of it.
import { ClientError } from './client-error';

type Asynchronous<A extends readonly unknown[], R> = (...args: A) => Promise<R>;

/** Lets everything through until it is closed. */
export interface Gate {
  /** The same function, refused with CLIENT_CLOSED from the end on; what it refuses at once comes as a rejection too. */
  readonly pass: <A extends readonly unknown[], R>(act: Asynchronous<A, R>) => Asynchronous<A, R>;
  readonly assertOpen: () => void;
  /** Ends it, once: a second call waits for the first. */
  readonly close: () => Promise<void>;
}

export const createGate = (end: () => Promise<void>): Gate => {
  let ending: Promise<void> | undefined;
  const assertOpen = (): void => {
    if (ending !== undefined)
      throw new ClientError('CLIENT_CLOSED', 2, 'client: expected an open one, got one after its close()');
  };
  return {
    assertOpen,
    pass:
      (act) =>
      async (...args) => {
        assertOpen();
        return act(...args);
      },
    close: () => (ending ??= end()),
  };
};
