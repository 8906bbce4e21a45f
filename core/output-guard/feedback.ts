// What a model is told about its reply, one text a kind of error. A disagreement about meaning is told as itself, not as a lecture
// on schemas; a cut or refused reply is told nothing, for no further attempt is made.
import type { GuardErrorKind } from './receipt';

const RAW_ONLY = 'Reply with the raw JSON object only: one object, no prose around it, no code fences.';

const asList = (errors: readonly string[]): string => errors.map((error) => `- ${error}`).join('\n');

/** Null when the model is told nothing. */
export const feedbackFor = (kind: GuardErrorKind, errors: readonly string[]): string | null => {
  switch (kind) {
    case 'CHANNEL':
      return `Your reply was not accepted:\n${asList(errors)}\nNothing of it was run. Use the channel that was asked for.`;
    case 'COMPLETION':
      return null;
    case 'PARSE':
      return `Your reply held no JSON object that can be read:\n${asList(errors)}\n${RAW_ONLY}`;
    case 'VALIDATION':
      return `Your JSON object does not fit:\n${asList(errors)}\nCorrect these and nothing else. ${RAW_ONLY}`;
    case 'SEMANTIC':
      return `Your reply disagrees with what is recorded:\n${asList(errors)}`;
  }
};
