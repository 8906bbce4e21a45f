// A hand-off stands alone: whoever picks it up has not read the transcript. It says for whom, what was asked, what came before in the
// case, what was established and done, why it stopped, what would have come next and what is still unknown. The customer's message
// of this turn stays in the transcript store; the record, sealed like it, holds its address. An effect whose answer was lost is
// listed as unknown, never as done and never as failed. Fields are added, never changed; a record with fields unknown here still
// reads.
import * as z from 'zod/mini';

import { fromMinor } from '../kernel/money';

const line = z.string().check(z.minLength(1), z.maxLength(500));

const handOffEffectSchema = z.object({
  callId: z.string(),
  tool: z.string(),
  kind: z.string(),
  amountMinor: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  /** The order, and what else of the call a person knows it by. */
  about: z.optional(line),
});
export type HandOffEffect = z.infer<typeof handOffEffectSchema>;

/** A probability and the threshold it was compared with. */
const handOffFigureSchema = z.object({ what: line, p: z.number(), tau: z.number() });
/** A figure of the governor and the limit it reached. */
const handOffLimitSchema = z.object({ what: line, value: z.nullable(z.number()), limit: z.nullable(z.number()) });

export const handOffSchema = z.object({
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
  /** The node at which the run could not go on. */
  stoppedAt: z.string(),
  /** In words; the code beside it. */
  whyStopped: line,
  reasonCode: z.optional(z.string()),
  limits: z.optional(z.array(handOffLimitSchema)),
  /** The case's turns before this one, a line each, oldest first. */
  earlier: z.optional(z.array(line)),
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

const KIND_WORDS: Readonly<Record<string, string>> = {
  refused: 'refused by the outside system',
  unknown: 'sent, but whether it happened is not known',
  refusedByRule: 'a rule does not allow it',
  vetoed: 'a person decided against it before',
  rejected: 'a person decided against it',
  held: 'held by an operator',
  capped: 'over what may be done without a person',
  expired: 'nobody decided in time',
  pendingElsewhere: 'waits for a person in another turn of the case',
  needsReview: 'a person has to decide',
};

const sayEffect = ({ tool, kind, amountMinor, currency, about }: HandOffEffect): string => {
  const money = amountMinor === null || currency === null ? '' : `, ${fromMinor(amountMinor, currency)} ${currency}`;
  return `${tool}${money}${about === undefined ? '' : `, ${about}`}: ${KIND_WORDS[kind] ?? kind}`;
};

const sayLimit = ({ what, value, limit }: z.infer<typeof handOffLimitSchema>): string =>
  `${what}: ${value ?? '-'} against the limit ${limit ?? '-'}`;

const sayCode = ({ whyStopped, reasonCode }: HandOff): string =>
  reasonCode === undefined || reasonCode === whyStopped ? '' : ` (${reasonCode})`;

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [`${title}: nothing`] : [`${title}:`, ...lines.map((each) => `- ${each}`)];

/** The record in plain words, in reading order; `asked` is the message at `askedAddress`. */
export const describeHandOff = (record: HandOff, asked: string): string =>
  [
    `For: ${record.who} (${record.agent}, turn ${record.turnKey}, model ${record.modelLabel})`,
    `Asked: ${asked}`,
    ...(record.earlier === undefined || record.earlier.length === 0
      ? []
      : section('Earlier in this case', record.earlier)),
    ...section('Established', record.established),
    ...section('Done', record.done.map(sayEffect)),
    ...section('Not done', record.notDone.map(sayEffect)),
    `Stopped at ${record.stoppedAt}: ${record.whyStopped}${sayCode(record)}`,
    ...(record.limits === undefined || record.limits.length === 0
      ? []
      : section('Limits reached', record.limits.map(sayLimit))),
    `Next would have been: ${record.next ?? 'nothing planned'}`,
    ...section('Still unknown', [...record.unknownEffects.map(sayEffect), ...record.stillUnknown]),
    ...section('Waiting for a decision', record.pendingReviewIds),
    ...section(
      'Probabilities',
      record.figures.map(({ what, p, tau }) => `${what}: ${p} against the threshold ${tau}`),
    ),
  ].join('\n');
