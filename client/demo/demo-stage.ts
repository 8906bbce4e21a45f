// Where a demonstration plays: a Temporal server, a payment gateway and a worker of its own on a temporary folder. Everything that
// was started is known by its pid and ended again, and the folder is removed, whatever happens.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { codecSchema } from '../../temporal-config/codec-settings';
import { connect } from '../../temporal-config/connection';
import { startDevServer } from '../../temporal-config/dev-server';
import { findTemporal } from '../../temporal-config/find-temporal-cli';
import { ensureSearchAttributes } from '../../temporal-config/search-attributes';
import { DEFAULT_NAMESPACE } from '../../temporal-config/server-address';
import { configFileName, productRoot, readSettings, type Settings } from '../../temporal-config/settings';
import { planCodec, startCodec, type CodecPlan } from '../codec/web-ui-codec';
import { startGateway, startWorker, type LocalGateway, type LocalProcess } from '../local-processes';
import { openClient, type TurnkeepClient } from '../turnkeep-client';

export interface DemoStage {
  readonly client: TurnkeepClient;
  readonly gateway: LocalGateway;
  /** Null: the server was there before, and where its pages are is not known. */
  readonly uiUrl: string | null;
  readonly namespace: string;
  /** The next replies of the scripted model. */
  writeScript(name: string, script: object): void;
  startWorker(): Promise<LocalProcess>;
  /** A client as anybody has one who knows Temporal and nothing of ours: no codec, no store. */
  bareClient(): Promise<Client>;
  /** Ends something with the stage, first of all. */
  alsoStop(stop: () => Promise<void>): void;
  /** The worker started last. */
  worker(): LocalProcess;
}

export interface StageHands {
  readonly say: (line: string) => void;
  readonly onInterrupt: (cleanUp: () => Promise<void>) => void;
}

type Stop = () => Promise<void> | void;

export interface StageNeeds {
  /**
   * A web UI that reads what is sealed, by a codec server beside it. `own`: of a server of the stage's own, whatever server is there
   * already; `started`: where the stage starts one, since the pages of another one are not its to set up.
   */
  readonly webUi?: 'own' | 'started' | undefined;
}

/** Sets the stage, plays, and clears it away. */
export const withStage = async <T>(
  hands: StageHands & StageNeeds,
  play: (stage: DemoStage) => Promise<T>,
): Promise<T> => {
  const stops: Stop[] = [];
  const clear = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  hands.onInterrupt(clear);
  try {
    return await play(await setStage(hands, stops));
  } finally {
    await clear();
  }
};

const setStage = async ({ say, webUi }: StageHands & StageNeeds, stops: Stop[]): Promise<DemoStage> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-demo-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const [home, scripts] = [join(folder, 'data'), join(folder, 'scripts')];
  for (const made of [home, scripts]) mkdirSync(made, { mode: 0o700 });
  const own = codecPlace(home);
  const codec = webUi === undefined ? undefined : await planCodec(own);
  const [server, gateway] = await Promise.all([
    provideServer({ folder, say, codec, isOwn: webUi === 'own' }, stops),
    startGateway({ dataFolder: join(folder, 'gateway'), port: 0 }),
  ]);
  stops.push(() => gateway.stop());
  const env = demoEnvironment({ home, scripts, gatewayUrl: gateway.url, ...server });
  const settings = playedSettings(env);
  const client = await openClient(settings);
  stops.push(() => client.close());
  if (codec !== undefined && server.uiUrl !== null) {
    // What is refused would leave a page sealed, and nobody knew why.
    const page = { webUi: server.uiUrl, note: (line: string) => say(`   ${line}`) };
    const served = await startCodec({ ...settings, ...own }, codec, page);
    stops.push(() => served.stop());
  }
  const workers: LocalProcess[] = [];
  const startOne = async (): Promise<LocalProcess> => {
    const worker = await startWorker(env);
    workers.push(worker);
    stops.push(() => worker.stop());
    return worker;
  };
  await startOne();
  say(`set up: Temporal ${server.address}, payment sandbox ${gateway.url}, worker pid ${workers[0]?.pid ?? 0}`);
  return {
    client,
    gateway,
    uiUrl: server.uiUrl,
    namespace: server.namespace,
    writeScript: (name, script) => writeFileSync(join(scripts, `${name}.json`), JSON.stringify(script)),
    startWorker: startOne,
    bareClient: async () => {
      const connection = await connect(server.address);
      stops.push(() => connection.close());
      return new Client({ connection, namespace: server.namespace });
    },
    alsoStop: (stop) => stops.push(stop),
    worker: () => {
      const worker = workers.at(-1);
      if (worker === undefined) throw new Error('broken invariant: the stage was set without a worker');
      return worker;
    },
  };
};

