// Only a reply that ended by itself is judged any further. A cut one is withheld even if it parses: half of a list is a list. Some
// servers hide a cut behind another reason, so output that fills its cap counts as cut. What a provider adds later is unknown
// here, and unknown is not accepted.
import type { ReplyEnding } from './receipt';

export interface CompletionInput {
  readonly ending: ReplyEnding;
  readonly callCount: number;
  /** Null when the provider did not say. */
  readonly outputTokens: number | null;
  readonly outputTokensMax: number;
  /** Stop sequences were sent with the request; otherwise ending by one is not accepted. */
  readonly stopSequences: boolean;
}

const CUT = 'expected a whole reply, got one that was cut';

type Judge = string | null | ((input: CompletionInput) => string | null);

const ENDINGS: Readonly<Record<ReplyEnding, Judge>> = {
  answered: null,
  empty: null,
  toolsProposed: ({ callCount }) => (callCount > 0 ? null : 'expected the tool calls that the ending names, got none'),
  stoppedBySequence: ({ stopSequences }) =>
    stopSequences ? null : 'expected the end of the reply, got a stop sequence that was never set',
  cut: CUT,
  contextFull: `${CUT}: the context is full`,
  paused: 'expected a whole reply, got a pause of the provider',
  refused: 'expected an answer, got a refusal',
  filtered: 'expected an answer, got one that the provider filtered',
  unknown: 'expected a known end of the reply, got an unknown one',
};

/** Why the reply is withheld, or undefined when it ended by itself. */
export const completionError = (input: CompletionInput): string | undefined => {
  const judge = ENDINGS[input.ending];
  const error = typeof judge === 'function' ? judge(input) : judge;
  if (error !== null) return error;
  const fillsCap = input.outputTokens !== null && input.outputTokens >= input.outputTokensMax;
  return fillsCap ? `${CUT}: its ${input.outputTokensMax} output tokens equal the cap` : undefined;
};
