import pc from 'picocolors';
import { diagnose, type Check } from '../diagnose';
import type { Invocation, Report } from './report';

const marks = { ok: pc.green('ok  '), warn: pc.yellow('warn'), fail: pc.red('FAIL') } as const;

/** `doctor`: exit 7 when the server is not reachable, 9 when anything else fails. */
export const doctorCommand = async (_call: Invocation): Promise<Report> => {
  const checks = await diagnose(process.env);
  const failed = checks.filter((check) => check.state === 'fail');
  const lines = checks.map(({ name, state, words, fix }) => {
    const advice = state === 'ok' || fix === undefined ? '' : `\n       do: ${fix}`;
    return `${marks[state]} ${name.padEnd(18)} ${words}${advice}`;
  });
  const body = { checks };
  if (failed.length === 0) return { body, lines };
  return { body, lines, failure: failureOf(failed) };
};

const failureOf = (failed: readonly Check[]): NonNullable<Report['failure']> => {
  const message = `${failed.length} check${failed.length === 1 ? '' : 's'} failed: ${failed.map(({ name }) => name).join(', ')}`;
  const isServer = failed.some(({ name }) => name === 'server');
  return isServer
    ? { exit: 7, code: 'SERVER_UNREACHABLE', message, retryable: true }
    : { exit: 9, code: 'CHECK_FAILED', message };
};
