import { storeExits, type HelpOf } from './command-help';

export const policyHelp: HelpOf = {
  'policy show': {
    args: { agent: 'an agent with a policy; all of them when left out' },
    examples: ['turnkeep policy show support'],
    exits: { ...storeExits, 0: 'shown' },
  },
  'policy check': {
    args: { file: 'the policy file' },
    examples: ['turnkeep policy check agents/support/policy.json'],
    exits: { 0: 'it may be used', 2: 'it has faults, each named with its path' },
  },
  'policy test': {
    args: { file: 'the policy file to judge by' },
    examples: ['turnkeep policy test stricter.json --since 7d', 'turnkeep policy test stricter.json --words'],
    exits: { ...storeExits, 0: 'judged again; what would have come otherwise is listed' },
  },
};
