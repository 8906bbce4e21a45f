// How long the words of a person may be: a reason is a sentence, a note some of them, a question may quote what it asks about.
// `path` says where they stand; the words themselves are never repeated.
import { isWellFormed } from '../core/kernel/well-formed';
import { ClientError } from './client-error';

export const NOTE_CHARS_MAX = 500;
export const QUESTION_CHARS_MAX = 2_000;
const REASON_CHARS_MAX = 500;
const REQUEST_ID_CHARS_MAX = 200;

interface Rule {
  readonly code: string;
  readonly charsMax: number;
}

function assertWords(path: string, words: unknown, { code, charsMax }: Rule): asserts words is string {
  if (typeof words !== 'string')
    throw new ClientError(code, 2, `${path}: expected 1 to ${charsMax} characters, got ${describeType(words)}`);
  if (words.trim() === '' || words.length > charsMax)
    throw new ClientError(code, 2, `${path}: expected 1 to ${charsMax} characters, got ${words.length}`);
  if (!isWellFormed(words))
    throw new ClientError('INPUT_NOT_UNICODE', 2, `${path}: expected Unicode text, got a lone surrogate`);
}

const describeType = (value: unknown): string => (value === undefined || value === null ? 'none' : `a ${typeof value}`);

/** Refuses (NOTE) a note that is empty or too long; none at all is fine. */
export const assertNote = (path: string, note: unknown): void => {
  if (note !== undefined) assertWords(path, note, { code: 'NOTE', charsMax: NOTE_CHARS_MAX });
};

/** Refuses (QUESTION) a question that is empty or too long. */
export const assertQuestion = (path: string, question: unknown): void =>
  assertWords(path, question, { code: 'QUESTION', charsMax: QUESTION_CHARS_MAX });

/** Refuses (REASON) a reason for a stop or an abort that is empty or too long. */
export const assertReason = (path: string, reason: unknown): void =>
  assertWords(path, reason, { code: 'REASON', charsMax: REASON_CHARS_MAX });

/** Refuses (INPUT_REQUEST_ID) what is no id of a request on one line; none at all is fine. */
export const assertRequestId = (path: string, requestId: unknown): void => {
  if (requestId === undefined) return;
  const rule = { code: 'INPUT_REQUEST_ID', charsMax: REQUEST_ID_CHARS_MAX };
  assertWords(path, requestId, rule);
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(requestId))
    throw new ClientError(rule.code, 2, `${path}: expected an id on one line, got control characters`);
};
