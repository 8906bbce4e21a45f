// The receipt of one run for people, as Markdown: what was asked, what was done and by whose leave, what it cost, and every move. Words
// of anybody stand in fences that they cannot end, codes in cells that they cannot leave.
import { fromMinor } from '../../core/kernel/money';
import type { VerdictLine } from '../../core/moves/activity-shapes';
import type { EffectRow, ReviewRow } from '../../stores/store-port';
import { receiptIdOf, type EffectRecord } from '../run-records';
import type { RunAct } from './read-acts';
import type { TimelineMove } from './read-timeline';
import type { RunExport } from './run-export';

export const exportReceipt = (record: RunExport): string =>
  [
    `# Run ${record.run.workflowId}`,
    '',
    ...factLines(record),
    ...section('What the customer wrote', customerLines(record)),
    ...section('What the customer was told', fenced(record.reply ?? record.interimReply)),
    ...section('Effects', effectTable(record.effects)),
    ...section('Reviews', reviewTable(record.reviews)),
    ...section('Stopped, resumed, ended', actTable(record.acts)),
    ...section('Cost', costTable(record)),
    ...section('Moves', moveTable(record.moves)),
    '',
  ].join('\n');

const wordsText: Readonly<Record<RunExport['words'], string>> = {
  opened: 'words are in this record: keep it as you keep the case',
  leftOut: 'words, customer ids and names are left out',
  erased: 'the words were erased; ids and addresses stand in their place',
  noKeys: 'the words could not be opened here; ids and addresses stand in their place',
};

const factLines = ({ run, customer, startedBy, words, exportedAtMs, schema }: RunExport): readonly string[] => {
  const facts: readonly (readonly [string, string | null])[] = [
    ['status', run.outcome === null ? run.status : `${run.status}, ${run.outcome}`],
    ['cause', run.cause],
    ['model', run.modelLabel],
    ['policy', run.policy],
    ['customer', customer],
    ['started by', startedBy],
    ['began', time(run.startedMs)],
    ['ended', run.endedMs === null ? null : time(run.endedMs)],
    ['words', wordsText[words]],
    ['exported', `${time(exportedAtMs)} (${schema})`],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${inline(value)}`]));
};

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];

const customerLines = ({ messages }: RunExport): readonly string[] =>
  (messages ?? []).flatMap((message) => (message.role === 'customer' ? fenced(message.text) : []));

/** Longer than every row of backticks in the text. */
const fenced = (text: string | null): readonly string[] => {
  if (text === null) return [];
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...text.split(/\r\n|\r|\n/), fence];
};

const effectTable = (effects: readonly EffectRecord[]): readonly string[] =>
  table(
    ['effect', 'amount', 'state', 'allowed by', 'receipt', 'at'],
    effects.map((effect) => [
      effect.tool,
      amount(effect),
      effect.state,
      effect.reviewId === null ? effect.allowedBy : `review ${effect.reviewId} round ${effect.round}`,
      receiptIdOf(effect) ?? '',
      time(effect.changedMs),
    ]),
  );

const reviewTable = (reviews: readonly ReviewRow[]): readonly string[] =>
  table(
    ['review', 'asked', 'amount', 'state', 'by', 'reason', 'at'],
    reviews.map((review) => [
      `${review.reviewId} round ${review.round}`,
      `${review.tool} (rule ${review.rule})`,
      amount(review),
      review.state,
      review.decidedBy === null ? '' : `${review.decidedBy} (${review.authenticated ?? 'unknown'})`,
      review.reasonCode ?? '',
      review.decidedMs === null ? '' : time(review.decidedMs),
    ]),
  );

const actTable = (acts: readonly RunAct[]): readonly string[] =>
  table(
    ['what', 'by', 'cause', 'why', 'at'],
    acts.map(({ of, by, cause, text, money, atMs }) => [
      `${cause === null ? '' : 'recorded as '}${of}${money ? ', with leave to move money' : ''}`,
      by,
      cause ?? '',
      text ?? '',
      time(atMs),
    ]),
  );

const costTable = ({ cost }: RunExport): readonly string[] => [
  ...table(
    ['step', 'calls', 'tokens reserved', 'used', 'given back', 'USD'],
    cost.steps.map((step) => [
      String(step.step),
      String(step.calls),
      figure(step.reservedTokens),
      `${step.estimated ? 'at most ' : ''}${step.tokens}`,
      figure(step.releasedTokens),
      `${step.estimated ? 'at most ' : ''}${usd(step.costMicro)}${step.costUnknown ? ' and what is unknown' : ''}`,
    ]),
  ),
  '',
  `In all ${cost.tokens.committed} of ${figure(cost.tokens.limit)} tokens, USD ${usd(cost.costMicro.committed)} of ${cost.costMicro.limit === null ? 'not recorded' : usd(cost.costMicro.limit)}${cost.costMicro.unknown ? ', and a cost that is unknown' : ''}.`,
];

const moveTable = (moves: readonly TimelineMove[]): readonly string[] =>
  table(
    ['move', 'step', 'at', 'node', 'event', 'verdicts'],
    moves.map(({ move, step, atMs, node, event, verdicts }) => [
      String(move),
      String(step),
      time(atMs),
      node,
      event,
      verdicts.map(verdictText).join('; '),
    ]),
  );

const verdictText = ({ kind, by, value, limit, tool }: VerdictLine): string =>
  `${kind} ${by}${value === null && limit === null ? '' : ` ${verdictFigure(by, value)} of ${verdictFigure(by, limit)}`}${tool === undefined ? '' : ` (${tool})`}`;

/** Money of models is counted in millionths. */
const verdictFigure = (by: string, value: number | null): string => {
  if (value === null) return '-';
  return by === 'cost_budget' ? `USD ${usd(value)}` : String(value);
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0
    ? []
    : [row(head), row(head.map(() => '---')), ...rows.map((cells) => row(cells.map((cell) => inline(cell))))];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Names of persons and ids may hold anything: no mark-up, no cell, no line of their own. */
const inline = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*[\]<>|]/g, (mark) => `&#${mark.charCodeAt(0)};`);

const amount = ({ amountMinor, currency }: Pick<EffectRow, 'amountMinor' | 'currency'>): string =>
  amountMinor === null || currency === null ? '' : `${currency} ${fromMinor(amountMinor, currency)}`;

const figure = (value: number | null): string => (value === null ? 'not recorded' : String(value));
const usd = (micro: number): string => (micro / 1_000_000).toFixed(6);
const time = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
