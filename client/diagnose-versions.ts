// Which versions stand here. What runs on another version than it was tested with is told; what cannot run at all fails.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { messageOf } from '../temporal-config/error-facts';
import { findTemporal, NoTemporalError } from '../temporal-config/find-temporal-cli';
import { failed, ok, warn, type Check } from './check';

const NODE_MIN = [20, 19] as const;
/** The oldest server the compose file and the tests run on. */
const SERVER_MIN = [1, 31] as const;
const SDK_PACKAGES = ['client', 'common', 'proto', 'worker', 'workflow', 'activity'] as const;

/** Node, this program with its SDK, and the Temporal CLI. */
export const diagnoseVersions = async (env: NodeJS.ProcessEnv): Promise<readonly Check[]> => [
  checkNode(process.versions.node),
  checkSdk(readVersion(), readSdkVersions()),
  await checkCli(env),
];

const isAtLeast = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [ours = 0, oursMinor = 0] = version.split('.').map(Number);
  return ours > major || (ours === major && oursMinor >= minor);
};

export const checkNode = (version: string): Check =>
  isAtLeast(version, NODE_MIN)
    ? ok('node', `Node ${version}`)
    : failed('node', `Node ${version}`, `install Node ${NODE_MIN.join('.')} or newer`);

/** Packages of the SDK of different versions do not fit together. */
export const checkSdk = (own: string, sdk: ReadonlyMap<string, string>): Check => {
  const versions = [...new Set(sdk.values())];
  const words = `turnkeep ${own}, Temporal SDK ${versions.join(', ')}`;
  if (versions.length === 1) return ok('versions', words);
  const each = [...sdk].map(([name, version]) => `${name} ${version}`).join(', ');
  return failed('versions', `${words}: expected one version of all its packages, got ${each}`, 'npm ci');
};

/** Tells what a connected server calls itself. */
export const checkServerVersion = (version: string | undefined): readonly Check[] => {
  if (version !== undefined && isAtLeast(version, SERVER_MIN)) return [];
  return [
    warn(
      'server version',
      `expected Temporal ${SERVER_MIN.join('.')} or newer, got ${version ?? 'no version'}: nothing older was tried`,
      'update the server; docker-compose.yml names one that was',
    ),
  ];
};

/** Only `dev`, `demo` and the tests need it: a server elsewhere may stand without one here. */
const checkCli = async (env: NodeJS.ProcessEnv): Promise<Check> => {
  const { TEMPORAL_ADDRESS: _address, ...rest } = env;
  try {
    const found = await findTemporal({ env: rest, download: false });
    return found.kind === 'binary'
      ? ok('temporal cli', `${found.version} at ${found.path} (by ${found.from})`)
      : ok('temporal cli', found.address);
  } catch (error) {
    const isMissing = error instanceof NoTemporalError;
    const words = isMissing ? (error.message.split('\n')[0] ?? '') : messageOf(error);
    return warn(
      'temporal cli',
      `${words} dev and demo need one, a server elsewhere does not`,
      'turnkeep dev fetches one; or install it, or correct TEMPORAL_CLI_PATH',
    );
  }
};

/** The nearest manifest above: of the sources and of what is built from them it is the same. */
const readVersion = (folder = __dirname): string => {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) ? versionOf(manifest) : readVersion(dirname(folder));
};

const versionOf = (manifest: string): string =>
  (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;

const readSdkVersions = (): ReadonlyMap<string, string> => {
  const { resolve } = createRequire(__filename);
  return new Map(SDK_PACKAGES.map((name) => [name, versionOf(resolve(`@temporalio/${name}/package.json`))]));
};
