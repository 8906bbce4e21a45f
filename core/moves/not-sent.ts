// An accepted answer stands in the transcript before it is delivered. When the customer writes again first, it is not sent, and the
// line behind it says so: to the model, and to whatever reads the transcript as the conversation that took place.
import type { TranscriptMessage } from './agent-kit';

export const notSentWords =
  'Not sent: the customer wrote again before the answer above went out. They have not read it. Answer everything that is open.';

/** Whether the assistant's message at `index` is an answer that nobody was sent. */
export const wasNotSent = (messages: readonly TranscriptMessage[], index: number): boolean => {
  const after = messages[index + 1];
  return after?.role === 'program' && after.text === notSentWords;
};
