import type { DataConverter, PayloadCodec } from '@temporalio/common';

/** For `bundleWorkflowCode({ failureConverterPath })`: a bundle without it writes workflow failures in plain text. */
export const failureConverterPath = require.resolve('./failure-converter');

/** One converter for worker, client and replay of sealed histories; `codec` says who is decoding. */
export function createDataConverter(codec: PayloadCodec): DataConverter {
  return { failureConverterPath, payloadCodecs: [codec] };
}
