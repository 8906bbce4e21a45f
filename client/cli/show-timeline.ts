// `run show ID --timeline`: one line a move with every verdict, its figure and its limit, and between them what persons and effects did.
import type { OpenRunReader, TimelineEntry, TimelineMove } from '../index';
import { actWords } from './act-lines';
import { amountText } from './amount-text';
import type { Report } from './report';
import { showTime } from './show-time';
import { drawTable } from './table';
import { verdictsText } from './verdict-text';

export const showTimeline = async (reader: OpenRunReader, turnKey: string): Promise<Report> => {
  const { row, words } = await reader.show(turnKey);
  const entries = await reader.timeline(turnKey);
  const isOlder = entries.some((entry) => entry.kind === 'move') && !entries.some(hasLeave);
  return {
    body: { run: turnKey, status: row.status, model: row.modelLabel, words, entries },
    lines: [
      `MODEL  ${row.modelLabel}`,
      `run    ${turnKey}`,
      `status ${row.status}${row.outcome === null ? '' : `, ${row.outcome}`}`,
      '',
      ...(entries.length === 0
        ? ['nothing is recorded of this run yet']
        : drawTable(['TIME', 'MOVE', 'STEP', 'NODE', 'WHAT', 'VERDICTS'], entries.map(cellsOf))),
      ...(isOlder ? ['', 'By which figures the governor let a move go was not recorded when this run was made.'] : []),
    ],
    next: [`turnkeep run show ${turnKey} --cost`],
  };
};

const hasLeave = (entry: TimelineEntry): boolean =>
  entry.kind === 'move' && entry.verdicts.some(({ kind }) => kind === 'continue');

const cellsOf = (entry: TimelineEntry): readonly string[] => {
  if (entry.kind === 'move') return moveCells(entry);
  return [showTime(entry.atMs), '', '', '', whatText(entry), ''];
};

const moveCells = ({ atMs, move, step, node, event, verdicts }: TimelineMove): readonly string[] => [
  showTime(atMs),
  String(move),
  String(step),
  node,
  event,
  verdictsText(verdicts),
];

const whatText = (entry: Exclude<TimelineEntry, TimelineMove>): string => {
  switch (entry.kind) {
    case 'reviewOpened':
      return `review ${entry.reviewId} round ${entry.round} asked: ${entry.tool}, rule ${entry.rule}`;
    case 'decided':
      return `review ${entry.reviewId} round ${entry.round} ${entry.state}${entry.by === null ? '' : ` by ${entry.by}`}`;
    case 'effect':
      return `effect ${entry.tool} ${amountText(entry) ?? ''} ${entry.state}`;
    case 'stopped':
    case 'resumed':
    case 'aborted':
      return actWords(entry);
  }
};
