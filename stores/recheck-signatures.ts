// What the journal says was signed is checked again, from its own rows: the key, the signature and every signed field stand there. A
// decision whose proof does not hold was written by something else than the run that took it. Whether the key was the person's own,
// only the settings of then can tell.
import { createPublicKey, verify } from 'node:crypto';
import { signedBytes, signerKeyId } from '../core/human-review/signed-decision';
import type { ApprovalBody, DecidedBody } from './effect-events';
import { placeOf, type EffectFinding, type ReplayedReview } from './replay-effects';

export const recheckSignatures = (reviews: Iterable<ReplayedReview>): readonly EffectFinding[] =>
  [...reviews].flatMap(({ opened, decided }) =>
    decided === null
      ? []
      : approvalBodiesOf(decided)
          .filter((given) => !isApprovalProved(opened.turnKey, decided, given))
          .map((given) => ({
            code: 'review.signatureWrong',
            subject: placeOf(decided),
            words: `recorded as ${given.authenticated} by ${JSON.stringify(given.by)}, and its signature does not prove it`,
          })),
  );

/** The last approval stands in the list too, where there is one. */
export const approvalBodiesOf = (decided: DecidedBody): readonly ApprovalBody[] => decided.approvals ?? [decided];

/** An approval that is recorded as signed is: true of one that says it is unverified. */
export const isApprovalProved = (turnKey: string, decided: DecidedBody, given: ApprovalBody): boolean => {
  if (!given.authenticated.startsWith('signed:')) return true;
  const proof = given.sent?.proof ?? null;
  if (proof === null || given.authenticated !== `signed:${proof.keyId}`) return false;
  return proof.keyId === signerKeyId(proof.publicKey) && isValid(turnKey, decided, { given, proof });
};

interface Proved {
  readonly given: ApprovalBody;
  readonly proof: { readonly keyId: string; readonly publicKey: string; readonly signature: string };
}

const isValid = (turnKey: string, decided: DecidedBody, { given, proof }: Proved): boolean => {
  const bytes = signedBytes(turnKey, {
    reviewId: decided.reviewId,
    round: decided.round,
    actionHash: decided.actionHash,
    decision: decided.decision,
    by: given.by,
    reasonCode: given.reasonCode,
    surface: given.surface,
    keyId: proof.keyId,
    noteRef: given.noteRef ?? undefined,
    editRef: decided.edit?.ref,
    confirmAmount: given.sent?.confirmAmount ?? undefined,
    decidedAtMs: given.sent?.claimedMs ?? undefined,
    evidence: [...(given.sent?.evidence ?? [])],
  });
  try {
    return verify(null, bytes, toKey(proof.publicKey), Buffer.from(proof.signature, 'hex'));
  } catch {
    // No key of this curve: it proves nothing.
    return false;
  }
};

const toKey = (publicKey: string) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'hex').toString('base64url') },
  });
