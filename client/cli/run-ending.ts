// How a run that was waited for or watched stands: what programs and people are told, and what the command ends as.
import type { RunReport } from '../index';
import { indent } from './clean-text';
import type { ExitCode } from './exit-codes';
import type { Report } from './report';

/** Fields for programs, without the run's id. */
export const endingBody = (report: RunReport): Record<string, unknown> => {
  const { status, outcome, reply, interimReply, modelLabel, reviewId, cause, steps } = report;
  return { status, outcome, reply, interimReply, model: modelLabel, reviewId, cause, steps };
};

/** Status and what the customer was told. */
export const endingLines = ({ status, outcome, reply, interimReply }: RunReport): readonly string[] => [
  `status ${status}${outcome === null ? '' : `, ${outcome}`}`,
  ...(reply === null ? [] : ['', ...indent(reply)]),
  ...(interimReply === null ? [] : ['', 'interim reply, until a person decides', ...indent(interimReply)]),
];

/** A run that nobody took up is no slow run: another deployment's worker, or none, polls its queue. */
const stillWords = ({ turnKey, status }: RunReport): string =>
  status === 'starting'
    ? `${turnKey} is starting still: no worker of this deployment has taken it up; turnkeep doctor says who polls its queue`
    : `${turnKey} is ${status} still`;

/** Ended well: nothing to add. Else why not, and what helps. */
export const endingOf = (report: RunReport): Pick<Report, 'failure' | 'next'> => {
  const { turnKey, status, reviewId } = report;
  const show = `turnkeep run show ${turnKey}`;
  if (report.timedOut)
    return {
      failure: { exit: 8, code: 'STILL_RUNNING', message: stillWords(report), retryable: true },
      next: [show, 'turnkeep doctor'],
    };
  if (status === 'interrupted')
    return {
      failure: {
        exit: 8,
        code: 'WAITS_FOR_PERSON',
        message: `waits for a person: review ${reviewId ?? ''}`,
        retryable: true,
      },
      next: [`turnkeep review show ${reviewId ?? ''}`],
    };
  return status === 'completed' || status === 'aborted' ? endedOf(report) : parkedOf(report);
};

/** What a command that shows the run to its end ends as, by the record alone: 8 as long as there is no end in it. */
export const exitAsRecorded = ({ status, outcome }: Pick<RunReport, 'status' | 'outcome'>): ExitCode => {
  if (status === 'completed') return outcome === 'handedOff' ? 5 : 0;
  return status === 'aborted' || status === 'cancelled' || status === 'failed_resumable' ? 5 : 8;
};

const endedOf = ({ turnKey, status, outcome }: RunReport): Pick<Report, 'failure' | 'next'> => {
  const show = `turnkeep run show ${turnKey}`;
  if (status === 'aborted')
    return { failure: { exit: 5, code: 'ABORTED', message: `${turnKey} was aborted` }, next: [show] };
  if (outcome === 'handedOff')
    return { failure: { exit: 5, code: 'HANDED_OFF', message: 'handed off to a person' }, next: [show] };
  return {};
};

const parkedOf = ({ turnKey, status, cause }: RunReport): Pick<Report, 'failure' | 'next'> => {
  const message = `${turnKey} is parked: ${status}${cause === null ? '' : ` (${cause})`}`;
  const code = status === 'cancelled' ? 'CANCELLED' : 'FAILED_RESUMABLE';
  return {
    failure: { exit: 5, code, message },
    next: [`turnkeep run show ${turnKey}`, `turnkeep run resume ${turnKey}`],
  };
};
