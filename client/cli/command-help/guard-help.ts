import { guardModes } from '../known-values';
import type { HelpOf } from './command-help';

const about = `Stages, the first error ends it: channel, completion, parse, shape. Modes:
  auto-repair  at most two mechanical fixes, each named in the receipt, in this order: fence (one code fence around the
               whole text), outer_braces (what stands around the one object is cut off, where the schema asks for an
               object; past a fence line the cut counts as two: past_fence), trailing_comma (each comma is one).
               Nothing inside a string is touched; nothing is closed, added, renamed or converted.
  reject       no fix at all
SCHEMA is JSON Schema 2020-12, or draft-7 when $schema says so; formats are checked; unknown keywords are refused.
Accepted means: JSON within the limits that fits the schema. It does not mean that what it says is true.
A batch has one JSON object a line: {"text": "...", "id"?, "ending"?, "outputTokens"?, "outputTokensMax"?}; with --json
one receipt a line comes back, then a line with the figures.`;

export const guardHelp: HelpOf = {
  'guard check': {
    args: { file: 'the text; - or nothing is stdin, where that is no terminal' },
    values: { '--mode': guardModes },
    about,
    examples: [
      'turnkeep guard check --schema reply.json --mode reject reply.txt',
      'cat reply.txt | turnkeep guard check --schema reply.json --json',
      'turnkeep guard check --schema reply.json --batch replies.jsonl --json > receipts.jsonl',
    ],
    exits: {
      0: 'accepted; of a batch: all of them',
      2: 'usage, schema, or a line of a batch that cannot be read',
      9: 'refused; of a batch: at least one',
    },
  },
};
