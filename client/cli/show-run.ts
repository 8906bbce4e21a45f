import { findIgnoredWords } from '../../core/human-review/ignored-reasons';
import type { MoveLine } from '../../core/moves/activity-shapes';
import {
  countedIn,
  movesOf,
  openClient,
  receiptIdOf,
  verdictsOf,
  wordsStateText,
  type EffectRecord,
  type LiveStatus,
  type OpenRunReader,
  type ReadHandOff,
  type ReviewRow,
  type RunNote,
  type RunRecords,
} from '../index';
import { actLines } from './act-lines';
import { amountText } from './amount-text';
import { indent } from './clean-text';
import { countedWords } from './counted-words';
import { decisionLines } from './decision-lines';
import { handOffLines } from './hand-off-lines';
import { refuseInput } from './input-error';
import { firstArgument, optionFlag, type Invocation, type Report } from './report';
import { showCost } from './show-cost';
import { showReceipts } from './show-receipts';
import { showState, stepOption } from './show-state';
import { showTime } from './show-time';
import { showTimeline } from './show-timeline';
import { drawTable } from './table';
import { verdictText } from './verdict-text';
import { settingsOf } from './with-client';
import { withReader } from './with-reader';

const views = ['timeline', 'cost', 'state', 'receipt'] as const;
type View = (typeof views)[number];

/** `run show ID`: what was recorded, and beside it what the run says of itself while a server answers; or one view of the record alone. */
export const showRunCommand = async (call: Invocation): Promise<Report> => {
  const view = viewOf(call);
  const step = stepOption(call);
  if (step !== undefined && view !== 'state')
    return refuseInput('USAGE', '--step: expected with --state, got it alone', ['turnkeep run show --help']);
  return withReader(call, async (reader) => {
    const turnKey = await reader.resolve(firstArgument(call));
    return showView(call, reader, { turnKey, view, step });
  });
};

const viewOf = (call: Invocation): View | null => {
  const asked = views.filter((view) => optionFlag(call, view));
  if (asked.length <= 1) return asked[0] ?? null;
  const got = asked.map((view) => `--${view}`).join(' and ');
  return refuseInput('USAGE', `expected one of --${views.join(', --')}, got ${got}`);
};

interface Asked {
  readonly turnKey: string;
  readonly view: View | null;
  readonly step: number | undefined;
}

const showView = (call: Invocation, reader: OpenRunReader, { turnKey, view, step }: Asked): Promise<Report> => {
  switch (view) {
    case 'timeline':
      return showTimeline(reader, turnKey);
    case 'cost':
      return showCost(reader, turnKey);
    case 'state':
      return showState(reader, turnKey, step);
    case 'receipt':
      return showReceipts(reader, turnKey);
    case null:
      return showOverview(call, reader, turnKey);
  }
};

const showOverview = async (call: Invocation, reader: OpenRunReader, turnKey: string): Promise<Report> => {
  const found = await reader.show(turnKey);
  const handOff = await reader.handOff(turnKey);
  const notes = await reader.notes(turnKey);
  const live = reader.withoutKeys === null ? await readLive(call, turnKey) : null;
  return toReport({ found, handOff, notes }, live);
};

