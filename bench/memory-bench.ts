// Whether a worker keeps what it should let go: many short turns through one process, its memory read from the system.
import { existsSync, readFileSync } from 'node:fs';
import type { Bench } from './bench';
import { readShopOrders } from './shop-orders';
import type { BenchSystem } from './start-bench-system';
import { toTable } from './table';

const targets = { rssMbMax: 400 } as const;
const concurrency = 4;

interface Question {
  readonly customer: string;
  readonly orderId: string;
}

/** One question a turn; a shop with fewer orders is asked after some of them again. */
const makeQuestions = (count: number): Question[] => {
  const orders = readShopOrders();
  return Array.from({ length: count }, (_, index) => orders[index % orders.length])
    .filter((order) => order !== undefined)
    .map(({ user_id, order_id }) => ({ customer: user_id, orderId: order_id }));
};

/** Resident now and at its highest, MB; only where the system has /proc. */
const memoryOf = (pid: number): { rssMb: number; peakMb: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readMb = (field: string): number => {
    const kb = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kb === undefined) throw new Error(`/proc/${pid}/status has no ${field}`);
    return Math.round(Number(kb) / 1024);
  };
  return { rssMb: readMb('VmRSS'), peakMb: readMb('VmHWM') };
};

const askOne = async ({ client }: BenchSystem, { customer, orderId }: Question): Promise<void> => {
  const message = `Where is my order ${orderId}?`;
  const { turnKey } = await client.start({ agent: 'support', message, subject: customer, model: 'offline' });
  const { status, outcome, cause } = await client.wait(turnKey, { timeoutMs: 120_000 });
  if (status !== 'completed' || outcome !== 'answered')
    throw new Error(`a question after order ${orderId} ended ${status} ${outcome ?? ''} ${cause ?? ''}`);
};

const askAll = async (system: BenchSystem, questions: readonly Question[]): Promise<void> => {
  const left = [...questions];
  const asker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await askOne(system, next);
  };
  await Promise.all(Array.from({ length: concurrency }, asker));
};

export const memoryBench: Bench = async (system, { quick, say }) => {
  const turns = quick ? 40 : 200;
  if (!existsSync('/proc/self/status'))
    throw new Error('memory is read from /proc, which this system does not have; run it on Linux');
  const before = memoryOf(system.workerPid);
  const questions = makeQuestions(turns);
  const marks: { turns: number; rssMb: number }[] = [];
  const begun = Date.now();
  const batch = turns / 4;
  for (let done = batch; done <= turns; done += batch) {
    await askAll(system, questions.slice(done - batch, done));
    marks.push({ turns: done, rssMb: memoryOf(system.workerPid).rssMb });
    say(`${done} turns`);
  }
  const seconds = (Date.now() - begun) / 1_000;
  const after = memoryOf(system.workerPid);
  const turnsPerSecond = Number((turns / seconds).toFixed(2));
  const figures = {
    turns,
    concurrency,
    rssBeforeMb: before.rssMb,
    rssAfterMb: after.rssMb,
    rssPeakMb: after.peakMb,
    marks,
    turnsPerSecond,
    limits: targets,
  };
  return {
    figures,
    lines: [
      ...toTable([
        ['turns', 'RSS of the worker, MB'],
        [0, before.rssMb],
        ...marks.map((mark) => [mark.turns, mark.rssMb]),
      ]),
      `highest ${after.peakMb} MB; ${turnsPerSecond} turns a second at ${concurrency} at a time (for information)`,
      '',
    ],
    overTarget:
      after.rssMb < targets.rssMbMax
        ? []
        : [`${after.rssMb} MB after ${turns} turns, below ${targets.rssMbMax} wanted`],
  };
};
