// What an outside system calls its refusals and failures is somebody else's text. It goes into the journal, into failures and so
// into histories, which outlive an erasure; therefore only what has the form of a code goes there, and words never do.
import type { OutsideAnswer } from '../tools/tool-port';

const codeForm = /^[A-Za-z0-9][A-Za-z0-9._:#-]{0,99}$/;

export const NO_CODE = 'outside.noCode';

/** The text when it is a code, id or receipt number; else `outside.noCode`. */
export const toOutsideCode = (text: string): string => (codeForm.test(text) ? text : NO_CODE);

/** The same answer; a refusal's code and an unknown's cause that are no codes are replaced. */
export const withOutsideCode = <T extends OutsideAnswer>(answer: T): T => {
  if (answer.kind === 'refused') return { ...answer, code: toOutsideCode(answer.code) };
  return answer.kind === 'unknown' ? { ...answer, cause: toOutsideCode(answer.cause) } : answer;
};
