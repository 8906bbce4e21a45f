// What the guard costs beside the least that anybody must do: JSON.parse and a compiled schema on the same text. And whether hostile
// replies are judged in time that grows as their length. Runs without a server.
import { Ajv2020 } from 'ajv/dist/2020';
import { readJsonSchema } from '../client/guard/json-schema-judge';
import { judgeReply } from '../core/output-guard/judge-reply';
import type { ShapeJudge } from '../core/output-guard/shape-judge';
import type { BenchReport, LocalBench } from './bench';
import { damages, replyKinds, type ReplyKind } from './guard-replies';
import { percentile } from './percentile';
import { toTable } from './table';

/** Times of the guard over times of JSON.parse + ajv; and the growth of time when a hostile reply is a hundred times as long. */
const targets = { fromBytes: 4_000, validMax: 2, repairedMax: 4, growthMax: 200 } as const;
const sizes = [200, 1_000, 4_000, 16_000, 100_000, 900_000];
const hostileSizes = [10_000, 100_000, 1_000_000];

const judgeOf = (kind: Pick<ReplyKind, 'schema'>): ShapeJudge => {
  const read = readJsonSchema(kind.schema);
  if (read.kind === 'broken') throw new Error(`the bench's own schema: ${read.errors.join('; ')}`);
  return read.judge;
};

const judgeText = (judge: ShapeJudge, text: string): boolean =>
  judgeReply({
    mode: 'auto-repair',
    text,
    calls: [],
    ending: 'answered',
    toolsOffered: false,
    outputTokens: null,
    outputTokensMax: Number.MAX_SAFE_INTEGER,
    schema: judge,
    attempt: 1,
  }).outcome === 'accepted';

const timeUs = (task: () => boolean, expected: boolean): number => {
  const begun = process.hrtime.bigint();
  const result = task();
  const us = Number(process.hrtime.bigint() - begun) / 1_000;
  if (result !== expected) throw new Error(`expected ${expected ? 'an accepted' : 'a refused'} reply`);
  return us;
};

/** Medians of tasks that are run in turn, so that whatever else the machine does falls on all of them alike. */
const medians = (tasks: readonly (() => boolean)[], rounds: number): readonly number[] => {
  const times = tasks.map((): number[] => []);
  for (let round = -Math.ceil(rounds / 2); round < rounds; round += 1) {
    for (const [index, task] of tasks.entries()) {
      const us = timeUs(task, true);
      if (round >= 0) times[index]?.push(us);
    }
  }
  return times.map((some) => percentile(some, 0.5));
};

interface Row {
  readonly kind: string;
  readonly bytes: number;
  readonly plainUs: number;
  readonly valid: number;
  readonly repaired: Readonly<Record<string, number>>;
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

const measureKind = (kind: ReplyKind, bytes: number, quick: boolean): Row => {
  const text = kind.make(bytes);
  const judge = judgeOf(kind);
  const validate = new Ajv2020().compile(kind.schema as object);
  const damaged = Object.values(damages).map((damage) => damage(text));
  const tasks = [
    () => validate(JSON.parse(text)),
    () => judgeText(judge, text),
    ...damaged.map((one) => () => judgeText(judge, one)),
  ];
  const rounds = Math.max(15, Math.min(1_500, Math.ceil((quick ? 2_000_000 : 8_000_000) / bytes)));
  const [plainUs = 0, validUs = 0, ...repairedUs] = medians(tasks, rounds);
  const names = Object.keys(damages);
  return {
    kind: kind.name,
    bytes: Buffer.byteLength(text),
    plainUs: round2(plainUs),
    valid: round2(validUs / plainUs),
    repaired: Object.fromEntries(repairedUs.map((us, index) => [names[index] ?? '', round2(us / plainUs)])),
  };
};

const hostile: Readonly<Record<string, (bytes: number) => string>> = {
  '[': (bytes) => '['.repeat(bytes),
  '"\\': (bytes) => '"\\'.repeat(bytes / 2),
};

interface HostileRow {
  readonly what: string;
  readonly us: readonly number[];
  /** Time of the longest over time of the shortest, a hundredth of it. */
  readonly growth: number;
}

const measureHostile = (what: string, rounds: number): HostileRow => {
  const judge = judgeOf({ schema: { type: 'object' } });
  const us = hostileSizes.map((bytes) => {
    const text = (hostile[what] ?? String)(bytes);
    const times = Array.from({ length: rounds }, () => timeUs(() => judgeText(judge, text), false));
    return percentile(times.slice(Math.floor(rounds / 3)), 0.5);
  });
  return { what, us: us.map(round2), growth: round2((us.at(-1) ?? 0) / (us[0] ?? 1)) };
};

const overTarget = (rows: readonly Row[], hostileRows: readonly HostileRow[]): readonly string[] => [
  ...rows
    .filter(({ bytes }) => bytes >= targets.fromBytes)
    .flatMap(({ kind, bytes, valid, repaired }) => [
      ...(valid > targets.validMax
        ? [`${kind}, ${bytes} bytes, valid: ${valid}, at most ${targets.validMax} wanted`]
        : []),
      ...Object.entries(repaired)
        .filter(([, ratio]) => ratio > targets.repairedMax)
        .map(([fix, ratio]) => `${kind}, ${bytes} bytes, ${fix}: ${ratio}, at most ${targets.repairedMax} wanted`),
    ]),
  ...hostileRows
    .filter(({ growth }) => growth > targets.growthMax)
    .map(
      ({ what, growth }) =>
        `${what}: a hundred times the text took ${growth} times as long, at most ${targets.growthMax} wanted`,
    ),
];

const toLines = (rows: readonly Row[], hostileRows: readonly HostileRow[]): readonly string[] => [
  'time of the guard / time of JSON.parse + ajv on the same text (medians, taken in turn)',
  ...toTable([
    ['reply', 'bytes', 'JSON.parse + ajv, us', 'valid', ...Object.keys(damages)],
    ...rows.map(({ kind, bytes, plainUs, valid, repaired }) => [
      bytes < targets.fromBytes ? `${kind} (short: no target)` : kind,
      bytes,
      plainUs,
      valid,
      ...Object.values(repaired),
    ]),
  ]),
  '',
  'hostile replies, refused; a hundred times the text should take about a hundred times as long',
  ...toTable([
    ['repeated', ...hostileSizes.map((bytes) => `${bytes / 1_000} kB, us`), 'growth'],
    ...hostileRows.map(({ what, us, growth }) => [what, ...us, growth]),
  ]),
  '',
];

export const guardBench: LocalBench = ({ quick, say }): BenchReport => {
  const rows = replyKinds.flatMap((kind) => {
    say(kind.name);
    return sizes.map((bytes) => measureKind(kind, bytes, quick));
  });
  const hostileRows = Object.keys(hostile).map((what) => measureHostile(what, quick ? 9 : 31));
  return {
    figures: { rows, hostile: hostileRows, hostileBytes: hostileSizes, limits: targets },
    lines: toLines(rows, hostileRows),
    overTarget: overTarget(rows, hostileRows),
  };
};
