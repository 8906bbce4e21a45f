import type { Command } from 'commander';
import type { Act } from './report';

/** `turnkeep policy ...` */
export const addPolicyCommands = (program: Command, act: Act): void => {
  const policy = program.command('policy').description('what agents may do alone, by the policy files of their owners');
  policy
    .command('show [agent]')
    .description(
      'the policy file, and whether a worker runs under another: what is done alone, what needs a person, what is refused',
    )
    .action(act(async (call) => (await import('./show-policy.js')).showPolicyCommand(call)));
  policy
    .command('check <file>')
    .description('whether a policy file may be used: every fault with its path; exit 2 when there is one')
    .option('--agent <name>', 'whose policy it is; the only agent with one when left out')
    .action(act(async (call) => (await import('./show-policy.js')).checkPolicyCommand(call)));
  policy
    .command('test <file>')
    .description('what recorded cases would have done under another policy file')
    .option('--agent <name>', 'whose cases; the only agent with a policy when left out')
    .option('--since <duration>', 'judged within, such as 7d')
    .option('--words', "show arguments and the customer's last message of what changed")
    .action(act(async (call) => (await import('./test-policy.js')).testPolicyCommand(call)));
};
