import Table from 'cli-table3';
import { cleanLine } from './clean-text';

/** Columns under plain heads: no colours and no frames of its own, so that a pipe and NO_COLOR get clean text. */
export const drawTable = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => {
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
  const table = new Table({
    head: [...head],
    chars: bare,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  // Before the widths are measured: an escape is longer than what it stands for.
  for (const row of rows) table.push(row.map(cleanLine));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
};
