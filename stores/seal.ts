// Words at rest: AES-256-GCM, sealed = 12 bytes of fresh nonce | ciphertext | 16 bytes of tag. The additional data says where the
// bytes belong (kind, case, address), so that a row moved elsewhere does not open there.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Opened = { readonly kind: 'opened'; readonly plain: Uint8Array } | { readonly kind: 'refused' };

const toBytes = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text, 'utf8') : text;

/** Seals under a 32-byte key; throws on a key of another length. `aad` is authenticated, not stored. */
export function seal(key: Uint8Array, aad: string | Uint8Array, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(toBytes(aad));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** `refused` when key, AAD or a single bit differs; nothing is told of which. */
export function open(key: Uint8Array, aad: string | Uint8Array, sealed: Uint8Array): Opened {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return { kind: 'refused' };
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(toBytes(aad)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const start = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return { kind: 'opened', plain: Buffer.concat([start, decipher.final()]) };
  } catch {
    return { kind: 'refused' };
  }
}

/** For callers to whom a refusal is exceptional (the payload codec): the plain bytes, or an Error. */
export function openOrThrow(key: Uint8Array, aad: string | Uint8Array, sealed: Uint8Array): Uint8Array {
  const opened = open(key, aad, sealed);
  if (opened.kind === 'refused') throw new Error('sealed bytes do not open: key, place or content differ');
  return opened.plain;
}
