// A PostgreSQL cluster of the test run's own: in a temporary folder, on loopback, without durability.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startMinded } from './minded-server.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** The folder of initdb and postgres: Debian keeps each version off PATH. */
export function findPostgres(env = process.env) {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(env.PATH ?? '').split(delimiter)];
  return folders.find((folder) => folder && ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** PostgreSQL refuses to run as root: then it runs as the user its package made. */
function asUnprivileged(folder) {
  if (process.getuid?.() !== 0) return (command, args) => [command, args];
  execFileSync('chown', ['postgres:postgres', folder]);
  const prefix = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return (command, args) => ['setpriv', [...prefix, command, ...args]];
}

function accepts(port) {
  return new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (answer) => {
      socket.destroy();
      settle(answer);
    };
    // The first byte of an answer to an SSL request: the server reads, it does not only listen.
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])));
    socket.once('data', () => end(true));
    socket.once('error', () => end(false));
    socket.once('close', () => settle(false));
  });
}

export async function startPostgres(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-pg-'));
  const data = join(folder, 'data');
  try {
    const unprivileged = asUnprivileged(folder);
    const init = ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C'];
    const [initCommand, initArgs] = unprivileged(join(bin, 'initdb'), init);
    await promisify(execFile)(initCommand, initArgs, { cwd: folder });
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: 200,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command, args] = unprivileged(join(bin, 'postgres'), ['-D', data, ...options]);
    const answers = () => accepts(port);
    const stop = await startMinded({ name: 'PostgreSQL', command, args, folder, stopWith: 'SIGINT', answers });
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
