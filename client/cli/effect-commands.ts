import type { Command } from 'commander';
import type { Act } from './report';

/** `turnkeep effects ...` */
export const addEffectCommands = (program: Command, act: Act): void => {
  const effects = program.command('effects').description('what changed the world: the ledger');
  effects
    .command('list')
    .description('ledger entries')
    .option('--state <state>', 'entries that stand so')
    .option('--case <id>', 'your reference of the case, or its id c_...')
    .action(act(async (call) => (await import('./list-effects.js')).listEffectsCommand(call)));
  effects
    .command('verify')
    .description('compare ledger, journal, anchor and the payment gateway; exit 9 when they differ')
    .action(act(async (call) => (await import('./verify-effects.js')).verifyEffectsCommand(call)));
  effects
    .command('reconcile')
    .description('ask the outside systems about entries whose outcome is unknown')
    .option('--all', 'also entries whose attempt may still be under way; lets a restored, older store go on')
    .action(act(async (call) => (await import('./reconcile-effects.js')).reconcileEffectsCommand(call)));
  addHoldCommands(effects, act);
};

const addHoldCommands = (effects: Command, act: Act): void => {
  holdFlags(effects.command('hold'))
    .description('begin no effect any more, of one agent or of all; what was about to act becomes a review')
    .action(act(async (call) => (await import('./hold-effects.js')).holdCommand(call)));
  holdFlags(effects.command('release'))
    .description('end a hold; what it held still waits for its decision')
    .action(act(async (call) => (await import('./hold-effects.js')).releaseCommand(call)));
};

const holdFlags = (command: Command): Command =>
  command
    .option('--agent <name>', 'of this agent')
    .option('--all', 'of all agents')
    .requiredOption('--reason <code>', 'a code of a-z, 0-9, dot, dash, such as incident-17')
    .option('--note <text>', 'in words, for the record');
