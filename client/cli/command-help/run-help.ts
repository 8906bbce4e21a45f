import { exportFormats, listedStatuses, waitingKinds } from '../known-values';
import { serverExits, storeExits, TURN, type HelpOf } from './command-help';

export const runHelp: HelpOf = {
  'run start': {
    args: { agent: 'an agent of the settings, such as support' },
    examples: [
      'turnkeep run start support --customer olivia_ito_3591 --message "Where is my order #W5866402?" --wait',
      'turnkeep run start support --input turn.json --wait --timeout 60s --json',
      'turnkeep run start support --input turn.json --request-id mail-2291',
    ],
    exits: {
      ...serverExits,
      0: 'started; with --wait: it ended well',
      5: 'with --wait: handed off to a person, aborted, or parked',
      6: 'the case is about another customer, or the turn was started by somebody else meanwhile',
      8: 'with --wait: waits for a person, or the time of --timeout is over',
    },
  },
  'run list': {
    values: { '--status': listedStatuses, '--waiting': waitingKinds },
    about:
      "Flags narrow each other. Shown are ids, codes and figures, nobody's words. A run of before whom it is about was kept is not found by\n--customer.",
    examples: [
      'turnkeep run list --status interrupted --waiting review',
      'turnkeep run list --agent support --since 24h --limit 200 --json',
      'turnkeep run list --customer olivia_ito_3591 --outcome handedOff',
    ],
    exits: { ...storeExits, 0: 'listed, also when there are none' },
  },
  'run attention': {
    about:
      'Each run stands under the most urgent of its reasons: reviewOverdue, effectUnknown, workflowClosed, workflowGone,\nworkflowTaskFailing, noWorker, notStarted, effectsHeld, reviewWaiting, parkedLong, moneyWaits, failedResumable, stopped.\nWithout a server what was recorded is told, and stderr says so.',
    examples: ['turnkeep run attention', 'turnkeep run attention --json'],
    exits: { ...serverExits, 0: 'told, also when nothing needs attention, and without a server', 7: storeExits[7] },
  },
  'run reconcile': {
    about:
      'Nothing is started, resumed or terminated. --apply records a run that was terminated outside as aborted, with the cause\nterminatedOutside; what it left open in the ledger is listed and not undone. All else is shown with what can be done.',
    examples: ['turnkeep run reconcile', 'turnkeep run reconcile --apply --as ana'],
    exits: {
      ...serverExits,
      0: 'compared, also where they differ',
      4: '--apply without a named person, or the server does not let you',
    },
  },
  'run show': {
    args: { id: TURN },
    about: [
      'Without a flag: the overview, beside it what the run says of itself while a server answers. Each flag shows one view of the record',
      'alone and needs no server. Where the words do not open (erased case, no keys), ids and addresses stand in their place.',
    ].join('\n'),
    examples: [
      'turnkeep run show support/c_0123456789abcdef/1',
      'turnkeep run show support/c_0123456789abcdef/1 --timeline',
      'turnkeep run show support/c_0123456789abcdef/1 --state --step 1 --json',
    ],
    exits: { ...serverExits, 0: 'shown; without a server, what was recorded' },
  },
  'run watch': {
    args: { id: TURN },
    about: [
      'The first line names model, budget and deadline. Moves come when their step is recorded; between two records the run itself is',
      'asked where it stands. With --json each line is one object, named by its kind; the last one says how it ended.',
    ].join('\n'),
    examples: [
      'turnkeep run watch support/c_0123456789abcdef/1',
      'turnkeep run watch support/c_0123456789abcdef/1 --follow --json',
    ],
    exits: {
      ...serverExits,
      0: 'it ended well',
      5: 'handed off to a person, aborted, parked, or closed on the server',
      8: 'waits for a person',
    },
  },
  'run export': {
    args: { id: TURN },
    values: { '--format': exportFormats },
    about: 'Words are in it only where they open here, and without --redact; what it holds is said on stderr.',
    examples: [
      'turnkeep run export support/c_0123456789abcdef/1 --format md > receipt.md',
      'turnkeep run export support/c_0123456789abcdef/1 --format jsonl --redact',
    ],
    exits: { ...storeExits, 0: 'exported' },
  },
  'run message': {
    args: { id: TURN },
    examples: [
      'turnkeep run message support/c_0123456789abcdef/1 --message "I found the receipt."',
      'turnkeep run message support/c_0123456789abcdef/1 --input -',
    ],
    exits: {
      ...serverExits,
      0: 'the run has it',
      6: 'the run has ended, waits for a person, or takes no more: send it as the next turn',
      8: 'sent; nobody says yet what became of it',
    },
  },
  'run stop': {
    args: { id: TURN },
    examples: ['turnkeep run stop support/c_0123456789abcdef/1 --reason "wrong customer"'],
    exits: {
      ...serverExits,
      0: 'parked, or was parked already',
      6: 'the run has ended',
      8: 'asked to stop, not parked yet: an effect in flight is awaited, or no worker runs',
    },
  },
  'run resume': {
    args: { id: TURN },
    examples: [
      'turnkeep run resume support/c_0123456789abcdef/1 --add-time 60s',
      'turnkeep run resume support/c_0123456789abcdef/1 --money --as ana',
    ],
    exits: {
      ...serverExits,
      0: 'it goes on',
      4: 'its unfinished node moves money: a named person says --money (--as, TURNKEEP_PERSON, or the setting person)',
      6: 'it is neither stopped nor failed',
      8: 'asked to resume, has not gone on yet',
    },
  },
  'run abort': {
    args: { id: TURN },
    examples: ['turnkeep run abort support/c_0123456789abcdef/1 --reason "settled by phone"'],
    exits: { ...serverExits, 0: 'ended for good', 6: 'the run has ended before' },
  },
};
