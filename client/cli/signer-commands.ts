import type { Command } from 'commander';
import type { Act } from './report';

/** `turnkeep keys ...` */
export const addKeyCommands = (program: Command, act: Act): void => {
  const keys = program.command('keys').description('the keys people sign their decisions with');
  keys
    .command('list')
    .description('who is listed as a reviewer in the settings, and whose private keys lie here')
    .action(act(async (call) => (await import('./list-signers.js')).listSignersCommand(call)));
  keys
    .command('new-signer <name>')
    .description('make a key for a person: the private one stays here, the public one goes into the settings')
    .addHelpText(
      'after',
      [
        '',
        'The file holds the private key, without a passphrase: whoever can read it decides in that name. It is made with mode 600, in',
        'signers below the data folder or where the setting signers (TURNKEEP_SIGNERS) says. From then on every decision of that person',
        'here is signed. A run takes signatures of those reviewers only that the settings listed when it was started.',
      ].join('\n'),
    )
    .action(act(async (call) => (await import('./new-signer.js')).newSignerCommand(call)));
};
