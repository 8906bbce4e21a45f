import { assertScript } from '../model-choice';
import type { TurnkeepClient } from '../turnkeep-client';
import type { StartedTurn } from '../start-turn';
import type { RunReport } from '../wait-for-run';
import { indent } from './clean-text';
import { parseDuration } from './duration';
import { refuseInput } from './input-error';
import { namedAgent } from './named-agent';
import { readTurnWords } from './read-message';
import { firstArgument, optionFlag, optionText, type Invocation, type Report } from './report';
import { settingsOf, withNewClient } from './with-client';

/** `run start AGENT`: the input is read and checked before anything is opened. */
export const startRunCommand = async (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const agent = namedAgent(settings, firstArgument(call));
  const words = await readTurnWords(call);
  const model = optionText(call, 'model');
  if (model !== undefined) assertScript(model, settings);
  const timeout = optionText(call, 'timeout');
  const timeoutMs = timeout === undefined ? undefined : parseDuration('--timeout', timeout);
  const { customer } = words;
  if (customer === undefined)
    return refuseInput('INPUT_CUSTOMER', '--customer: expected the id of the customer it is about, got none');
  const run = async (client: TurnkeepClient): Promise<Report> => {
    const started = await client.start({
      agent,
      message: words.message,
      subject: customer,
      ...optional('caseReference', words.caseReference),
      ...optional('model', model),
    });
    // A reference of the caller's own may be anybody's address: it is mapped, and never shown.
    const freshCase = words.caseReference === undefined ? started.caseReference : null;
    return optionFlag(call, 'wait')
      ? waitFor(call, client, { started, freshCase, timeoutMs })
      : toStarted(started, freshCase);
  };
  return withNewClient(call, run, settings);
};

const optional = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: string });

const toStarted = ({ turnKey, modelLabel }: StartedTurn, freshCase: string | null): Report => ({
  body: { run: turnKey, case: freshCase, model: modelLabel },
  lines: [`MODEL ${modelLabel}`, `run  ${turnKey}`, ...(freshCase === null ? [] : [`case ${freshCase}`])],
  next: [`turnkeep run show ${turnKey}`],
});

interface Wait {
  readonly started: StartedTurn;
  readonly freshCase: string | null;
  readonly timeoutMs: number | undefined;
}

const waitFor = async (
  call: Invocation,
  client: TurnkeepClient,
  { started, freshCase, timeoutMs }: Wait,
): Promise<Report> => {
  call.say(`started ${started.turnKey} (model ${started.modelLabel}); waiting`);
  const report = await client.wait(started.turnKey, timeoutMs === undefined ? {} : { timeoutMs });
  return toWaited(report, freshCase);
};

const toWaited = (report: RunReport, freshCase: string | null): Report => {
  const ending = endingOf(report);
  const { turnKey, status, outcome, reply, interimReply, modelLabel, reviewId, cause } = report;
  return {
    body: {
      run: turnKey,
      case: freshCase,
      status,
      outcome,
      reply,
      interimReply,
      model: modelLabel,
      reviewId,
      cause,
      steps: report.steps,
    },
    lines: [
      `MODEL  ${modelLabel}`,
      `run    ${turnKey}`,
      ...(freshCase === null ? [] : [`case   ${freshCase}`]),
      `status ${status}${outcome === null ? '' : `, ${outcome}`}`,
      ...(reply === null ? [] : ['', ...indent(reply)]),
      ...(interimReply === null ? [] : ['', 'interim reply, until a person decides', ...indent(interimReply)]),
    ],
    ...ending,
  };
};

/** A run that nobody took up is no slow run: another deployment's worker, or none, polls its queue. */
const stillWords = ({ turnKey, status }: RunReport): string =>
  status === 'starting'
    ? `${turnKey} is starting still: no worker of this deployment has taken it up; turnkeep doctor says who polls its queue`
    : `${turnKey} is ${status} still`;

/** Ended well: nothing to add. Else why not, and what helps. */
const endingOf = (report: RunReport): Pick<Report, 'failure' | 'next'> => {
  const { turnKey, status, outcome, reviewId, cause } = report;
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
  if (status === 'completed' && outcome === 'handedOff')
    return { failure: { exit: 5, code: 'HANDED_OFF', message: 'handed off to a person' }, next: [show] };
  if (status === 'completed') return {};
  if (status === 'aborted')
    return { failure: { exit: 5, code: 'ABORTED', message: `${turnKey} was aborted` }, next: [show] };
  const message = `${turnKey} is parked: ${status}${cause === null ? '' : ` (${cause})`}`;
  const code = status === 'cancelled' ? 'CANCELLED' : 'FAILED_RESUMABLE';
  return { failure: { exit: 5, code, message }, next: [show, `turnkeep run resume ${turnKey}`] };
};
