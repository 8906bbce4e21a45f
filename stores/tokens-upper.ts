// Budgets are reserved before a call, so the estimate must never be below what a model will count. Every vocabulary in use is built
// over bytes: no token is shorter than one byte of UTF-8, so the bytes are an upper bound. What a chat template puts around a
// message and around a call is bounded by the two allowances.
import type { TranscriptMessage } from '../core/moves/agent-kit';

const AROUND_MESSAGE = 16;
const AROUND_CALL = 16;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** The most tokens this one message may take in a model's view. */
export function tokensUpperOf(message: TranscriptMessage): number {
  const own = AROUND_MESSAGE + bytesOf(message.text);
  switch (message.role) {
    case 'customer':
    case 'program':
      return own;
    case 'tool':
      return own + AROUND_CALL + bytesOf(message.callId) + bytesOf(message.tool);
    case 'assistant':
      return message.calls.reduce((sum, call) => sum + AROUND_CALL + bytesOf(call.tool) + bytesOf(call.argsText), own);
  }
}
