import type { Command } from 'commander';
import type { Act } from './report';

const about = `
Stages, the first error ends it: channel, completion, parse, shape. Modes:
  auto-repair  at most two mechanical fixes, each named in the receipt, in this order: fence (one code fence around the
               whole text), outer_braces (what stands around the one object is cut off, where the schema asks for an
               object; past a fence line the cut counts as two: past_fence), trailing_comma (each comma is one).
               Nothing inside a string is touched; nothing is closed, added, renamed or converted.
  reject       no fix at all
SCHEMA is JSON Schema 2020-12, or draft-7 when $schema says so; formats are checked; unknown keywords are refused.
Accepted means: JSON within the limits that fits the schema. It does not mean that what it says is true.
A batch has one JSON object a line: {"text": "...", "id"?, "ending"?, "outputTokens"?, "outputTokensMax"?}; with --json
one receipt a line comes back, then a line with the figures.
Exit codes: 0 accepted, 9 refused, 2 usage, schema, or a line of a batch that cannot be read.

Example:
  turnkeep guard check --schema reply.json --mode reject reply.txt
  ... | turnkeep guard check --schema reply.json --json
  turnkeep guard check --schema reply.json --batch replies.jsonl --json > receipts.jsonl`;

/** `turnkeep guard ...` */
export const addGuardCommands = (program: Command, act: Act): void => {
  const guard = program.command('guard').description('what a model wrote, judged by the stages every reply passes');
  guard
    .command('check [file]')
    .description('give any text (a file, or stdin by default and for -) through the guard and print the receipt')
    .requiredOption('--schema <file>', 'JSON Schema that the text must fit')
    .option('--mode <mode>', 'reject or auto-repair', 'auto-repair')
    .option('--batch <file>', 'judge one reply a line of a JSON Lines file (- for stdin), print a receipt each')
    .addHelpText('after', about)
    .action(act(async (call) => (await import('./guard-check.js')).guardCheckCommand(call)));
};
