import type { Command } from 'commander';
import { chooseValue } from './choose-value';
import { bashCompletion } from './completion-script';
import { shells } from './known-values';
import { firstArgument, type Invocation, type Report } from './report';

/** `completion SHELL`: the script on stdout. */
export const completionCommand = (call: Invocation, program: Command): Promise<Report> => {
  const shell = chooseValue('completion', firstArgument(call), shells);
  const script = bashCompletion(program);
  return Promise.resolve({ body: { shell, script }, lines: script.trimEnd().split('\n') });
};
