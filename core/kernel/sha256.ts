import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils';
import { assertInvariant } from './assert-never';
import { isWellFormed } from './well-formed';

const NO_UTF8_BYTE = 0xff;

// A lone surrogate has no UTF-8 form, and the encoder would write the replacement character: two texts would share one digest.
// Such a text is hashed in its escaped form behind a byte that no UTF-8 holds, so that every text has a digest of its own.
const bytesOf = (text: string): Uint8Array => {
  if (isWellFormed(text)) return utf8ToBytes(text);
  return concatBytes(Uint8Array.of(NO_UTF8_BYTE), utf8ToBytes(JSON.stringify(text)));
};

/** SHA-256 of the text's UTF-8 bytes, 64 hex digits. Never throws: a text with a lone surrogate has its own. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(bytesOf(text)));

/** HMAC-SHA-256 of the text's UTF-8 bytes, 64 hex digits. Throws on an empty key. */
export const hmacSha256Hex = (keyBytes: Uint8Array, text: string): string => {
  assertInvariant(keyBytes.length > 0, 'an empty key keeps no secret');
  return bytesToHex(hmac(sha256, keyBytes, bytesOf(text)));
};
