import type { HelpOf } from './command-help';

const FILE = 'the key file or its folder cannot be trusted: another name or key in it, or open to others';

const aboutNew = `The file holds the private key, without a passphrase: whoever can read it decides in that name. It is made with mode 600, in
signers below the data folder or where the setting signers (TURNKEEP_SIGNERS) says. From then on every decision of that
person here is signed. A run takes signatures of those reviewers only that the settings listed when it was started.`;

export const keyHelp: HelpOf = {
  'keys list': {
    about:
      'States: ready; listed, no key here (it lies where that person decides); key here, not listed; another key is listed; key file unusable.',
    examples: ['turnkeep keys list', 'turnkeep keys list --json'],
    exits: { 0: 'listed, also when there are none' },
  },
  'keys new-signer': {
    args: { name: 'the person, as they decide by --as NAME' },
    about: aboutNew,
    examples: ['turnkeep keys new-signer ana', 'TURNKEEP_SIGNERS=/media/ana turnkeep keys new-signer ana'],
    exits: {
      0: 'made; what to add to the settings is printed',
      2: 'no name for a file, or a folder where nothing can be written',
      6: 'the person has a key here already; nothing was changed',
      9: FILE,
    },
  },
};
