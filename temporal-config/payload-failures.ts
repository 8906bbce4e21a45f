// Failures of the codec are ApplicationFailures, because Temporal then keeps their type on every path: an activity that meets one
// fails with it, a workflow task shows it in its failure.
import { ApplicationFailure } from '@temporalio/common';
import { failureKinds, type FailureType } from '../core/kernel/failure-kinds';

/** The largest sealed payload, in bytes. */
export const PAYLOAD_BYTES_MAX = 1024 * 1024;

export function keyMissing(keyId: string, problem: string): ApplicationFailure {
  return failureOf(
    'key.missing',
    `A payload sealed with key ${keyId} cannot be opened: ${problem}. ` +
      'Give this process the key store of the deployment that sealed it.',
  );
}

export function payloadTooLarge(bytes: number): ApplicationFailure {
  return failureOf(
    'payload.tooLarge',
    `A payload has ${bytes} bytes when sealed, the most is ${PAYLOAD_BYTES_MAX}. ` +
      'Keep the text in the transcript store and pass its address.',
  );
}

function failureOf(type: FailureType, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: !failureKinds[type].retryable });
}
