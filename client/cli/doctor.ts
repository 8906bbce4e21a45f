import { diagnose, type Check } from '../diagnose';
import { indent } from './clean-text';
import type { Invocation, Report } from './report';

/** `doctor`: exit 7 when the server is not reachable, 9 when anything else fails. */
export const doctorCommand = async (_call: Invocation): Promise<Report> => {
  const checks = await diagnose(process.env);
  const failed = checks.filter((check) => check.state === 'fail');
  const lines = checks.flatMap(linesOf);
  const body = { checks };
  if (failed.length === 0) return { body, lines };
  return { body, lines, failure: failureOf(failed) };
};

const linesOf = ({ name, state, words, fix }: Check): Report['lines'] => {
  const [first = '', ...more] = words.split('\n');
  const advice = state === 'ok' || fix === undefined ? [] : indent(`do: ${fix}`, '       ');
  return [{ mark: state, text: `${name.padEnd(18)} ${first}` }, ...more.map((line) => `       ${line}`), ...advice];
};

const failureOf = (failed: readonly Check[]): NonNullable<Report['failure']> => {
  const message = `${failed.length} check${failed.length === 1 ? '' : 's'} failed: ${failed.map(({ name }) => name).join(', ')}`;
  const isServer = failed.some(({ name }) => name === 'server');
  return isServer
    ? { exit: 7, code: 'SERVER_UNREACHABLE', message, retryable: true }
    : { exit: 9, code: 'CHECK_FAILED', message };
};
