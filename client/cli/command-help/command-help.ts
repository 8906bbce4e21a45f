// What a command teaches beside its flags: what its arguments are, what closed lists they are taken from, examples that can be pasted,
// and how it may end. It stands apart from the tree, so that a test can see that no command goes without, and completion and the
// published documents read the same words.
import type { ExitCode } from '../exit-codes';

export interface CommandHelp {
  /** By the name of each argument. */
  readonly args?: Readonly<Record<string, string>>;
  /** Closed lists, by the long flag or the argument's name. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** What the flags cannot say, as paragraphs. */
  readonly about?: string;
  /** Whole command lines. */
  readonly examples: readonly string[];
  /** What each exit code means here; those every command has (1, 2, 130) only where they mean more than they say. */
  readonly exits: Partial<Readonly<Record<ExitCode, string>>>;
}

/** Help by the path of the command below `turnkeep`, such as `run start`. */
export type HelpOf = Readonly<Record<string, CommandHelp>>;

/** Codes that any command may end with. */
export const commonExits: readonly ExitCode[] = [0, 1, 2, 130];

const STORE = 'the store cannot be reached, opened or written';
/** Of what reads the store. */
export const storeExits = {
  7: STORE,
  9: 'the store or a key is not to be trusted',
} as const;
/** Of what asks the server as well. */
export const serverExits = {
  4: 'the server does not let you',
  7: `no server answers, no worker answers, or ${STORE}`,
  9: storeExits[9],
} as const;

export const TURN =
  'the run: AGENT/CASE/TURN as run list shows it, or a part that names one run alone: CASE/TURN, the case or how its id begins (c_ and four characters), or your own reference of the case, with /TURN where it has several';
export const REVIEW = 'the review, as review list shows it: rv_...';
