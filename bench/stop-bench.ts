// How long a person waits after a stop. The target holds for the case that matters most, a model that does not answer; a run that
// waits for a review and one whose refund is on its way (which is awaited, never cut) are told for information.
import { setTimeout as sleep } from 'node:timers/promises';
import { temporal } from '@temporalio/proto';
import type { StartOptions } from '../client/start-turn';
import type { Bench, BenchOptions } from './bench';
import { percentile } from './percentile';
import { readRefunds, refundScript, type Refund } from './refunds';
import type { BenchSystem } from './start-bench-system';
import { toTable } from './table';

const targets = { maxMs: 2_000 } as const;
/** How late the gateway answers while an effect is stopped. */
const slowMs = 1_500;
const inFlight = temporal.api.enums.v1.PendingActivityState.PENDING_ACTIVITY_STATE_STARTED;
const untilMs = 60_000;

interface Situation {
  readonly name: string;
  readonly stops: number;
  readonly target: boolean;
  readonly ms: readonly number[];
}

/** Starts a turn, stops it once it stands where the situation wants it, and returns ms from `client.stop()` to parked. */
const stopOnce = async (
  system: BenchSystem,
  turn: { readonly start: Omit<StartOptions, 'agent'>; readonly at: (turnKey: string) => Promise<boolean> },
): Promise<number> => {
  const { client } = system;
  const { turnKey } = await client.start({ agent: 'support', ...turn.start });
  const end = Date.now() + untilMs;
  while (!(await turn.at(turnKey))) {
    if (Date.now() > end) throw new Error(`${turnKey} did not come to where it was to be stopped`);
    await sleep(50);
  }
  const begun = performance.now();
  const { parked, status } = await client.stop(turnKey, 'bench');
  const ms = performance.now() - begun;
  if (!parked) throw new Error(`${turnKey} was ${status} after ${Math.round(ms)} ms and did not park`);
  await client.context.temporal.workflow.getHandle(turnKey).terminate('the bench is over');
  return Math.round(ms);
};

const runs =
  (system: BenchSystem, activity: string) =>
  async (turnKey: string): Promise<boolean> => {
    const { raw } = await system.client.context.temporal.workflow.getHandle(turnKey).describe();
    return (raw.pendingActivities ?? []).some(
      ({ activityType, state }) => activityType?.name === activity && state === inFlight,
    );
  };

const waits =
  (system: BenchSystem) =>
  async (turnKey: string): Promise<boolean> =>
    (await system.client.status(turnKey)).execution?.agentStatus === 'interrupted';

const startOfRefund = (system: BenchSystem, refund: Refund): Omit<StartOptions, 'agent'> => {
  const script = `refund-${refund.orderId.slice(1)}`;
  system.writeScript(script, refundScript(refund));
  const message = `Please refund ${refund.amount} USD of my order ${refund.orderId}.`;
  return { message, subject: refund.customer, model: `scripted:${script}` };
};

const stopInModelCall = async (system: BenchSystem, stops: number): Promise<Situation> => {
  system.writeScript('hang', { replies: [{ hangMs: 60_000, text: '{"message":"late"}' }] });
  const start = { message: 'Where is my order?', subject: 'olivia_ito_3591', model: 'scripted:hang' };
  const ms: number[] = [];
  for (let n = 0; n < stops; n += 1) ms.push(await stopOnce(system, { start, at: runs(system, 'callModel') }));
  return { name: 'a model call hangs', stops, target: true, ms };
};

const stopInReview = async (system: BenchSystem, stops: number): Promise<Situation> => {
  const ms: number[] = [];
  for (const refund of readRefunds('needsReview', stops))
    ms.push(await stopOnce(system, { start: startOfRefund(system, refund), at: waits(system) }));
  return { name: 'waits for a review', stops, target: false, ms };
};

const stopInEffect = async (system: BenchSystem, stops: number): Promise<Situation> => {
  const ms: number[] = [];
  await system.slowGateway(slowMs);
  for (const refund of readRefunds('paidAlone', stops))
    ms.push(await stopOnce(system, { start: startOfRefund(system, refund), at: runs(system, 'performEffect') }));
  await system.slowGateway(0);
  return { name: `a refund is sent (gateway answers after ${slowMs} ms)`, stops, target: false, ms };
};

const summarize = ({ name, stops, target, ms }: Situation) => ({
  name,
  stops,
  target,
  p50Ms: percentile(ms, 0.5),
  maxMs: Math.max(...ms),
  ms,
});

const measure = async (system: BenchSystem, { quick, say }: BenchOptions): Promise<Situation[]> => {
  const aside = quick ? 2 : 5;
  say('stops while a model call hangs');
  const model = await stopInModelCall(system, quick ? 5 : 20);
  say('stops while a run waits for a review');
  const review = await stopInReview(system, aside);
  say('stops while a refund is sent');
  return [model, review, await stopInEffect(system, aside)];
};

export const stopBench: Bench = async (system, options) => {
  const situations = (await measure(system, options)).map(summarize);
  const over = situations.filter(({ target, maxMs }) => target && maxMs > targets.maxMs);
  return {
    figures: { situations, limits: targets },
    lines: [
      ...toTable([
        ['stop, ms from asking to parked', 'n', 'p50', 'max', 'target'],
        ...situations.map(({ name, stops, p50Ms, maxMs, target }) => [
          name,
          stops,
          p50Ms,
          maxMs,
          target ? targets.maxMs : 'none',
        ]),
      ]),
      '',
    ],
    overTarget: over.map(({ name, maxMs }) => `${name}: ${maxMs} ms, at most ${targets.maxMs}`),
  };
};
