// Once per jest run: one PostgreSQL cluster and one Temporal server, named in the environment for the test files
// (TEST_POSTGRES_URL, TEST_TEMPORAL_ADDRESS, TEST_TEMPORAL_CLI, TEST_WORKFLOW_BUNDLE). What is not there is not set, and
// needs.ts skips by it; under REQUIRE_POSTGRES=1 or REQUIRE_TEMPORAL=1 its absence fails the run instead.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureTemporal, NoTemporal } from '../../scripts/ensure-temporal.mjs';
import { isBuilt } from '../../scripts/set-up/built.mjs';
import { findPostgres, startPostgres } from './postgres-cluster.mjs';
import { startTemporal } from './temporal-server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundle = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));
const isSet = (name) => !['', '0', undefined].includes(process.env[name]);
/** Rooms whose tests touch no server. */
const PURE = /(^|\/)test\/(core|agents|house)\b/;

function missing(requirement, words) {
  if (isSet(requirement)) throw new Error(`${requirement} is set, but ${words}`);
  process.stderr.write(`tests: ${words}\n`);
}

async function providePostgres() {
  if (isSet('TEST_POSTGRES_URL')) return undefined;
  const bin = findPostgres();
  if (!bin) return missing('REQUIRE_POSTGRES', 'no PostgreSQL (initdb, postgres) was found');
  const { url, stop } = await startPostgres(bin);
  process.env.TEST_POSTGRES_URL = url;
  return stop;
}

async function provideTemporal() {
  if (!existsSync(bundle)) missing('REQUIRE_TEMPORAL', 'there is no dist/workflow-bundle.js (npm run build makes it)');
  else {
    if (!isBuilt(root)) process.stderr.write('tests: dist/ is older than the sources (npm run build)\n');
    process.env.TEST_WORKFLOW_BUNDLE = bundle;
  }
  // Downloading is the business of scripts/bootstrap.mjs.
  const found = await ensureTemporal({ download: false }).catch((error) => {
    if (!(error instanceof NoTemporal)) throw error;
    return missing('REQUIRE_TEMPORAL', error.message);
  });
  if (!found) return undefined;
  if (found.kind === 'address') {
    process.env.TEST_TEMPORAL_ADDRESS = found.address;
    return undefined;
  }
  const { address, stop } = await startTemporal(found.path);
  process.env.TEST_TEMPORAL_ADDRESS = address;
  process.env.TEST_TEMPORAL_CLI = found.path;
  return stop;
}

export default async function globalSetup({ testPathPatterns }) {
  const patterns = testPathPatterns?.patterns ?? [];
  if (patterns.length > 0 && patterns.every((pattern) => PURE.test(pattern))) return;
  const servers = await Promise.allSettled([providePostgres(), provideTemporal()]);
  const stops = servers.map(({ value }) => value).filter(Boolean);
  globalThis.stopTestServers = () => Promise.all(stops.map((stop) => stop()));
  const failure = servers.find(({ status }) => status === 'rejected');
  if (!failure) return;
  await globalThis.stopTestServers();
  throw failure.reason;
}
