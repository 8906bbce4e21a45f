import { effectStates } from '../known-values';
import { storeExits, type HelpOf } from './command-help';

export const effectHelp: HelpOf = {
  'effects list': {
    values: { '--state': effectStates },
    examples: ['turnkeep effects list --state unknown', 'turnkeep effects list --case ticket-7 --json'],
    exits: { ...storeExits, 0: 'listed, also when there are none' },
  },
  'effects verify': {
    examples: ['turnkeep effects verify', 'turnkeep effects verify --json'],
    exits: {
      0: 'nothing departs',
      7: 'the payment gateway or the store cannot be reached',
      9: 'ledger, journal, anchor or gateway differ: each finding is named',
    },
  },
  'effects reconcile': {
    examples: ['turnkeep effects reconcile', 'turnkeep effects reconcile --all --as ana'],
    exits: {
      0: 'nothing is open any more',
      7: 'the payment gateway or the store cannot be reached',
      8: 'entries are open still',
      9: 'the store is older than its anchor, or not to be trusted',
    },
  },
  'effects hold': {
    examples: ['turnkeep effects hold --agent support --reason incident-17 --as ana'],
    exits: { ...storeExits, 0: 'held, or was held already' },
  },
  'effects release': {
    examples: ['turnkeep effects release --agent support --reason incident-over --as ana'],
    exits: { ...storeExits, 0: 'released, or was not held' },
  },
};
