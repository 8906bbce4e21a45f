import type { Command } from 'commander';
import type { Act } from './report';

/** `turnkeep guard ...` */
export const addGuardCommands = (program: Command, act: Act): void => {
  const guard = program.command('guard').description('what a model wrote, judged by the stages every reply passes');
  guard
    .command('check [file]')
    .description('give any text (a file, or stdin by default and for -) through the guard and print the receipt')
    .requiredOption('--schema <file>', 'JSON Schema that the text must fit')
    .option('--mode <mode>', 'what may be mended', 'auto-repair')
    .option('--batch <file>', 'judge one reply a line of a JSON Lines file (- for stdin), print a receipt each')
    .action(act(async (call) => (await import('./guard-check.js')).guardCheckCommand(call)));
};
