// Columns under plain heads. What does not fit the terminal is not cut: the least important columns go first, and where even the
// others do not fit every row stands as a record of its own. A pipe has no width: it gets all columns.
import Table from 'cli-table3';
import { cleanLine } from './clean-text';

type Row = readonly string[];

export interface TableOptions {
  /** Heads of columns that may be left out, the least important first. */
  readonly droppable?: readonly string[];
  /** Characters a line may have; the terminal's own when left out. */
  readonly width?: number;
}

/** Columns of the terminal; without end where stdout is none or does not say. */
export const terminalWidth = (): number =>
  process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : Number.POSITIVE_INFINITY;

/** No colours and no frames of its own, so that a pipe and NO_COLOR get clean text. */
const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

const drawColumns = (head: Row, rows: readonly Row[]): readonly string[] => {
  const style = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 };
  const table = new Table({ head: [...head], chars: bare, style });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
};

const fits = (lines: readonly string[], width: number): boolean => lines.every((line) => line.length <= width);

/** A value that does not fit beside its name stands below it. */
const drawRecords = (head: Row, rows: readonly Row[], width: number): readonly string[] => {
  const nameWidth = Math.max(...head.map((name) => name.length));
  const drawCell = (name: string, cell: string): readonly string[] => {
    const line = `${name.padEnd(nameWidth)}  ${cell}`;
    return line.length <= width ? [line] : [name, `  ${cell}`];
  };
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...row.flatMap((cell, column) => drawCell(head[column] ?? '', cell)),
  ]);
};

const leftOut = (names: readonly string[], width: number): string => {
  const named = `left out: ${names.join(', ')}`;
  const whole = `${named}; a wider terminal or --json shows ${names.length === 1 ? 'it' : 'them'}`;
  const counted = `${names.length} column${names.length === 1 ? '' : 's'} left out`;
  return [whole, named].find((line) => line.length <= width) ?? counted;
};

export const drawTable = (head: Row, rows: readonly Row[], options: TableOptions = {}): readonly string[] => {
  const { droppable = [], width = terminalWidth() } = options;
  // Before the widths are measured: an escape is longer than what it stands for.
  const clean = rows.map((row) => row.map(cleanLine));
  for (let dropped = 0; dropped <= droppable.length; dropped += 1) {
    const gone = droppable.slice(0, dropped);
    const without = (row: Row): Row => row.filter((_, column) => !gone.includes(head[column] ?? ''));
    const lines = drawColumns(without(head), clean.map(without));
    if (fits(lines, width)) return gone.length === 0 ? lines : [...lines, leftOut(gone, width)];
  }
  return drawRecords(head, clean, width);
};
