// A byte that is no UTF-8 is an error with its place, never a replacement character: a text that was altered while it was read is
// not the text that was sent. Table 3-7 of the Unicode Standard (well-formed UTF-8 byte sequences).

export type Utf8Decoding =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'invalid'; readonly atByte: number };

interface Lead {
  readonly length: number;
  /** Bounds of the second byte: they shut out overlong forms, surrogates and code points past U+10FFFF. */
  readonly low: number;
  readonly high: number;
}

const SECOND_BYTE_BOUNDS: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

const lengthOf = (byte: number): number => {
  if (byte <= 0x7f) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
};

const leadOf = (byte: number): Lead => {
  const [low, high] = SECOND_BYTE_BOUNDS[byte] ?? [0x80, 0xbf];
  return { length: lengthOf(byte), low, high };
};

const within = (byte: number | undefined, low: number, high: number): boolean =>
  byte !== undefined && byte >= low && byte <= high;

const sequenceLength = (bytes: Uint8Array, at: number): number => {
  const { length, low, high } = leadOf(bytes[at] ?? 0xff);
  if (length > 1 && !within(bytes[at + 1], low, high)) return 0;
  for (let offset = 2; offset < length; offset += 1) if (!within(bytes[at + offset], 0x80, 0xbf)) return 0;
  return length;
};

const firstInvalid = (bytes: Uint8Array): number | undefined => {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
};

/** The text of well-formed UTF-8, a byte order mark included; otherwise the place of the first sequence that is none. */
export const decodeUtf8Strict = (bytes: Uint8Array): Utf8Decoding => {
  const atByte = firstInvalid(bytes);
  if (atByte !== undefined) return { kind: 'invalid', atByte };
  return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
};
