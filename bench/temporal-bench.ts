// What Turnkeep adds to bare Temporal, both sides in one run on the same server: a support turn beside a workflow that calls the same
// activities with the same options and codec in the same order, and does nothing else (workflows/bare-turn.ts). Each side has a worker
// process of its own, of the same program; they differ in the workflow code alone. Sides are taken in turn, figures are medians.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import { createCaseSealer } from '../stores/case-sealer';
import type { TurnkeepClient } from '../client/turnkeep-client';
import { failureConverterPath } from '../temporal-config/data-converter';
import { exportHistory } from '../temporal-config/export-history';
import { createPayloadCodec } from '../temporal-config/payload-codec';
import type { Bench, BenchOptions } from './bench';
import { runDecision, type DecisionTimes } from './compare-decisions';
import { openReplayer, readReplayTarget } from './compare-replays';
import { runStepTurn } from './compare-steps';
import { percentile } from './percentile';
import { readRefunds, refundScript } from './refunds';
import type { BenchSystem } from './start-bench-system';
import { stepScript } from './step-script';
import { toTable } from './table';

interface Compared {
  readonly name: string;
  readonly unit: 'ms';
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  /** Ours over bare, medians; undefined: told for information. */
  readonly ratioMax: number | undefined;
}

interface Sides {
  readonly ours: TurnkeepClient;
  readonly bare: TurnkeepClient;
}

const targets = { stepRatioMax: 1.3, replayRatioMax: 1.25, signalRatioMax: 1.5 } as const;

/** The sides in turn, the one that begins changing each round; the first round warms both up and is dropped. */
const inTurn = async <T>(
  rounds: number,
  take: { readonly ours: (round: number) => Promise<T>; readonly bare: (round: number) => Promise<T> },
): Promise<{ readonly ours: readonly T[]; readonly bare: readonly T[] }> => {
  const found: { ours: T[]; bare: T[] } = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const side of order) {
      const value = await take[side](round);
      if (round > 0) found[side].push(value);
    }
  }
  return found;
};

const compareSteps = async (system: BenchSystem, sides: Sides, { quick, say }: BenchOptions): Promise<Compared> => {
  const steps = 12;
  say(`turns of ${steps} steps`);
  system.writeScript('steps', stepScript(steps));
  const { ours, bare } = await inTurn(quick ? 4 : 14, {
    ours: () => runStepTurn(sides.ours, 'steps'),
    bare: () => runStepTurn(sides.bare, 'steps'),
  });
  return {
    name: 'step: model call to model call',
    unit: 'ms',
    ours: ours.flatMap(({ stepMs }) => stepMs),
    bare: bare.flatMap(({ stepMs }) => stepMs),
    ratioMax: targets.stepRatioMax,
  };
};

const compareDecisions = async (
  system: BenchSystem,
  sides: Sides,
  { quick, say }: BenchOptions,
): Promise<readonly Compared[]> => {
  const rounds = quick ? 5 : 15;
  say('decisions on refunds');
  const refunds = readRefunds('needsReview', 2 * (rounds + 1));
  const runOn =
    (side: TurnkeepClient, offset: number) =>
    async (round: number): Promise<DecisionTimes> => {
      const refund = refunds[2 * round + offset];
      if (refund === undefined) throw new Error('too few refunds');
      const script = `decide-${refund.orderId.slice(1)}`;
      system.writeScript(script, refundScript(refund));
      return runDecision(side, { refund, script });
    };
  const { ours, bare } = await inTurn(rounds, { ours: runOn(sides.ours, 0), bare: runOn(sides.bare, 1) });
  const compare = (name: string, of: (times: DecisionTimes) => number, ratioMax?: number): Compared => ({
    name,
    unit: 'ms',
    ours: ours.map(of),
    bare: bare.map(of),
    ratioMax,
  });
  return [
    compare('signal to the next activity', ({ nextMs }) => nextMs, targets.signalRatioMax),
    compare('signal to the effect, the decision recorded between', ({ effectMs }) => effectMs, targets.signalRatioMax),
    compare('the same, workflow tasks alone', ({ effectTasksMs }) => effectTasksMs),
  ];
};