/** Nobody who decides here is a person with a key: the played ones count unsigned, whatever the product's own settings require. */
const playedSettings = (env: NodeJS.ProcessEnv): Settings => ({
  ...readSettings(env, productRoot()),
  environment: 'development',
  requireSignatures: false,
  reviewers: {},
});

/** Of the stage alone, at any free port of loopback, whatever the settings of the deployment here say. */
const codecPlace = (home: string): Pick<Settings, 'codec' | 'file' | 'home'> => ({
  codec: codecSchema.parse({ port: 0 }),
  file: join(productRoot(), configFileName),
  home,
});

interface DemoServer {
  readonly address: string;
  readonly namespace: string;
  readonly uiUrl: string | null;
}

interface ServerWanted {
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly codec: CodecPlan | undefined;
  readonly isOwn: boolean;
}

/** A server of its own; the one TEMPORAL_ADDRESS names, when it names one and its pages do not matter. */
const provideServer = async ({ folder, say, codec, isOwn }: ServerWanted, stops: Stop[]): Promise<DemoServer> => {
  const found = await findTemporal(isOwn ? { env: withoutAddress(process.env) } : {});
  if (found.kind === 'address') {
    const namespace = process.env['TEMPORAL_NAMESPACE'] ?? DEFAULT_NAMESPACE;
    const connection = await connect(found.address);
    await ensureSearchAttributes(connection, namespace).finally(() => connection.close());
    return { address: found.address, namespace, uiUrl: null };
  }
  say(`starting a Temporal development server (CLI ${found.version}, ${found.from})`);
  const server = await startDevServer({
    cliPath: found.path,
    port: 0,
    logFile: join(folder, 'temporal.log'),
    ...(codec === undefined ? {} : { codecEndpoint: codec.webUiUrl }),
  });
  stops.push(() => server.stop());
  return { address: server.address, namespace: DEFAULT_NAMESPACE, uiUrl: server.uiUrl ?? null };
};

const withoutAddress = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => name !== 'TEMPORAL_ADDRESS' && name !== 'TEMPORAL_NAMESPACE'),
  );

/** Short, so that what was lost is asked for again while somebody watches; a lease outlasts the send it covers all the same. */
const SEND_TIMEOUT_MS = 2_500;
const LEASE_MS = 4_000;

interface Places extends DemoServer {
  readonly home: string;
  readonly scripts: string;
  readonly gatewayUrl: string;
}

/** Nothing of the caller's own deployment gets in. */
const demoEnvironment = ({ home, scripts, gatewayUrl, address, namespace }: Places): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TURNKEEP_'));
  return {
    ...Object.fromEntries(inherited),
    TURNKEEP_CONFIG: join(productRoot(), configFileName),
    TURNKEEP_HOME: home,
    TURNKEEP_SCRIPTS: scripts,
    TURNKEEP_PAYMENTS_URL: gatewayUrl,
    TURNKEEP_TASK_QUEUE: `turnkeep-demo-${randomUUID()}`,
    TURNKEEP_LEASE_MS: String(LEASE_MS),
    TURNKEEP_SEND_TIMEOUT_MS: String(SEND_TIMEOUT_MS),
    TURNKEEP_PERSON: 'demo-auto',
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  };
};
