import { messageOf } from './error-facts';

export const DEFAULT_ADDRESS = '127.0.0.1:7233';
export const DEFAULT_NAMESPACE = 'default';

/** Where the server is: the given settings first, then TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE, then the local default. */
export function serverAddress(
  settings: { readonly address?: string | undefined; readonly namespace?: string | undefined },
  env: NodeJS.ProcessEnv,
): { address: string; namespace: string } {
  return {
    address: settings.address ?? orUndefined(env['TEMPORAL_ADDRESS']) ?? DEFAULT_ADDRESS,
    namespace: settings.namespace ?? orUndefined(env['TEMPORAL_NAMESPACE']) ?? DEFAULT_NAMESPACE,
  };
}

const orUndefined = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** No Temporal server answers at the address; a command that meets it exits with 7. */
export class ServerUnreachableError extends Error {
  readonly code = 'SERVER_UNREACHABLE';

  constructor(
    readonly address: string,
    options: ErrorOptions,
  ) {
    const { cause } = options;
    super(
      `No Temporal server answers at ${address} (${messageOf(cause)}). ` +
        'Start one with `turnkeep dev`, or set TEMPORAL_ADDRESS to host:port of a running server.',
      options,
    );
    this.name = 'ServerUnreachableError';
  }
}
