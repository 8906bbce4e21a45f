import { isWellFormed } from '../core/kernel/well-formed';
import { assertText } from './check-options';
import { ClientError } from './client-error';

export const messageCharsMax = 20_000;

/** Refuses (exit 2) what is no message: no words, too many of them, or text that is no Unicode. */
export const checkMessage = (message: string): void => {
  assertText('message', message);
  const length = Array.from(message).length;
  if (message.trim() === '') throw new ClientError('INPUT_EMPTY', 2, 'message: expected words, got none');
  if (length > messageCharsMax)
    throw new ClientError(
      'INPUT_TOO_LONG',
      2,
      `message: expected at most ${messageCharsMax} characters, got ${length}`,
    );
  if (!isWellFormed(message))
    throw new ClientError('INPUT_NOT_UNICODE', 2, 'message: expected Unicode text, got a lone surrogate');
};
