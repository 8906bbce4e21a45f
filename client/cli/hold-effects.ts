import { holdAgents, releaseAgents, type HoldOptions, type HoldReport } from '../effect-holds';
import type { RecordContext } from '../client-context';
import type { Hold } from '../../stores/holds';
import { refuseInput } from './input-error';
import { optionFlag, optionText, type Invocation, type Report } from './report';
import { showTime } from './show-time';
import { withRecords } from './with-client';

/** `effects hold`: nothing is begun any more until it is released. */
export const holdCommand = (call: Invocation): Promise<Report> => change(call, holdAgents, toHeld);

/** `effects release`. */
export const releaseCommand = (call: Invocation): Promise<Report> => change(call, releaseAgents, toReleased);

const change = async (
  call: Invocation,
  act: (context: RecordContext, options: HoldOptions) => Promise<HoldReport>,
  told: (report: HoldReport) => string,
): Promise<Report> => {
  const options = readOptions(call);
  return withRecords(call, async (records) => {
    const report = await act(records, options);
    return {
      body: { ...report },
      lines: [told(report), ...holdLines(report.holds)],
      next: ['turnkeep review list', ...report.holds.map(releaseCommandOf)],
    };
  });
};

/** A hold is released in the scope it was made in: another one would release nothing. */
const releaseCommandOf = ({ scope }: Hold): string =>
  `turnkeep effects release ${scope === 'all' ? '--all' : `--agent ${scope.replace(/^agent:/, '')}`} --reason CODE --as NAME`;

const readOptions = (call: Invocation): HoldOptions => {
  const agent = optionText(call, 'agent');
  const all = optionFlag(call, 'all');
  if ((agent === undefined) !== all)
    refuseInput('USAGE', `expected --agent NAME or --all, got ${all ? 'both' : 'neither'}`, [
      'turnkeep effects hold --help',
    ]);
  const note = optionText(call, 'note');
  return {
    reasonCode: optionText(call, 'reason') ?? '',
    ...(agent === undefined ? {} : { agent }),
    ...(note === undefined ? {} : { note }),
  };
};

const scopeWords = (scope: string): string => (scope === 'all' ? 'all agents' : scope.replace(/^agent:/, 'agent '));

const toHeld = ({ scope, by, changed }: HoldReport): string =>
  changed
    ? `effects of ${scopeWords(scope)} are held by ${by}: what was about to act waits as a review`
    : `effects of ${scopeWords(scope)} were held already; nothing was changed`;

const toReleased = ({ scope, by, changed }: HoldReport): string =>
  changed
    ? `effects of ${scopeWords(scope)} were released by ${by}; what waits as a review still needs its decision`
    : `effects of ${scopeWords(scope)} were not held; nothing was changed`;

/** What is held now, one line each; nothing when nothing is. */
export const holdLines = (holds: readonly Hold[]): readonly string[] =>
  holds.map(({ scope, by, atMs }) => `HELD  ${scopeWords(scope)} by ${by} since ${showTime(atMs)}`);
