// A table as wide as the terminal. Where its columns do not fit, each row becomes a block of its own: the id, whole and alone on its
// line, so that it can be copied, and the rest under it. Nothing is cut off. A pipe has no width, and gets the table.
import { cleanLine } from './clean-text';
import { drawTable } from './table';

/** Columns of the terminal stdout is on; undefined for a pipe or a file. */
export const terminalWidth = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

const INDENT = '  ';
const BETWEEN = ' | ';

export const drawFitted = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined = terminalWidth(),
): readonly string[] => {
  const table = drawTable(head, rows);
  if (width === undefined || table.every((line) => line.length <= width)) return table;
  return rows.flatMap(([first = '', ...rest]) => [
    cleanLine(first),
    ...wrapParts(
      rest.map((cell, at) => labelled(head[at + 1], cleanLine(cell))).filter((cell) => cell !== ''),
      width,
    ),
  ]);
};

/** A dash says nothing without its column; a bare figure says nothing either. */
const labelled = (name: string | undefined, cell: string): string => {
  if (cell === '-' || cell === '') return '';
  return /^\d+$/.test(cell) && name !== undefined ? `${name.toLowerCase()} ${cell}` : cell;
};

/** As many parts a line as fit; one that is longer than the line stands whole on its own. */
const wrapParts = (parts: readonly string[], width: number): readonly string[] => {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + BETWEEN.length + part.length <= width)
      lines[lines.length - 1] = `${last}${BETWEEN}${part}`;
    else lines.push(`${INDENT}${part}`);
  }
  return lines;
};

/** Words broken between words, under an indent. */
export const wrapWords = (
  text: string,
  indent: string,
  width: number | undefined = terminalWidth(),
): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && (width === undefined || last.length + 1 + word.length <= width))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines;
};
