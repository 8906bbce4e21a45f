// Temporal's remote codec protocol carries payloads as protobuf JSON: bytes are base64, of either alphabet, with or without padding;
// null is what a field left out is. Fields this program does not know stay on a payload that is handed back as it came.
import type { Payload } from '@temporalio/common';
import { z } from 'zod';

const bytesSchema = z.string().regex(/^[A-Za-z0-9+/_-]*={0,2}$/);
const payloadSchema = z.looseObject({
  metadata: z.record(z.string(), bytesSchema).nullish(),
  data: bytesSchema.nullish(),
});
const bodySchema = z.looseObject({ payloads: z.array(payloadSchema).nullish() });

export type PayloadJson = z.infer<typeof payloadSchema>;

/** The payloads of a body; undefined when it is none. The Temporal CLI sends `{}` for a query without input: no payloads. */
export const readPayloads = (body: string): readonly PayloadJson[] | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // The parser's own words quote the text, which may be anybody's.
    return undefined;
  }
  const read = bodySchema.safeParse(value);
  return read.success ? (read.data.payloads ?? []) : undefined;
};

export const toPayload = ({ metadata, data }: PayloadJson): Payload => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
  ),
  data: Buffer.from(data ?? '', 'base64'),
});

export const toPayloadJson = ({ metadata, data }: Payload): PayloadJson => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, bytes]) => [name, toBase64(bytes)])),
  data: toBase64(data ?? new Uint8Array()),
});

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
