import { createServer } from 'node:net';
import { codeOf } from './error-facts';

const TRIES = 100;

/** The first port from `from` up, of a hundred, that nobody listens on at loopback; 0 asks the system for any. */
export async function findFreePort(from: number): Promise<number> {
  if (from === 0) return listenOnce(0);
  for (let port = from; port < from + TRIES; port += 1) {
    try {
      return await listenOnce(port);
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
  }
  throw new Error(`No free port from ${from} to ${from + TRIES - 1}; name another first port.`);
}

export async function isFreePort(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch (error) {
    if (isInUse(error)) return false;
    throw error;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

const isInUse = (error: unknown): boolean => codeOf(error) === 'EADDRINUSE';
