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
    .action(act(async (call) => (await import('./new-signer.js')).newSignerCommand(call)));
};
