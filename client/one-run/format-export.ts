// An export as text: one JSON value, one object a line, or one row a move. The receipt for people is in export-receipt.
import { stringify } from 'csv-stringify/sync';
import type { VerdictLine } from '../../core/moves/activity-shapes';
import type { ExportFormat } from './export-formats';
import { exportReceipt } from './export-receipt';
import type { TimelineMove } from './read-timeline';
import type { RunExport } from './run-export';

/** Ends with a line break. */
export const formatExport = (record: RunExport, format: ExportFormat): string => {
  switch (format) {
    case 'json':
      return `${JSON.stringify(record, null, 2)}\n`;
    case 'jsonl':
      return linesOf(record)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('');
    case 'csv':
      return movesAsCsv(record.moves);
    case 'md':
      return exportReceipt(record);
  }
};

/** The first line says what it is; every further one names what it holds. */
const linesOf = (record: RunExport): readonly object[] => {
  const { schema, exportedAtMs, words, run, customer, startedBy, reply, interimReply, unread } = record;
  const each = (line: string, values: readonly object[]): readonly object[] =>
    values.map((value) => ({ line, ...value }));
  const one = (line: string, value: object | null): readonly object[] => (value === null ? [] : [{ line, value }]);
  return [
    { line: 'run', schema, exportedAtMs, words, run, customer, startedBy, reply, interimReply, unread },
    ...each('move', record.moves),
    ...each('step', record.steps),
    ...one('cost', record.cost),
    ...each('review', record.reviews),
    ...each('effect', record.effects),
    ...each('act', record.acts),
    ...each('guard', record.guard),
    ...each('tool', record.tools),
    ...each('message', record.messages ?? []),
    ...each('note', record.notes),
    ...one('handOff', record.handOff),
    ...one('state', record.state),
  ];
};

const columns = [
  'move',
  'step',
  'at',
  'node',
  'event',
  'verdict',
  'verdict_by',
  'verdict_value',
  'verdict_limit',
  'verdict_unit',
  'verdicts',
  'reserved_tokens',
  'tokens',
  'reserved_cost_usd',
  'cost_usd',
] as const;

/** A spreadsheet must not take a cell for a formula. */
const movesAsCsv = (moves: readonly TimelineMove[]): string =>
  stringify(moves.map(rowOf), { header: true, columns: [...columns], escape_formulas: true });

type Cells = Readonly<Record<string, string | number | null>>;

const rowOf = ({ move, step, atMs, node, event, verdicts, spend }: TimelineMove): Cells => ({
  move,
  step,
  at: new Date(atMs).toISOString(),
  node,
  event,
  ...verdictCells(verdicts),
  ...spendCells(spend),
});

/** The verdict that cut something, else the leave; all of them stand in `verdicts`. A field that is missing is an empty cell. */
const verdictCells = (verdicts: readonly VerdictLine[]): Cells => {
  const told = verdicts.find(({ kind }) => kind !== 'continue') ?? verdicts[0];
  const all = verdicts.map(verdictCell).join('; ');
  if (told === undefined) return { verdicts: all };
  const { kind, by, value, limit } = told;
  return {
    verdict: kind,
    verdict_by: by,
    verdict_value: value,
    verdict_limit: limit,
    verdict_unit: by === 'cost_budget' ? 'millionths of USD' : '',
    verdicts: all,
  };
};

const spendCells = (spend: TimelineMove['spend']): Cells =>
  spend === null
    ? {}
    : {
        reserved_tokens: spend.reservedTokens,
        tokens: spend.tokens,
        reserved_cost_usd: usd(spend.reservedCostMicro),
        cost_usd: usd(spend.costMicro),
      };

const verdictCell = ({ kind, by, value, limit, tool }: VerdictLine): string =>
  [kind, by, value === null && limit === null ? '' : `${figure(by, value)}/${figure(by, limit)}`, tool ?? '']
    .join(' ')
    .trim();

const figure = (by: string, value: number | null): string => {
  if (value === null) return '';
  return by === 'cost_budget' ? `USD ${usd(value)}` : String(value);
};

const usd = (micro: number | null): string => (micro === null ? '' : (micro / 1_000_000).toFixed(6));
