// The life cycle of a run, as data: from which status which event leads where. Only completed and aborted are endings. Whatever
// the table does not name is refused with a reason, never guessed: an abort of a run that is not parked stops it first, and a
// decision is acted on only by a run that waits.

export const runStatuses = ['running', 'interrupted', 'cancelled', 'failed_resumable', 'completed', 'aborted'] as const;
export type RunStatus = (typeof runStatuses)[number];

export const runEvents = [
  'started',
  'reachedEnd',
  'waitsForPerson',
  'stopped',
  'nodeRaised',
  'decided',
  'resumed',
  'aborted',
] as const;
export type RunEvent = (typeof runEvents)[number];

export interface LifeCycleRow {
  /** `none`: before the run is there. */
  readonly from: readonly (RunStatus | 'none')[];
  readonly event: RunEvent;
  readonly to: RunStatus;
  readonly onTemporal: string;
}

export const lifeCycle: readonly LifeCycleRow[] = [
  {
    from: ['none'],
    event: 'started',
    to: 'running',
    onTemporal: 'workflow started, id `<agent>/<case>/<turn>`, reuse policy: reject duplicate',
  },
  { from: ['running'], event: 'reachedEnd', to: 'completed', onTemporal: 'workflow returns its result' },
  {
    from: ['running'],
    event: 'waitsForPerson',
    to: 'interrupted',
    onTemporal: 'workflow waits in a condition; nothing else happens in that node',
  },
  {
    from: ['running', 'interrupted'],
    event: 'stopped',
    to: 'cancelled',
    onTemporal:
      'cancellation of the workflow; it parks with its whole state and a report. Resumed, an undecided wait waits again',
  },
  {
    from: ['running'],
    event: 'nodeRaised',
    to: 'failed_resumable',
    onTemporal: 'parks the same way, naming the node and the cause',
  },
  {
    from: ['interrupted'],
    event: 'decided',
    to: 'running',
    onTemporal: 'signal (or the update that feeds the same reducer)',
  },
  {
    from: ['cancelled', 'failed_resumable'],
    event: 'resumed',
    to: 'running',
    onTemporal: 'resume signal, then continue-as-new with the whole state: only the unfinished node runs again',
  },
  {
    from: ['cancelled', 'failed_resumable'],
    event: 'aborted',
    to: 'aborted',
    onTemporal: 'the abort is recorded, then the workflow is terminated; nothing is undone',
  },
];

/** Whether nothing follows this status any more. */
export const isEnding = (status: RunStatus): boolean => status === 'completed' || status === 'aborted';

/** Whether the run keeps its state and waits for an operator. */
export const isParked = (status: RunStatus): boolean => status === 'cancelled' || status === 'failed_resumable';

export type NextStatus =
  { readonly kind: 'to'; readonly status: RunStatus } | { readonly kind: 'refused'; readonly why: string };

const explainRefusal = (from: RunStatus | 'none', event: RunEvent): string => {
  if (from === 'none') return `there is no run yet that "${event}" could change; start it first`;
  if (isEnding(from)) return `the run is ${from}, which is an ending; nothing follows it`;
  if (event === 'stopped') return `the run is ${from}: it was stopped already and keeps its state`;
  if (event === 'aborted') return `the run is ${from}: an abort stops it first and ends it once it is parked`;
  if (event === 'resumed') return `the run is ${from}: only a cancelled or failed_resumable run is resumed`;
  return `a run that is ${from} does not take "${event}"`;
};

/** What an event makes of a run: its next status, or why the event changes nothing. */
export const nextStatus = (from: RunStatus | 'none', event: RunEvent): NextStatus => {
  const row = lifeCycle.find((each) => each.event === event && each.from.includes(from));
  return row === undefined ? { kind: 'refused', why: explainRefusal(from, event) } : { kind: 'to', status: row.to };
};

const drawRow = (row: LifeCycleRow): string =>
  `| ${row.from.map((from) => (from === 'none' ? '-' : from)).join(', ')} | ${row.event} | ${row.to} | ${row.onTemporal} |`;

/** The life cycle as a Markdown table, for the documents. */
export const drawLifeCycle = (): string =>
  ['| from | event | to | on Temporal |', '|---|---|---|---|', ...lifeCycle.map(drawRow)].join('\n');
