// `turnkeep dev`: what a first system needs on one host. What answers already is used and left alone; what is missing is started
// here, known by its pid, and ended at Ctrl-C in the order worker, gateway, server.
import { join } from 'node:path';
import { makeDataFolder } from '../../stores/make-folder';
import { connect } from '../../temporal-config/connection';
import { startDevServer } from '../../temporal-config/dev-server';
import { findTemporal } from '../../temporal-config/find-temporal-cli';
import { findFreePort } from '../../temporal-config/free-port';
import { ensureSearchAttributes } from '../../temporal-config/search-attributes';
import { serverAddress } from '../../temporal-config/server-address';
import { TURN_TASK_QUEUE } from '../../temporal-config/task-queues';
import type { Settings } from '../../temporal-config/settings';
import { ClientError } from '../client-error';
import { planCodec, startCodec, type CodecPlan } from '../codec/web-ui-codec';
import { startGateway, startWorker } from '../local-processes';
import { gatewayAnswers, gatewayUrl } from '../payment-ledger';
import { optionFlag, type Invocation, type Report } from './report';
import { writeJson } from './terminal';
import { settingsOf } from './with-client';

interface Part {
  readonly name: string;
  /** Address or URL; of a worker the task queue it polls. */
  readonly place: string;
  readonly webUi?: string;
  /** Null: it was there already and is left alone. */
  readonly pid: number | null;
  readonly ended?: Promise<string>;
  readonly stop?: () => Promise<void>;
}

export const devCommand = async (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const parts: Part[] = [];
  const stopAll = async (): Promise<void> => {
    for (const part of parts.splice(0).reverse()) await part.stop?.();
  };
  call.onInterrupt(stopAll);
  // Before any part makes it: nobody else may look into it.
  await makeDataFolder(settings.home);
  try {
    const codec = optionFlag(call, 'codec') ? await planCodec(settings) : undefined;
    const address = await provideServer(call, parts, { settings, codecEndpoint: codec?.webUiUrl });
    const paymentsUrl = await provideGateway(settings, parts);
    await provideWorker(call, parts, { address, paymentsUrl });
    if (codec !== undefined) await provideCodec(call, parts, { settings, codec });
    tell(call, settings, parts);
    const ended = await Promise.race(parts.flatMap((part) => (part.ended === undefined ? [] : [part.ended])));
    throw new ClientError('PART_ENDED', 7, {
      message: `${ended}; everything started here was stopped`,
      next: ['turnkeep doctor', 'turnkeep dev'],
    });
  } finally {
    await stopAll();
  }
};

const provideServer = async (
  call: Invocation,
  parts: Part[],
  { settings, codecEndpoint }: { settings: Settings; codecEndpoint: string | undefined },
): Promise<string> => {
  const { address, namespace } = serverAddress(settings.temporal, process.env);
  if (await serverAnswers(address, namespace)) {
    parts.push({ name: 'temporal', place: address, pid: null });
    return address;
  }
  // A named server that does not answer is refused there: another one in its place would hold none of its runs.
  const found = await findTemporal({ env: { ...process.env, TEMPORAL_ADDRESS: settings.temporal.address ?? '' } });
  if (found.kind === 'address')
    throw new ClientError('SERVER_UNREACHABLE', 7, `no Temporal server answers at ${found.address}`);
  call.say(`starting Temporal (CLI ${found.version}, ${found.from})`);
  const server = await startDevServer({
    cliPath: found.path,
    dbFile: join(settings.home, 'temporal.db'),
    logFile: join(settings.home, 'temporal.log'),
    ...(codecEndpoint === undefined ? {} : { codecEndpoint }),
  });
  parts.push({
    name: 'temporal',
    place: server.address,
    ...(server.uiUrl === undefined ? {} : { webUi: server.uiUrl }),
    pid: server.pid,
    ended: server.ended.then(() => 'temporal ended'),
    stop: () => server.stop(),
  });
  return server.address;
};

const serverAnswers = async (address: string, namespace: string): Promise<boolean> => {
  let connection;
  try {
    connection = await connect(address, 1_500);
  } catch {
    // Nobody there: the caller starts one, or says so.
    return false;
  }
  try {
    await ensureSearchAttributes(connection, namespace);
    return true;
  } finally {
    await connection.close();
  }
};

