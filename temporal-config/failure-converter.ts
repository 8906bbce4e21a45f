// The SDK loads this file by its path, in the worker, in the client and inside the workflow bundle: all three must seal alike.
import { DefaultFailureConverter } from '@temporalio/common';

/** Puts messages and stacks of failures into a payload, so that the codec seals them; the failure's type stays readable. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
