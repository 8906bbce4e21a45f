import { assertRequestId, assertScript, type RunReport, type StartedTurn, type TurnkeepClient } from '../index';
import { parseDuration } from './duration';
import { refuseInput } from './input-error';
import { namedAgent } from './named-agent';
import { readTurnWords } from './read-message';
import { firstArgument, optionFlag, optionText, type Invocation, type Report } from './report';
import { endingBody, endingLines, endingOf } from './run-ending';
import { settingsOf, withNewClient } from './with-client';

/** `run start AGENT`: the input is read and checked before anything is opened. */
export const startRunCommand = async (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const agent = namedAgent(settings, firstArgument(call));
  const words = await readTurnWords(call);
  const model = optionText(call, 'model');
  if (model !== undefined) assertScript(model, settings);
  const requestId = optionText(call, 'requestId');
  assertRequestId('--request-id', requestId);
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
      ...optional('requestId', requestId),
      claimed: call.goesOn,
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

const toWaited = (report: RunReport, freshCase: string | null): Report => ({
  body: { run: report.turnKey, case: freshCase, ...endingBody(report) },
  lines: [
    `MODEL  ${report.modelLabel}`,
    `run    ${report.turnKey}`,
    ...(freshCase === null ? [] : [`case   ${freshCase}`]),
    ...endingLines(report),
  ],
  ...endingOf(report),
});
