// Apart from connection.ts because it loads the worker's native library, which no client should wait for.
import { NativeConnection } from '@temporalio/worker';
import { ServerUnreachableError } from './server-address';

/** The worker's connection; close it after `worker.run()` has ended. Refuses with ServerUnreachableError. */
export async function connectWorker(address: string): Promise<NativeConnection> {
  try {
    return await NativeConnection.connect({ address });
  } catch (cause) {
    throw new ServerUnreachableError(address, { cause });
  }
}
