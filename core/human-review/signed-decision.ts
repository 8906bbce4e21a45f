// Whether a decision was made by whom it names. A signature covers one canonical text: what it is for, the turn, and every field of
// the decision, so that a decision altered in any of them, or sent to another turn, review or round, proves nothing. A signature
// that proves nothing is refused and never read as a missing one. The curve itself is handed in: this file is pure and small, and
// whoever checks brings the arithmetic.
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils';
import * as z from 'zod/mini';

import { canonicalJson } from '../kernel/canonical-json';
import { sha256Hex } from '../kernel/sha256';
import type { ReviewDecision } from './review-decision';

/** Ed25519, as lower-case hex. */
export const publicKeyForm = /^[0-9a-f]{64}$/;
const signatureForm = /^[0-9a-f]{128}$/;

/** A person whose signature counts. A key stands for one name, so the name is as good as the key. */
export const reviewerSchema = z.strictObject({ name: z.string(), keyId: z.string(), publicKey: z.string() });
export type Reviewer = z.infer<typeof reviewerSchema>;

/** `s_` + 16 hex, made of the public key: two keys never share one. */
export const signerKeyId = (publicKey: string): string =>
  `s_${sha256Hex(`turnkeep reviewer key ${publicKey}`).slice(0, 16)}`;

export const toReviewer = (name: string, publicKey: string): Reviewer => ({
  name,
  publicKey,
  keyId: signerKeyId(publicKey),
});

/** True only for a valid signature of exactly these bytes; may throw on bytes that are no signature or no key. */
export type VerifySignature = (signed: {
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
  readonly publicKey: Uint8Array;
}) => boolean;

/** Every field of a decision but the signature; `unsealed` is the reader's mark, and a note in plain text is never signed. */
export type SignedFields = Omit<ReviewDecision, 'signature' | 'unsealed' | 'note'>;

/**
 * What is signed. Fields are named one by one: a reader that does not know a field yet must not drop it from the text, so a new
 * field is a new version beside this one.
 */
export const signedText = (turnKey: string, decision: SignedFields): string =>
  canonicalJson({
    purpose: 'turnkeep.reviewDecision',
    version: 1,
    turnKey,
    reviewId: decision.reviewId,
    round: decision.round,
    actionHash: decision.actionHash,
    decision: decision.decision,
    by: decision.by,
    keyId: decision.keyId ?? null,
    reasonCode: decision.reasonCode,
    // An address made of the note's words under the key of the case.
    noteHash: decision.noteRef ?? null,
    editRef: decision.editRef ?? null,
    confirmAmount: decision.confirmAmount ?? null,
    surface: decision.surface ?? null,
    decidedAtMs: decision.decidedAtMs ?? null,
    evidence: decision.evidence ?? [],
  });

export const signedBytes = (turnKey: string, decision: SignedFields): Uint8Array =>
  utf8ToBytes(signedText(turnKey, decision));

export const refusedSignatures = ['unknownKey', 'wrongName', 'clockFarOff', 'forged'] as const;
export type RefusedSignature = (typeof refusedSignatures)[number];

export type Authenticity =
  | { readonly kind: 'unverified' }
  | { readonly kind: 'signed'; readonly publicKey: string }
  | { readonly kind: 'refused'; readonly why: RefusedSignature };

export interface SignatureContext {
  readonly turnKey: string;
  readonly nowMs: number;
  /** When the round was opened: nobody decided on it before. */
  readonly openedAtMs: number;
  readonly reviewers: readonly Reviewer[];
  readonly verify: VerifySignature;
}

/** Clocks of people and of servers differ by so much. */
export const clockSkewMs = 5 * 60_000;
/** A decision that was signed longer ago is not carried in any more, say by whoever kept a copy of it. */
export const signatureAgeMaxMs = 24 * 3_600_000;

/** Checks in order of cost; the arithmetic comes last. Never throws. */
export const authenticate = (decision: ReviewDecision, context: SignatureContext): Authenticity => {
  if (decision.signature === undefined && decision.keyId === undefined) return { kind: 'unverified' };
  const claim = readClaim(decision);
  if (claim === null) return refuse('forged');
  const reviewer = context.reviewers.find((one) => one.keyId === claim.keyId);
  if (reviewer === undefined) return refuse('unknownKey');
  if (reviewer.name !== decision.by) return refuse('wrongName');
  if (isFarOff(claim.decidedAtMs, context)) return refuse('clockFarOff');
  const { publicKey } = reviewer;
  const { signature } = claim;
  return isValid(decision, signature, { publicKey, context }) ? { kind: 'signed', publicKey } : refuse('forged');
};

interface Claim {
  readonly signature: string;
  readonly keyId: string;
  readonly decidedAtMs: number;
}

/** null: a part is missing, or words stand beside it that nobody signed. */
const readClaim = ({ signature, keyId, surface, decidedAtMs, note }: ReviewDecision): Claim | null => {
  if (signature === undefined || !signatureForm.test(signature) || keyId === undefined) return null;
  if (surface === undefined || decidedAtMs === undefined || note !== undefined) return null;
  return { signature, keyId, decidedAtMs };
};

const refuse = (why: RefusedSignature): Authenticity => ({ kind: 'refused', why });

const isFarOff = (decidedAtMs: number, { nowMs, openedAtMs }: SignatureContext): boolean =>
  decidedAtMs > nowMs + clockSkewMs ||
  decidedAtMs < nowMs - signatureAgeMaxMs ||
  decidedAtMs < openedAtMs - clockSkewMs;

const isValid = (
  decision: ReviewDecision,
  signature: string,
  { publicKey, context }: { readonly publicKey: string; readonly context: SignatureContext },
): boolean => {
  try {
    return context.verify({
      signature: hexToBytes(signature),
      message: signedBytes(context.turnKey, decision),
      publicKey: hexToBytes(publicKey),
    });
  } catch {
    // Not a point of the curve, or a text without a canonical form: nothing is proved.
    return false;
  }
};
