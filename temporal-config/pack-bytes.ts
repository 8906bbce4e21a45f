// Payloads are deflated before they are sealed: a step's history holds the same ids and names again and again, and what is sealed can
// no longer be compressed. The first byte says which form follows. The length of the sealed bytes then tells a little of how
// repetitive the content is; what is sealed are ids, codes and figures.
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const RAW = 0;
const DEFLATED = 1;
/** A small window: payloads are a few hundred bytes, and zlib's default state of 256 KiB a call is memory outside the heap. */
const WINDOW_BITS = 11;
const MEMORY_LEVEL = 4;
/** A payload may have 1 MiB before it is packed. */
const UNPACKED_BYTES_MAX = 2 * 1024 * 1024;

/** One byte of form, then the bytes, deflated where that is shorter. */
export function packBytes(plain: Uint8Array): Uint8Array {
  const deflated = deflateRawSync(plain, { windowBits: WINDOW_BITS, memLevel: MEMORY_LEVEL });
  return deflated.byteLength < plain.byteLength
    ? Buffer.concat([Uint8Array.of(DEFLATED), deflated])
    : Buffer.concat([Uint8Array.of(RAW), plain]);
}

/** Throws on an unknown form and on bytes that would grow beyond 2 MiB. */
export function unpackBytes(packed: Uint8Array): Uint8Array {
  const body = packed.subarray(1);
  if (packed[0] === RAW) return body;
  if (packed[0] === DEFLATED) return inflateRawSync(body, { maxOutputLength: UNPACKED_BYTES_MAX });
  throw new Error('a sealed payload of an unknown form');
}