const provideGateway = async (settings: Settings, parts: Part[]): Promise<string> => {
  const wanted = gatewayUrl(settings);
  if (await gatewayAnswers(wanted)) {
    parts.push({ name: 'payments', place: wanted, pid: null });
    return wanted;
  }
  const { hostname, port } = new URL(wanted);
  if (hostname !== '127.0.0.1' && hostname !== 'localhost')
    throw new ClientError(
      'GATEWAY_UNREACHABLE',
      7,
      `no payment gateway answers at ${wanted}, and it is not this host's to start`,
    );
  const free = await findFreePort(Number(port === '' ? 80 : port));
  const gateway = await startGateway({ dataFolder: join(settings.home, 'gateway'), port: free });
  const { pid, ended } = gateway;
  parts.push({
    name: 'payments',
    place: gateway.url,
    pid,
    ended,
    stop: () => gateway.stop(),
  });
  return gateway.url;
};

const provideWorker = async (
  call: Invocation,
  parts: Part[],
  { address, paymentsUrl }: { address: string; paymentsUrl: string },
): Promise<void> => {
  const settings = settingsOf();
  const env = {
    ...process.env,
    TEMPORAL_ADDRESS: address,
    TURNKEEP_PAYMENTS_URL: paymentsUrl,
    TURNKEEP_HOME: settings.home,
  };
  // What it cannot do, a key it has not for one, would be said to nobody.
  const worker = await startWorker(env, (line) => call.say(`worker: ${line}`));
  const { pid, ended } = worker;
  parts.push({
    name: 'worker',
    place: settings.temporal.taskQueue ?? TURN_TASK_QUEUE,
    pid,
    ended,
    stop: () => worker.stop(),
  });
};

const provideCodec = async (
  call: Invocation,
  parts: Part[],
  { settings, codec }: { settings: Settings; codec: CodecPlan },
): Promise<void> => {
  const webUi = parts.find(({ name }) => name === 'temporal')?.webUi;
  const server = await startCodec(settings, codec, { webUi, note: (line) => call.say(line) });
  parts.push({
    name: 'codec',
    place: server.url,
    pid: process.pid,
    ended: server.ended.then(() => 'codec ended'),
    stop: () => server.stop(),
  });
  call.say(
    webUi === undefined
      ? `the Temporal server was running before, and its Web UI was not told of the codec server: paste the address in ${server.webUiUrlFile} into the glasses at the top of its page, as the setting of your browser`
      : `for a Web UI that was not started here: the address in ${server.webUiUrlFile}`,
  );
  call.say(
    `for the Temporal CLI: TEMPORAL_CODEC_ENDPOINT=${server.url} TEMPORAL_CODEC_AUTH="Bearer $(cat ${server.tokenFile})"`,
  );
};

const notes: Readonly<Record<string, string>> = {
  payments: 'sandbox: no real money moves',
  worker: 'takes turns',
  codec: 'opens what is sealed, for the Web UI and the Temporal CLI',
};

const tell = (call: Invocation, settings: Settings, parts: readonly Part[]): void => {
  const told = parts.map(({ name, place, pid, webUi }) => ({ name, place, pid, webUi: webUi ?? null }));
  if (call.json) {
    const { home, environment, requireSignatures } = settings;
    writeJson({ ready: true, home, environment, requireSignatures, parts: told });
  }
  for (const { name, place, pid, webUi } of parts) {
    const note = webUi === undefined ? notes[name] : `web UI ${webUi}`;
    const whose = pid === null ? 'was running before and is left alone' : `pid ${pid}`;
    call.say(`${name.padEnd(9)} ${place}  (${[note, whose].filter((one) => one !== undefined).join('; ')})`);
  }
  call.say(`${'data'.padEnd(9)} ${settings.home}`);
  call.say(`${'decisions'.padEnd(9)} ${decisionWords(settings)}`);
  for (const line of exportsNeeded(settings, parts)) call.say(line);
  call.say(
    '\nIn another terminal:\n  turnkeep run start AGENT --customer ID --message TEXT --wait\nCtrl-C stops what was started here.',
  );
};

const decisionWords = ({ environment, requireSignatures }: Settings): string =>
  requireSignatures
    ? `environment ${environment}: on money they count only when signed (turnkeep keys list)`
    : `environment ${environment}: unsigned ones count, recorded as unverified`;

/** Where the ports are others than a second terminal would look at. */
const exportsNeeded = (settings: Settings, parts: readonly Part[]): readonly string[] => {
  const placeOf = (name: string): string => parts.find((part) => part.name === name)?.place ?? '';
  const { address } = serverAddress(settings.temporal, process.env);
  const lines = [
    ...(placeOf('temporal') === address ? [] : [`  export TEMPORAL_ADDRESS=${placeOf('temporal')}`]),
    ...(placeOf('payments') === gatewayUrl(settings) ? [] : [`  export TURNKEEP_PAYMENTS_URL=${placeOf('payments')}`]),
  ];
  return lines.length === 0 ? [] : ['other terminals need:', ...lines];
};
