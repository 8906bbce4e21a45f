import type { StandingEffect } from '../index';
import { amountText } from './amount-text';
import { parseDuration } from './duration';
import { refuseInput } from './input-error';
import { firstArgument, optionFlag, optionText, type Invocation, type Report } from './report';
import { withClient } from './with-client';

const REASON_CHARS_MAX = 500;

const reasonOf = (call: Invocation): string => {
  const reason = optionText(call, 'reason') ?? '';
  if (reason.trim() !== '' && reason.length <= REASON_CHARS_MAX) return reason;
  return refuseInput('REASON', `--reason: expected 1 to ${REASON_CHARS_MAX} characters, got ${reason.length}`);
};

export const stopRunCommand = async (call: Invocation): Promise<Report> => {
  const reason = reasonOf(call);
  return withClient(call, async (client) => {
    const turnKey = await client.resolve(firstArgument(call));
    const report = await client.stop(turnKey, reason);
    const next = [`turnkeep run show ${turnKey}`, `turnkeep run resume ${turnKey}`];
    const body = { run: turnKey, status: report.status, parked: report.parked, alreadyStopped: report.alreadyStopped };
    if (!report.parked)
      return {
        body,
        lines: [],
        next: [`turnkeep run show ${turnKey}`, 'turnkeep doctor'],
        failure: {
          exit: 8,
          code: 'NOT_PARKED_YET',
          message: `asked to stop; not parked yet (an effect in flight is awaited, or no worker runs)`,
          retryable: true,
        },
      };
    const words = report.alreadyStopped
      ? `was parked already (${report.status}); nothing was done`
      : `parked as ${report.status}`;
    return { body, lines: [`${turnKey} ${words}`], next };
  });
};

export const resumeRunCommand = async (call: Invocation): Promise<Report> => {
  const addTime = optionText(call, 'addTime');
  const addTimeMs = addTime === undefined ? undefined : parseDuration('--add-time', addTime);
  return withClient(call, async (client) => {
    const turnKey = await client.resolve(firstArgument(call));
    const money = optionFlag(call, 'money');
    const report = await client.resume(turnKey, { money, ...(addTimeMs === undefined ? {} : { addTimeMs }) });
    const body = { run: turnKey, resumed: report.resumed, by: report.by };
    const next = [`turnkeep run show ${turnKey}`];
    if (report.resumed) return { body, lines: [`${turnKey} was resumed by ${report.by}`], next };
    const message = 'asked to resume; the run has not gone on yet';
    return {
      body,
      lines: [],
      next: [...next, 'turnkeep doctor'],
      failure: { exit: 8, code: 'NOT_RESUMED_YET', message, retryable: true },
    };
  });
};

export const abortRunCommand = async (call: Invocation): Promise<Report> => {
  const reason = reasonOf(call);
  return withClient(call, async (client) => {
    const turnKey = await client.resolve(firstArgument(call));
    const { parkedFirst, effects } = await client.abort(turnKey, reason);
    return {
      body: { run: turnKey, status: 'aborted', parkedFirst, effects },
      lines: [
        `${turnKey} was aborted${parkedFirst ? '' : ' without having parked first'}; nothing is undone`,
        ...(effects.length === 0 ? ['nothing stands in the ledger of this run'] : effects.flatMap(standsLines)),
      ],
      next: [`turnkeep run show ${turnKey}`, ...(effects.length > 0 ? ['turnkeep effects verify'] : [])],
    };
  });
};

const standsLines = (effect: StandingEffect): readonly string[] => [
  `stands: ${effect.tool} ${amountText(effect) ?? ''} ${effect.state}`,
  ...(effect.reversal === null ? [] : [`        to undo it: ${effect.reversal.words}${toolWords(effect.reversal)}`]),
];

const toolWords = ({ tool }: NonNullable<StandingEffect['reversal']>): string =>
  tool === undefined ? '' : ` (${tool}, with a person's decision)`;
