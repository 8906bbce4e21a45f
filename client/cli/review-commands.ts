import type { Command } from 'commander';
import type { Act } from './report';

const unsignedFlag = (command: Command): Command =>
  command.option('--unsigned', 'send it without your signature, where you have a key: recorded as unverified');

const printFlag = (command: Command): Command =>
  command.option('--print-signal', 'check and sign it, print the Temporal signal that carries it, and send nothing');

const decisionFlags = (command: Command): Command =>
  unsignedFlag(command)
    .requiredOption('--reason <code>', 'a code of a-z, 0-9, dot, dash, such as policy-4.2')
    .option('--note <text>', 'in words, for the record and the agent')
    .option('--round <n>', 'the round you looked at; refused when it is another one now')
    .option('--yes', 'no question before a decision that moves no money; never enough for one that does');

/** `turnkeep review ...` */
export const addReviewCommands = (program: Command, act: Act): void => {
  const review = program.command('review').description('what waits for a person');
  review
    .command('list')
    .description('reviews, oldest first; those that wait unless --state says otherwise')
    .option('--state <state>', 'reviews that stand so (default pending)')
    .action(act(async (call) => (await import('./list-reviews.js')).listReviewsCommand(call)));
  review
    .command('show <id>')
    .description('what you are asked to decide')
    .action(act(async (call) => (await import('./show-review.js')).showReviewCommand(call)));
  printFlag(decisionFlags(review.command('approve <id>')))
    .description('approve; money needs its exact amount, typed or by --confirm-amount')
    .option('--confirm-amount <decimal>', 'the exact amount, such as 42.50')
    .option('--seen-later <n>', 'you have seen the n messages that the customer wrote after the proposal (review show)')
    .action(act(async (call) => (await import('./decide-review.js')).approveCommand(call)));
  printFlag(decisionFlags(review.command('reject <id>')))
    .description('reject; the same action stays refused for the case')
    .action(act(async (call) => (await import('./decide-review.js')).rejectCommand(call)));
  printFlag(unsignedFlag(review.command('ask <id>')))
    .description('ask the agent back; nothing is decided, and it may propose the action again')
    .requiredOption('--question <text>', 'in words; - reads them from stdin')
    .option('--reason <code>', 'a code of a-z, 0-9, dot, dash', 'question')
    .option('--round <n>', 'the round you looked at; refused when it is another one now')
    .action(act(async (call) => (await import('./ask-review.js')).askCommand(call)));
  decisionFlags(review.command('edit <id>'))
    .description('change what is asked for; the changed action waits for an approval of its own')
    .requiredOption('--set <field=value...>', 'such as amount=20.00; a list as JSON, such as item_ids=["1234"]')
    .action(act(async (call) => (await import('./edit-review.js')).editCommand(call)));
};
