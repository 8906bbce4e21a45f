// Whether nobody listens at an address. gRPC tries again until its deadline, so that a server which is not there is told only after
// seconds; the operating system knows at once.
import { connect } from 'node:net';

/** gRPC goes through these: whether the address itself is reachable from here says nothing then. */
const PROXIES = ['grpc_proxy', 'https_proxy', 'http_proxy'];

/** True only where the connection was refused; a host that is slow or not found is gRPC's to judge. `address` is host:port. */
export const isRefused = async (address: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> => {
  if (PROXIES.some((name) => (env[name] ?? '') !== '') || !URL.canParse(`tcp://${address}`)) return false;
  const { hostname, port } = new URL(`tcp://${address}`);
  if (hostname === '' || port === '') return false;
  return new Promise((done) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    const tell = (refused: boolean): void => {
      socket.destroy();
      done(refused);
    };
    socket.once('connect', () => tell(false));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      tell(codesOf(error).every((code) => code === 'ECONNREFUSED')),
    );
    socket.setTimeout(1_000, () => tell(false));
  });
};

/** A name of several addresses fails with one error for all of them. */
const codesOf = (error: NodeJS.ErrnoException): readonly (string | undefined)[] =>
  error instanceof AggregateError
    ? error.errors.map((one: unknown) => (one as NodeJS.ErrnoException).code)
    : [error.code];
