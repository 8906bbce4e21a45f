// What a step of model and tool adds to the history. It has to be a constant: a history that grew with the transcript would end
// every long turn at the server's limit, and one with words in it could not be erased. The targets of one step are held against
// what a step adds within a run, where start and end of the turn and continue-as-new fall out; what a whole chain adds, with the
// state that each continue-as-new writes twice, is told beside it, and the ratio watches that it does not grow.
import type { Bench } from './bench';
import { eventsOfStep, measureChain, type ChainSize, type EventSize } from './measure-chain';
import { runBareSteps } from './run-bare-steps';
import type { BenchSystem } from './start-bench-system';
import { longTurnLimits, stepScript } from './step-script';
import { toTable } from './table';

const targets = { eventsPerStepMax: 13, bytesPerStepMax: 4_096, ratioMax: 2.1 } as const;
const customer = 'olivia_ito_3591';
/** Far above what a step takes; a turn that hangs ends the bench. */
const turnTimeoutMs = (steps: number): number => 60_000 + 1_000 * steps;
const bareSizes = [50, 100] as const;

interface TurnSize extends ChainSize {
  readonly steps: number;
  readonly ms: number;
}

const runTurn = async (system: BenchSystem, steps: number): Promise<TurnSize & { turnKey: string }> => {
  const { client } = system;
  system.writeScript(`steps-${steps}`, stepScript(steps));
  const begun = Date.now();
  const { turnKey } = await client.start({
    agent: 'support',
    message: 'Which of these orders are mine?',
    subject: customer,
    model: `scripted:steps-${steps}`,
    limits: longTurnLimits,
  });
  const { status, outcome, steps: ran, cause } = await client.wait(turnKey, { timeoutMs: turnTimeoutMs(steps) });
  if (status !== 'completed' || outcome !== 'answered' || ran !== steps + 1)
    throw new Error(`a turn of ${steps} steps ended ${status} ${outcome ?? ''} ${cause ?? ''} after ${ran} steps`);
  await client.context.temporal.workflow.getHandle(turnKey).result();
  const ms = Date.now() - begun;
  return { turnKey, steps, ms, ...(await measureChain(client.context.temporal, turnKey)) };
};

interface Sized {
  readonly steps: number;
  readonly events: number;
  readonly bytes: number;
}

const round = (value: number, places = 2): number => Number(value.toFixed(places));

/** What one more step adds, between two sizes. */
const slope = (from: Sized, to: Sized): { events: number; bytes: number } => ({
  events: round((to.events - from.events) / (to.steps - from.steps)),
  bytes: Math.round((to.bytes - from.bytes) / (to.steps - from.steps)),
});

const judge = (found: { eventsPerStep: number; bytesPerStep: number; ratio: number }): string[] => {
  const over: string[] = [];
  const look = (name: string, value: number, max: number): void => {
    if (!(value <= max)) over.push(`${name} ${value}, at most ${max}`);
  };
  look('events per step', found.eventsPerStep, targets.eventsPerStepMax);
  look('bytes per step', found.bytesPerStep, targets.bytesPerStepMax);
  look('events of the longest turn over those of half its steps', found.ratio, targets.ratioMax);
  return over;
};

const pairAt = <T>(list: readonly T[], first: number, second: number): readonly [T, T] => {
  const [a, b] = [list.at(first), list.at(second)];
  if (a === undefined || b === undefined) throw new Error('the bench measured too few turns');
  return [a, b];
};

export const historyBench: Bench = async (system, { quick, say }) => {
  const turns: (TurnSize & { turnKey: string })[] = [];
  for (const steps of quick ? [50, 100, 200] : [50, 100, 200, 400]) {
    say(`a turn of ${steps} steps`);
    turns.push(await runTurn(system, steps));
  }
  say('bare activities');
  const bare = (await runBareSteps(system, bareSizes)).map((size, index) => ({
    ...size,
    steps: bareSizes[index] ?? 0,
  }));
  const [smallest, largest] = pairAt(turns, 0, -1);
  const [half] = pairAt(turns, -2, -1);
  const chain = slope(smallest, largest);
  const step = slope(...pairAt(turns, 0, 1));
  const bareStep = slope(...pairAt(bare, 0, 1));
  const eventsRatio = round(largest.events / half.events, 3);
  const bytesRatio = round(largest.bytes / half.bytes, 3);
  const parts = await eventsOfStep(system.client.context.temporal, { workflowId: smallest.turnKey, step: 25 });
  const figures = {
    sizes: turns.map(({ turnKey: _, ...turn }) => withRaw(turn)),
    eventsPerStep: step.events,
    bytesPerStep: step.bytes,
    eventsPerStepOfChain: chain.events,
    bytesPerStepOfChain: chain.bytes,
    [quick ? 'ratio200over100' : 'ratio400over200']: eventsRatio,
    [quick ? 'bytesRatio200over100' : 'bytesRatio400over200']: bytesRatio,
    bareEventsPerStep: bareStep.events,
    bareBytesPerStep: bareStep.bytes,
    step: parts,
    limits: targets,
  };
  return {
    figures,
    lines: linesOf({ turns, parts, chain, step, bareStep, eventsRatio, bytesRatio }),
    overTarget: judge({ eventsPerStep: step.events, bytesPerStep: step.bytes, ratio: eventsRatio }),
  };
};

const withRaw = ({ steps, events, bytes, runs, ms }: TurnSize) => ({
  steps,
  events,
  bytes,
  continuedAsNew: runs - 1,
  eventsPerStepRaw: round(events / steps),
  bytesPerStepRaw: Math.round(bytes / steps),
  ms,
});

interface Added {
  readonly events: number;
  readonly bytes: number;
}
interface Findings {
  readonly turns: readonly TurnSize[];
  readonly parts: readonly EventSize[];
  readonly chain: Added;
  readonly step: Added;
  readonly bareStep: Added;
  readonly eventsRatio: number;
  readonly bytesRatio: number;
}

const linesOf = ({ turns, parts, chain, step, bareStep, eventsRatio, bytesRatio }: Findings): string[] => [
  ...toTable([
    ['steps', 'events', 'bytes', 'continued', 'events/step', 'bytes/step', 's'],
    ...turns
      .map(withRaw)
      .map((turn) => [
        turn.steps,
        turn.events,
        turn.bytes,
        turn.continuedAsNew,
        turn.eventsPerStepRaw,
        turn.bytesPerStepRaw,
        round(turn.ms / 1_000, 1),
      ]),
  ]),
  '',
  ...toTable([
    ['a further step adds', 'events', 'bytes', 'target'],
    ['within one run', step.events, step.bytes, `${targets.eventsPerStepMax} and ${targets.bytesPerStepMax}`],
    ['over the whole chain, continue-as-new included', chain.events, chain.bytes, 'none'],
    ['two bare activities, same codec', bareStep.events, bareStep.bytes, 'none'],
  ]),
  `the longest turn over one of half its steps: ${eventsRatio} in events (target ${targets.ratioMax}), ${bytesRatio} in bytes`,
  '',
  ...toTable([['one step', 'bytes'], ...parts.map(({ type, bytes }) => [type, bytes])]),
  '',
];
