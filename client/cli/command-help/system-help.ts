import { demoNames, evaluationSets, evaluationSplits, shells } from '../known-values';
import type { HelpOf } from './command-help';

export const systemHelp: HelpOf = {
  'eval run': {
    args: { set: 'the set of tasks' },
    values: { set: evaluationSets, '--split': evaluationSplits },
    examples: ['turnkeep eval run support-tasks --split dev', 'turnkeep eval run support-tasks --task train-4 --json'],
    exits: {
      0: 'played; the figures are what they are',
      7: 'no development server could be started',
      9: 'something was written that no task expects',
    },
  },
  demo: {
    args: { name: 'the scenario; refund when left out' },
    values: { name: demoNames },
    about:
      'review-by-ui is played in the Temporal Web UI: with --auto a Chromium of this system does what a person would; without,\nyou do.',
    examples: ['turnkeep demo', 'turnkeep demo crash --auto --json', 'turnkeep demo review-by-ui'],
    exits: {
      0: 'the run came out as the scenario needs it, and every claim holds',
      5: 'the run came out otherwise',
      7: 'no development server could be started, or review-by-ui --auto finds no Chromium',
      9: 'a claim of the scenario does not hold',
    },
  },
  dev: {
    about: 'With --json one line says what answers where, as soon as everything does.',
    examples: ['turnkeep dev', 'turnkeep dev --codec'],
    exits: { 7: 'a part ended by itself or could not be started', 130: 'Ctrl-C: what was started here is stopped' },
  },
  serve: {
    about:
      'With --json one line says what answers where, as soon as it does. How the Temporal CLI and Web UI ask it: docs/codec.md.',
    examples: ['turnkeep serve --codec', 'turnkeep serve --codec --origin https://temporal.example.com --json'],
    exits: {
      7: 'the port is taken, or the server ended by itself, or the store cannot be reached',
      9: 'a key or the token file is not to be trusted',
      130: 'Ctrl-C: the server has ended',
    },
  },
  doctor: {
    about:
      'Looks at: Node, the SDK, the Temporal CLI; settings, agents, providers; the data folder, the store and how many hosts can\nshare it, key files, journal and anchor; the payment gateway; the server, its search attributes, how long it keeps ended runs;\nthe clocks of this machine, the server and the database; who polls the queue and under which policies; and of the open runs:\nwhose task keeps failing, whose agent, rules or prompt this program lacks, whose workflow the server does not have. Changes nothing.',
    examples: ['turnkeep doctor', 'turnkeep doctor --json'],
    exits: { 0: 'nothing fails', 7: 'no server answers', 9: 'another check fails' },
  },
  schema: {
    args: { command: 'the words of a command, such as run start; the list of all when left out' },
    about:
      'Strict: a field that the schema does not name never comes. Of a command that answers in many lines (guard check\n--batch, dev) it is the schema of each line.',
    examples: ['turnkeep schema run list', 'turnkeep schema guard check > guard-check.schema.json'],
    exits: { 0: 'printed' },
  },
  completion: {
    args: { shell: 'the shell it is for' },
    values: { shell: shells },
    examples: [
      'source <(turnkeep completion bash)',
      'turnkeep completion bash > ~/.local/share/bash-completion/completions/turnkeep',
    ],
    exits: { 0: 'printed' },
  },
  help: {
    args: { topic: 'the words of a command, or exit-codes' },
    examples: ['turnkeep help run start', 'turnkeep help exit-codes'],
    exits: { 0: 'printed' },
  },
};
