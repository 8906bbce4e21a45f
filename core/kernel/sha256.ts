import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { assertInvariant } from './assert-never';
import { isWellFormed } from './well-formed';

// A lone surrogate would be encoded as the replacement character, and two texts would share one digest.
const bytesOf = (text: string): Uint8Array => {
  assertInvariant(isWellFormed(text), 'a text with a lone surrogate has no digest');
  return utf8ToBytes(text);
};

/** SHA-256 of the text's UTF-8 bytes, 64 hex digits. Throws on a lone surrogate. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(bytesOf(text)));

/** HMAC-SHA-256 of the text's UTF-8 bytes, 64 hex digits. Throws on a lone surrogate and on an empty key. */
export const hmacSha256Hex = (keyBytes: Uint8Array, text: string): string => {
  assertInvariant(keyBytes.length > 0, 'an empty key keeps no secret');
  return bytesToHex(hmac(sha256, keyBytes, bytesOf(text)));
};
