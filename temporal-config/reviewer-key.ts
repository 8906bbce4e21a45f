// Whether 64 digits are a public key that proves anything. A point of small order verifies signatures that nobody made, and one with a
// part of small order has more than one form: no key of `turnkeep keys new-signer` is either. The curve is loaded only where a key is
// looked at, since every command reads the settings.
import { createRequire } from 'node:module';
import type * as Curve from '@noble/curves/ed25519';

const load = createRequire(__filename);

/** What is wrong with it; undefined for a point of the curve's group of prime order. */
export const publicKeyFault = (publicKey: string): string | undefined => {
  const { ed25519 } = load('@noble/curves/ed25519') as typeof Curve;
  let point: InstanceType<typeof ed25519.Point>;
  try {
    point = ed25519.Point.fromHex(publicKey);
  } catch {
    return 'expected a public key, and these digits are no point of the curve';
  }
  if (point.isSmallOrder()) return 'expected a public key, and this point proves nothing: anybody can sign for it';
  return point.isTorsionFree() ? undefined : 'expected a public key, and this point is none that a private key has';
};
