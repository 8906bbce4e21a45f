import { chooseValue } from './choose-value';
import { parseDuration } from './duration';
import { refuseInput } from './input-error';
import { listedStatuses, waitingKinds } from './known-values';
import { namedAgent } from './named-agent';
import { optionText, type Invocation, type Report } from './report';
import { showTime } from './show-time';
import { drawTable } from './table';
import { settingsOf, withRecordsOr } from './with-client';

const oneOf = (flag: string, value: string | undefined, known: readonly string[]): string | undefined =>
  value === undefined ? undefined : chooseValue(flag, value, known);

/** Outcomes are named by each agent's graph, so that any name is looked for. */
const outcomeName = (value: string | undefined): string | undefined =>
  value === undefined || /^[A-Za-z][A-Za-z0-9_-]{0,79}$/.test(value)
    ? value
    : refuseInput('USAGE', `--outcome: expected a name such as answered or handedOff, got ${JSON.stringify(value)}`);

export const listRunsCommand = async (call: Invocation): Promise<Report> => {
  const status = oneOf('--status', optionText(call, 'status'), listedStatuses);
  const waiting = oneOf('--waiting', optionText(call, 'waiting'), waitingKinds);
  const outcome = outcomeName(optionText(call, 'outcome'));
  const since = optionText(call, 'since');
  const sinceMs = since === undefined ? undefined : Date.now() - parseDuration('--since', since);
  const agent = optionText(call, 'agent');
  if (agent !== undefined) namedAgent(settingsOf(), agent);
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(waiting === undefined ? {} : { waiting }),
    ...(agent === undefined ? {} : { agent }),
    ...(sinceMs === undefined ? {} : { sinceMs }),
  };
  return withRecordsOr(call, { body: { runs: [] }, lines: [] }, async ({ store }) => {
    const runs = await store.runs.list(filter);
    const rows = runs.map((run) => [
      run.workflowId,
      run.status,
      run.outcome ?? run.reviewId ?? run.cause ?? '-',
      String(run.step),
      String(run.tokens),
      run.modelLabel,
      showTime(run.startedMs),
    ]);
    return {
      body: { runs },
      lines:
        rows.length === 0
          ? ['no runs']
          : drawTable(['RUN', 'STATUS', 'OUTCOME', 'STEPS', 'TOKENS', 'MODEL', 'STARTED'], rows, {
              droppable: ['TOKENS', 'STEPS', 'MODEL', 'STARTED'],
            }),
    };
  });
};
