import type { Command } from 'commander';
import type { Act } from './report';

/** `turnkeep eval ...` */
export const addEvalCommands = (program: Command, act: Act): void => {
  const evaluate = program
    .command('eval')
    .description('measure an agent on tasks, with a customer and a reviewer simulated');
  evaluate
    .command('run <set>')
    .description('play a set of tasks on a system of its own and print what came of it')
    .option('--split <name>', 'a part of the set (default all)')
    .option('--task <id>', 'one task alone, such as train-4')
    .option(
      '--model <name>',
      'offline (default), PROVIDER or PROVIDER:MODEL of the settings; figures under scripted are refused',
    )
    .action(act(async (call) => (await import('./run-eval.js')).runEvalCommand(call)));
};
