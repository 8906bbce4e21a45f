import type { Command } from 'commander';
import type { Act } from './report';

/** `turnkeep run ...` */
export const addRunCommands = (program: Command, act: Act): void => {
  const run = program.command('run').description('start, find, follow, stop, resume and abort runs');
  run
    .command('start <agent>')
    .description('start a turn')
    .option('--message <text>', "the customer's words")
    .option(
      '--input <file>',
      'the words from a file, or - for stdin: plain text, or JSON {"message", "customer", "case"}',
    )
    .option('--customer <id>', 'whom it is about: you assert that this customer was verified')
    .option('--case <ref>', 'your reference of the case; a fresh one when left out')
    .option('--model <name>', 'offline (default), PROVIDER or PROVIDER:MODEL of the settings, or scripted:NAME')
    .option('--request-id <id>', 'your id of this request: the same command again is the same turn, also after a crash')
    .option('--wait', 'return when the run ended, waits for a person, or parked')
    .option('--timeout <duration>', 'how long --wait waits, such as 60s (default 5m)')
    .action(act(async (call) => (await import('./start-run.js')).startRunCommand(call)));
  run
    .command('list')
    .description('runs, newest first')
    .option('--status <status>', 'runs that stand so')
    .option('--outcome <name>', "how it ended, by its agent's own name, such as answered or handedOff")
    .option('--agent <name>', 'runs of this agent')
    .option('--waiting <kind>', 'runs that wait for it')
    .option('--since <duration>', 'started within, such as 24h')
    .option('--case <ref>', "a case's id c_..., or your own reference of it")
    .option('--customer <id>', 'whom it is about, as run start takes it')
    .option('--limit <n>', 'how many at most (default 50)')
    .action(act(async (call) => (await import('./list-runs.js')).listRunsCommand(call)));
  run
    .command('attention')
    .description('which runs need a person, and why: the most urgent first, each with what helps')
    .action(act(async (call) => (await import('./attention.js')).attentionCommand(call)));
  run
    .command('reconcile')
    .description('where the registry and Temporal differ; starts, resumes and terminates nothing')
    .option('--apply', 'record runs that were terminated outside as aborted; needs a named person (--as)')
    .action(act(async (call) => (await import('./reconcile-runs.js')).reconcileRunsCommand(call)));
  addReadingCommands(run, act);
  run
    .command('message <id>')
    .description('a further message of the customer to a running turn; it is read at its next boundary')
    .option('--message <text>', "the customer's words")
    .option('--input <file>', 'the words from a file, or - for stdin: plain text, or JSON {"message"}')
    .action(act(async (call) => (await import('./send-message.js')).sendMessageCommand(call)));
  addLifeCycleCommands(run, act);
};

const addReadingCommands = (run: Command, act: Act): void => {
  run
    .command('show <id>')
    .description('how a run stands: status, moves, verdicts, effects, reviews, reply, hand-off')
    .option(
      '--timeline',
      'every move with its time and every verdict with figure and limit; decisions and effects between them',
    )
    .option('--cost', 'tokens and money reserved, used, released, by step and in all, and the limits')
    .option('--state', 'the recorded state: figures, node, reviews, ledger entries')
    .option('--step <number>', 'with --state: as of this step; the last one when left out')
    .option('--receipt', "the guard's receipts attempt by attempt, and those of tools and effects")
    .action(act(async (call) => (await import('./show-run.js')).showRunCommand(call)));
  run
    .command('watch <id>')
    .description('follow a run, a line a move, until it ended, waits for a person, or parked')
    .option('--follow', 'go on through waits for a person')
    .action(act(async (call) => (await import('./watch-run.js')).watchRunCommand(call)));
  run
    .command('export <id>')
    .description('the whole record of a run, for a file')
    .option(
      '--format <format>',
      'json (default), jsonl (a value a line), csv (a row a move), md (a receipt for people)',
    )
    .option('--redact', 'without words, customer ids and names; opaque ids stay')
    .action(act(async (call) => (await import('./export-run.js')).exportRunCommand(call)));
};

const addLifeCycleCommands = (run: Command, act: Act): void => {
  run
    .command('stop <id>')
    .description('stop a run; it parks with its whole state and can be resumed')
    .requiredOption('--reason <text>', 'why, in words')
    .action(act(async (call) => (await import('./change-run.js')).stopRunCommand(call)));
  run
    .command('resume <id>')
    .description('resume a stopped or failed run: only its unfinished node runs again')
    .option('--money', 'let an unfinished node that moves money go on; needs a named person (--as)')
    .option('--add-time <duration>', 'more working time, such as 60s')
    .action(act(async (call) => (await import('./change-run.js')).resumeRunCommand(call)));
  run
    .command('abort <id>')
    .description('end a run for good; nothing is undone')
    .requiredOption('--reason <text>', 'why, in words')
    .action(act(async (call) => (await import('./change-run.js')).abortRunCommand(call)));
};
