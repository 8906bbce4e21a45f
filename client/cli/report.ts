// What a command has to say, before anybody decides how it is shown: the body is for programs, the lines are for people.
import type { ExitCode } from './exit-codes';

/** A line of a check: its mark is coloured by the printer, which lets no colour of a line's own through. */
export interface MarkedLine {
  readonly mark: 'ok' | 'warn' | 'fail';
  readonly text: string;
}

export interface Report {
  /** Fields of the JSON answer; never anything that only people need. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Lines on stdout without --json, one each; the printer escapes what could steer a terminal. */
  readonly lines: readonly (string | MarkedLine)[];
  /** Commands that come next: on stderr for people, a field for programs. */
  readonly next?: readonly string[];
  /** Set when the command did what it was asked and the answer is no success. */
  readonly failure?: {
    readonly exit: Exclude<ExitCode, 0>;
    readonly code: string;
    readonly message: string;
    readonly retryable?: boolean;
  };
}

export interface Invocation {
  readonly json: boolean;
  readonly debug: boolean;
  /** Somebody sits there and may be asked: both ends are a terminal and --no-input was not given. */
  readonly mayAsk: boolean;
  /** Who acts, when named. */
  readonly as: string | undefined;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** A message for people, on stderr. */
  readonly say: (line: string) => void;
  /** How far long work is; shown on a terminal alone, each in the place of the one before. */
  readonly progress: (text: string) => void;
  /** Called at Ctrl-C before the process leaves; it has a few seconds. */
  readonly onInterrupt: (cleanUp: () => Promise<void>) => void;
  /** A run that goes on without the command: Ctrl-C names it. */
  readonly goesOn: (turnKey: string) => void;
  /** What the command ends as if nobody reads on from here; 0 when it never said. */
  readonly endsAs: (exit: ExitCode) => void;
}

/** What was typed, before who runs it adds how to say something. */
export type Asked = Omit<Invocation, 'say' | 'progress' | 'onInterrupt' | 'goesOn' | 'endsAs'>;

export type Perform = (call: Invocation) => Promise<Report>;
/** Makes of a task what commander calls. */
export type Act = (task: Perform) => (...raw: unknown[]) => Promise<void>;

export const optionText = (call: Invocation, name: string): string | undefined => {
  const value = call.options[name];
  return typeof value === 'string' ? value : undefined;
};

export const optionFlag = (call: Invocation, name: string): boolean => call.options[name] === true;

/** The first argument; commander saw to it that there is one. */
export const firstArgument = (call: Invocation): string => call.args[0] ?? '';
