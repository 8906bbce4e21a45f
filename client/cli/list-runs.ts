import { checkListOptions, LIST_LIMIT_MAX, type ListRunsOptions, type RunRow } from '../index';
import { parseDuration } from './duration';
import { refuseInput } from './input-error';
import { optionText, type Invocation, type Report } from './report';
import { showTime } from './show-time';
import { drawTable } from './table';
import { settingsOf } from './with-client';
import { withReaderOr } from './with-reader';

const HEAD = ['RUN', 'STATUS', 'OUTCOME', 'STEPS', 'TOKENS', 'MODEL', 'STARTED'];
const DROPPABLE = ['TOKENS', 'STEPS', 'MODEL', 'STARTED'];

const readLimit = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return refuseInput(
    'USAGE',
    `--limit: expected a whole number of 1 to ${LIST_LIMIT_MAX}, got ${JSON.stringify(text)}`,
  );
};

const readOptions = (call: Invocation): ListRunsOptions => {
  const since = optionText(call, 'since');
  const limit = readLimit(optionText(call, 'limit'));
  const texts = (['status', 'outcome', 'agent', 'waiting', 'case', 'customer'] as const).flatMap((name) => {
    const text = optionText(call, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return {
    ...Object.fromEntries(texts),
    ...(since === undefined ? {} : { sinceMs: Date.now() - parseDuration('--since', since) }),
    ...(limit === undefined ? {} : { limit }),
  };
};

/** `run list`: wrong filters are refused before anything is opened. */
export const listRunsCommand = async (call: Invocation): Promise<Report> => {
  const options = readOptions(call);
  checkListOptions(options, settingsOf());
  return withReaderOr(call, { body: { runs: [], more: 0 }, lines: [] }, async (reader) => {
    const { runs, more } = await reader.list(options);
    if (more > 0 && !call.json)
      call.say(`${runs.length} shown, ${more} more: narrow the list, or --limit N (at most ${LIST_LIMIT_MAX})`);
    return {
      body: { runs, more },
      lines: runs.length === 0 ? ['no runs'] : drawTable(HEAD, runs.map(toCells), { droppable: DROPPABLE }),
    };
  });
};

const toCells = (run: RunRow): readonly string[] => [
  run.workflowId,
  run.status,
  run.outcome ?? run.reviewId ?? run.cause ?? '-',
  String(run.step),
  String(run.tokens),
  run.modelLabel,
  showTime(run.startedMs),
];
