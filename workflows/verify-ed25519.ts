// Ed25519 by a library in plain JavaScript: a workflow has no other, and the same bytes give the same answer at every replay. The
// first check of a worker builds tables and takes 40 to 130 ms, further ones 2 to 8 ms.
import { ed25519 } from '@noble/curves/ed25519';
import type { VerifySignature } from '../core/human-review/signed-decision';

/** By RFC 8032 to the letter: no second encoding of a signature or of a key passes. */
export const verifyEd25519: VerifySignature = ({ signature, message, publicKey }) =>
  ed25519.verify(signature, message, publicKey, { zip215: false });
