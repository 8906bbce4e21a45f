// A hand-off stands alone: whoever picks it up has not read the transcript. It says for whom, what was asked, what was done, why it
// stopped, what would have come next and what is still unknown. Words of anybody stay in the transcript store; the record holds
// their address. An effect whose answer was lost is listed as unknown, never as done and never as failed.
import * as z from 'zod/mini';

import { fromMinor } from '../kernel/money';

const line = z.string().check(z.minLength(1), z.maxLength(500));

const handOffEffectSchema = z.strictObject({
  callId: z.string(),
  tool: z.string(),
  kind: z.string(),
  amountMinor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
});
export type HandOffEffect = z.infer<typeof handOffEffectSchema>;

/** A probability and the threshold it was compared with. */
const handOffFigureSchema = z.strictObject({ what: line, p: z.number(), tau: z.number() });

export const handOffSchema = z.strictObject({
  version: z.literal(1),
  turnKey: z.string(),
  agent: z.string(),
  /** Whom the turn is about. */
  who: z.string(),
  /** Where the branch stood when the run was handed off: the last message of the customer up to here asked. */
  askedAddress: z.string(),
  /** Its depth in the branch; absent in records of before it was kept. */
  askedDepth: z.optional(z.int()),
  established: z.array(line),
  done: z.array(handOffEffectSchema),
  /** What was tried and did not happen: refused, vetoed, held. */
  notDone: z.array(handOffEffectSchema),
  stoppedAt: z.string(),
  whyStopped: line,
  next: z.nullable(line),
  unknownEffects: z.array(handOffEffectSchema),
  stillUnknown: z.array(line),
  pendingReviewIds: z.array(z.string()),
  figures: z.array(handOffFigureSchema),
  modelLabel: z.string(),
  atMs: z.int(),
});
export type HandOff = z.infer<typeof handOffSchema>;

export interface HandOffFacts extends Omit<HandOff, 'version' | 'done' | 'notDone' | 'unknownEffects'> {
  readonly effects: readonly HandOffEffect[];
}

/** The record of an escalated run. Effects are sorted by what came of them: done, unknown, and everything else as not done. */
export const createHandOff = ({ effects, ...facts }: HandOffFacts): HandOff => ({
  ...facts,
  version: 1,
  done: effects.filter(({ kind }) => kind === 'done'),
  notDone: effects.filter(({ kind }) => kind !== 'done' && kind !== 'unknown'),
  unknownEffects: effects.filter(({ kind }) => kind === 'unknown'),
});

const sayEffect = ({ tool, kind, amountMinor, currency }: HandOffEffect): string =>
  amountMinor === null || currency === null
    ? `${tool}: ${kind}`
    : `${tool}, ${fromMinor(amountMinor, currency)} ${currency}: ${kind}`;

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [`${title}: nothing`] : [`${title}:`, ...lines.map((each) => `- ${each}`)];

/** The record in plain words, in reading order; `asked` is the message at `askedAddress`. */
export const describeHandOff = (record: HandOff, asked: string): string =>
  [
    `For: ${record.who} (${record.agent}, turn ${record.turnKey}, model ${record.modelLabel})`,
    `Asked: ${asked}`,
    ...section('Established', record.established),
    ...section('Done', record.done.map(sayEffect)),
    ...section('Not done', record.notDone.map(sayEffect)),
    `Stopped at ${record.stoppedAt}: ${record.whyStopped}`,
    `Next would have been: ${record.next ?? 'nothing planned'}`,
    ...section('Still unknown', [...record.unknownEffects.map(sayEffect), ...record.stillUnknown]),
    ...section('Waiting for a decision', record.pendingReviewIds),
    ...section(
      'Probabilities',
      record.figures.map(({ what, p, tau }) => `${what}: ${p} against the threshold ${tau}`),
    ),
  ].join('\n');