const readLive = async (call: Invocation, turnKey: string): Promise<LiveStatus | null> => {
  try {
    const client = await openClient(settingsOf());
    try {
      return await client.status(turnKey);
    } finally {
      await client.close();
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ServerUnreachableError') throw error;
    call.say(`${error.message}\nShown is what was recorded.`);
    return null;
  }
};

interface Found {
  readonly found: RunRecords;
  readonly handOff: ReadHandOff | undefined;
  readonly notes: readonly RunNote[];
}

const toReport = ({ found, handOff, notes }: Found, live: LiveStatus | null): Report => {
  const { row, steps, reviews, decisions, effects, acts, reply, interimReply, unread, words } = found;
  const ignoredDecisions = live?.view?.ignoredDecisions ?? found.ignoredDecisions;
  const moves = movesOf(steps);
  return {
    body: {
      run: row,
      costUnknown: isCostUnknown(steps),
      estimated: isEstimated(steps),
      live: live === null ? null : { execution: live.execution, view: live.view },
      moves,
      verdicts: verdictsOf(steps),
      effects,
      reviews,
      decisions,
      ignoredDecisions,
      acts,
      notes,
      reply,
      interimReply,
      unread,
      words,
      handOff: handOff ?? null,
    },
    lines: [
      ...headLines(found, live),
      '',
      ...moveLines(moves),
      ...effectLines(effects),
      ...reviews.map((review) => reviewLine(live, review)),
      ...decisionLines(decisions, notes),
      ...ignoredLines(ignoredDecisions),
      ...actLines(acts),
      ...replyLines(found),
      ...shutLines(found),
      ...(unread === 0 ? [] : ['', `unread: ${unread} further message${unread === 1 ? '' : 's'} of the customer`]),
      ...(handOff === undefined ? [] : ['', 'hand-off', ...indent(handOffLines(handOff).join('\n'))]),
    ],
    next: [...nextOf(found, live), ...(isUnanswered(live) ? ['turnkeep doctor'] : [])],
  };
};

const replyLines = ({ reply, interimReply }: RunRecords): readonly string[] => [
  ...(reply === null ? [] : ['', 'reply', ...indent(reply)]),
  ...(interimReply === null ? [] : ['', 'interim reply, until a person decides', ...indent(interimReply)]),
];

const ignoredLines = (ignored: RunRecords['ignoredDecisions']): readonly string[] => {
  if (ignored === null || ignored.total === 0) return [];
  const why = ignored.last ?? 'for a reason that was not recorded';
  const words = findIgnoredWords(why);
  return [`did not count  ${ignored.total}, last ${why}${words === undefined ? '' : `: ${words}`}`];
};

/** Addresses stand in the place of words that do not open. */
const shutLines = ({ row, words }: RunRecords): readonly string[] => {
  if (words === 'opened') return [];
  const address = row.replyRef ?? row.interimRef;
  return ['', `words  ${wordsStateText(words)}`, ...(address === null ? [] : [`reply  at address ${address}`])];
};

const isCostUnknown = (steps: RunRecords['steps']): boolean => steps.some(({ costUnknown }) => costUnknown);

/** A call without a count stands in the figures with all it may have used. */
const isEstimated = (steps: RunRecords['steps']): boolean => steps.some(({ estimated }) => estimated === true);

/** What no price is known of counts for nothing in the figure, and is never shown as nothing. */
const costText = ({ row, steps }: RunRecords): string => {
  const known = `${isEstimated(steps) ? 'at most ' : ''}USD ${(row.costMicro / 1_000_000).toFixed(6)}`;
  if (!isCostUnknown(steps)) return known;
  return row.costMicro === 0 ? 'cost unknown (no price of this model)' : `${known} and a cost that is unknown`;
};

const headLines = (found: RunRecords, live: LiveStatus | null): readonly string[] => {
  const { row } = found;
  const view = live?.view;
  return [
    `MODEL  ${row.modelLabel}`,
    `run    ${row.workflowId}`,
    `status ${row.status}${row.outcome === null ? '' : `, ${row.outcome}`}${row.cause === null ? '' : ` (${row.cause})`}`,
    ...differences(row.status, live),
    ...(row.policy === null ? [] : [`policy ${row.policy}`]),
    `began  ${showTime(row.startedMs)}, ended ${showTime(row.endedMs)}`,
    `spent  ${isEstimated(found.steps) ? 'at most ' : ''}${row.tokens} tokens, ${costText(found)}, ${row.step} steps${view ? `, working time left ${Math.round(view.remainingMs / 1_000)} s` : ''}`,
  ];
};

/** A worker may poll and still not answer: of another deployment, or one whose workflow task fails again and again. */
const NO_ANSWER = 'note   no worker answers for this run; turnkeep doctor says who polls its queue';

/** The registry may be behind the run, and a run ended from outside never told it. */
const differences = (status: string, live: LiveStatus | null): readonly string[] => {
  if (live === null) return [];
  const { execution, view } = live;
  if (execution === null) return ['note   Temporal knows no such workflow: not started yet, or deleted'];
  const isOpen = status !== 'completed' && status !== 'aborted';
  if (execution.name !== 'RUNNING' && isOpen) return [`note   on Temporal the workflow is ${execution.name}`];
  if (view !== null && view.status !== status) return [`note   the run itself says ${view.status} at ${view.node}`];
  return isUnanswered(live) ? [NO_ANSWER] : [];
};

const isUnanswered = (live: LiveStatus | null): boolean => live?.execution?.name === 'RUNNING' && live.view === null;

const moveLines = (moves: readonly MoveLine[]): readonly string[] =>
  drawTable(
    ['MOVE', 'STEP', 'NODE', 'EVENT', 'VERDICT'],
    moves.map(({ move, step, node, event, verdicts }) => {
      const told = verdicts.filter((verdict) => verdict.kind !== 'continue');
      return [
        String(move),
        String(step),
        node,
        event,
        (told.length > 0 ? told : verdicts.slice(-1)).map(verdictText).join('; '),
      ];
    }),
    { droppable: ['STEP', 'EVENT'] },
  );

const effectLines = (effects: readonly EffectRecord[]): readonly string[] =>
  effects.map((effect) => {
    const by = effect.reviewId === null ? effect.allowedBy : `review ${effect.reviewId} round ${effect.round}`;
    const id = receiptIdOf(effect);
    return `effect ${effect.tool} ${amountText(effect) ?? ''} ${effect.state}, allowed by ${by}${id === undefined ? '' : `, receipt ${id}`}`;
  });

/** A review that waits by the record may be decided already: then only the run itself knows by whom, and how many more must approve. */
const reviewLine = (live: LiveStatus | null, review: ReviewRow): string => {
  const { reviewId, round, state, decidedBy } = review;
  const told = `review ${reviewId} round ${round}: `;
  if (state !== 'pending') return `${told}${state}${decidedBy === null ? '' : ` by ${decidedBy}`}`;
  const counted = countedIn(live?.view ?? null, review);
  if (counted !== null) return `${told}${countedWords(counted)}`;
  return `${told}${state}${approvalsOf(live, review)}`;
};

const approvalsOf = (live: LiveStatus | null, { reviewId, round }: ReviewRow): string => {
  const request = live?.view?.reviews.find((asked) => asked.reviewId === reviewId && asked.round === round);
  const needed = request?.approvalsNeeded ?? 1;
  return needed === 1 ? '' : `, ${request?.approvals?.length ?? 0} of ${needed} approvals`;
};

const nextOf = ({ row }: RunRecords, live: LiveStatus | null): readonly string[] => {
  if (row.status === 'interrupted' && row.reviewId !== null) return [`turnkeep review show ${row.reviewId}`];
  if (row.status !== 'cancelled' && row.status !== 'failed_resumable') return [];
  const money = movesMoneyNext(row, live) ? ' --money --as NAME' : '';
  return [`turnkeep run resume ${row.workflowId}${money}`, `turnkeep run abort ${row.workflowId} --reason T`];
};

/** An approval that came while the run is stopped is recorded at its resume only: the run itself knows. */
const movesMoneyNext = ({ waitingKind }: RunRecords['row'], live: LiveStatus | null): boolean =>
  waitingKind === 'money' || live?.view?.movesMoneyNext === true;