const compareReplays = async (
  system: BenchSystem,
  {
    ours,
    bundles,
  }: { readonly ours: TurnkeepClient; readonly bundles: { readonly ours: string; readonly bare: string } },
  { quick, say }: BenchOptions,
): Promise<readonly Compared[]> => {
  const rounds = quick ? 8 : 40;
  const replayers = { ours: openReplayer(bundles.ours), bare: openReplayer(bundles.bare) };
  const compared: Compared[] = [];
  try {
    for (const steps of quick ? [3, 20] : [3, 20, 100]) {
      say(`replays of a turn of ${steps} steps`);
      system.writeScript(`replay-${steps}`, stepScript(steps));
      const { turnKey } = await runStepTurn(ours, `replay-${steps}`);
      const target = readReplayTarget(turnKey, await exportOpened(ours, turnKey));
      const times = await inTurn(rounds, {
        ours: () => replayers.ours.replay(target),
        bare: () => replayers.bare.replay(target),
      });
      const name = `replay of ${steps} steps, ${target.history.events?.length ?? 0} events`;
      compared.push({ name, unit: 'ms', ...times, ratioMax: targets.replayRatioMax });
    }
  } finally {
    await replayers.ours.close();
    await replayers.bare.close();
  }
  return compared;
};

const exportOpened = async ({ context }: TurnkeepClient, workflowId: string): Promise<string> =>
  exportHistory(context.temporal, {
    workflowId,
    codec: createPayloadCodec({ keys: createCaseSealer(context.store.keys), side: 'passThrough' }),
  });

/** The bare workflows, bundled with the same failure converter. */
const writeBareBundle = async (target: string): Promise<string> => {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(__dirname, 'workflows', 'bare-turn.js'),
    failureConverterPath,
    logger: new DefaultLogger('ERROR'),
  });
  writeFileSync(target, code);
  return target;
};

export const temporalBench: Bench = async (system, options) => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const bundle = await writeBareBundle(system.pathOf('bare-bundle.js'));
  const sides: Sides = { ours: system.client, bare: await system.openSide(bundle) };
  const bundles = { ours: join(__dirname, '..', 'workflow-bundle.js'), bare: bundle };
  const compared = [
    await compareSteps(system, sides, options),
    ...(await compareDecisions(system, sides, options)),
    ...(await compareReplays(system, { ours: sides.ours, bundles }, options)),
  ].map(summarize);
  return {
    figures: { compared, limits: targets },
    lines: linesOf(compared),
    overTarget: compared.flatMap(({ name, ratio, ratioMax }) =>
      ratioMax === undefined || ratio <= ratioMax ? [] : [`${name}: ${ratio} times bare Temporal, at most ${ratioMax}`],
    ),
  };
};

const round = (value: number, places = 2): number => Number(value.toFixed(places));

const summarize = ({ name, ours, bare, ratioMax }: Compared) => {
  const [p50, bareP50] = [percentile(ours, 0.5), percentile(bare, 0.5)];
  return {
    name,
    n: ours.length,
    oursP50Ms: round(p50),
    bareP50Ms: round(bareP50),
    oursP90Ms: round(percentile(ours, 0.9)),
    bareP90Ms: round(percentile(bare, 0.9)),
    ratio: round(p50 / bareP50),
    ratioMax,
  };
};

const linesOf = (compared: readonly ReturnType<typeof summarize>[]): readonly string[] => [
  ...toTable([
    ['ms', 'n', 'turnkeep p50', 'bare p50', 'turnkeep p90', 'bare p90', 'ratio of p50', 'target'],
    ...compared.map((one) => [
      one.name,
      one.n,
      one.oursP50Ms,
      one.bareP50Ms,
      one.oursP90Ms,
      one.bareP90Ms,
      one.ratio,
      one.ratioMax ?? 'none',
    ]),
  ]),
  'bare: the same activities with the same options and codec in the same order, on the same server; no governor, table or state',
  '',
];
