// `run watch ID`: a line for every move as it is recorded, between them where the run says it is, and at the end what it waits for.
import type { TurnkeepClient, WatchBegin, WatchEnd, WatchEvent } from '../index';
import { dollars } from './dollars';
import { firstArgument, optionFlag, type Invocation, type Report } from './report';
import { endingBody, endingLines, endingOf, exitAsRecorded } from './run-ending';
import { showTime } from './show-time';
import { writeLine } from './terminal';
import { verdictsText } from './verdict-text';
import { withClient } from './with-client';

export const watchRunCommand = async (call: Invocation): Promise<Report> => {
  return withClient(call, async (client) => watch(call, client, await client.resolve(firstArgument(call))));
};

const watch = async (call: Invocation, client: TurnkeepClient, turnKey: string): Promise<Report> => {
  for await (const event of client.watch(turnKey, { follow: optionFlag(call, 'follow') })) {
    if (event.kind === 'end') return toReport(event);
    // Who reads no further: as the record has it by now.
    call.endsAs(exitAsRecorded((await client.show(turnKey)).row));
    await writeLine(call.json ? event : lineOf(event));
  }
  throw new Error(`watching ${turnKey} came to no end`);
};

const lineOf = (event: Exclude<WatchEvent, WatchEnd>): string => {
  if (event.kind === 'begin') return beginLine(event);
  return `${showTime(event.atMs)}  ${whatOf(event)}`;
};

const beginLine = ({ turnKey, modelLabel, tokensMax, costMicroMax, ...time }: WatchBegin): string =>
  `MODEL ${modelLabel}  budget ${tokensMax ?? '?'} tokens, ${costMicroMax === null ? 'USD ?' : dollars(costMicroMax)}  ${deadlineText(time)}  run ${turnKey}`;

const deadlineText = ({ remainingMs, deadlineAtMs }: Pick<WatchBegin, 'remainingMs' | 'deadlineAtMs'>): string => {
  if (deadlineAtMs !== null) return `deadline ${showTime(deadlineAtMs)}`;
  return remainingMs === null
    ? 'deadline ?'
    : `deadline: ${seconds(remainingMs)} of working time left, the clock stands`;
};

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;

const whatOf = (event: Exclude<WatchEvent, WatchBegin | WatchEnd>): string => {
  switch (event.kind) {
    case 'move':
      return `step ${event.step} ${event.node} ${event.event}  ${verdictsText(event.verdicts)}`.trimEnd();
    case 'at':
      return `step ${event.step} at ${event.node}: ${event.tokens.committed} of ${event.tokens.limit} tokens, ${seconds(event.remainingMs)} left`;
    case 'noAnswer':
      return 'no worker answers for this run; turnkeep doctor says who polls its queue';
    case 'waits':
      return `waits for ${event.waitingKind ?? 'a person'}${event.reviewId === null ? '' : ` ${event.reviewId}`}${event.dueMs === null ? '' : `, due ${showTime(event.dueMs)}`}`;
  }
};

const toReport = ({ why, closedAs, report }: WatchEnd): Report => ({
  body: { run: report.turnKey, why, closedAs, ...endingBody(report) },
  lines: endingLines(report),
  ...(why === 'closed' ? closedEnding(report.turnKey, report.status, closedAs) : endingOf(report)),
});

/** Ended from outside, such as by Terminate in the Web UI: the record stands as it was. */
const closedEnding = (turnKey: string, status: string, closedAs: string | null): Pick<Report, 'failure' | 'next'> => {
  const told = closedAs === null || closedAs === 'unknown' ? 'knows no such workflow' : `says ${closedAs}`;
  return {
    failure: {
      exit: 5,
      code: 'CLOSED_ON_SERVER',
      message: `${turnKey} is ${status} as recorded, and Temporal ${told}: it does not go on`,
    },
    next: [`turnkeep run show ${turnKey}`],
  };
};
