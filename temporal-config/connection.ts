import { Client, Connection } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { isRefused } from './is-refused';
import { ServerUnreachableError } from './server-address';

export interface ClientOptions {
  readonly address: string;
  readonly namespace: string;
  readonly dataConverter: DataConverter;
  readonly identity?: string;
  readonly connectTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5000;

/** A connected client; close it with `client.connection.close()`. Refuses with ServerUnreachableError: at once where nobody listens, else after 5 s by default. */
export async function connectClient(options: ClientOptions): Promise<Client> {
  const { address, namespace, dataConverter, identity } = options;
  const connection = await connect(address, options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS);
  return new Client({ connection, namespace, dataConverter, ...(identity === undefined ? {} : { identity }) });
}

/** A bare connection, for what needs no payloads. Refuses with ServerUnreachableError. */
export async function connect(address: string, timeoutMs: number = CONNECT_TIMEOUT_MS): Promise<Connection> {
  if (await isRefused(address)) throw new ServerUnreachableError(address, { cause: new Error('connection refused') });
  try {
    return await Connection.connect({ address, connectTimeout: timeoutMs });
  } catch (cause) {
    throw new ServerUnreachableError(address, { cause });
  }
}
