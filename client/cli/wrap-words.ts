import { terminalWidth } from './table';

/** Words broken between words, as wide as the terminal, under an indent. A pipe has no width, and gets one line. */
export const wrapWords = (text: string, indent: string, width: number = terminalWidth()): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines;
};
