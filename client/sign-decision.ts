// A decision is signed with the key of the person in whose name it is made, where they have one here; without one it goes as it is,
// and the run says whether it counts.
import { signedBytes, type SignedFields } from '../core/human-review/signed-decision';
import type { ReviewRow } from '../stores/store-port';
import type { RecordContext } from './client-context';
import { readSigner } from './signer-files';

export type SentDecision = SignedFields & { readonly signature?: string };

/** Throws StoreIntegrityError where the person's key cannot be used: a key that is there is never passed over in silence. */
export const signDecision = async (
  { settings }: Pick<RecordContext, 'settings'>,
  { turnKey }: Pick<ReviewRow, 'turnKey'>,
  decision: SignedFields,
): Promise<SentDecision> => {
  const signer = await readSigner(settings, decision.by);
  if (signer === undefined) return decision;
  const whole = { ...decision, keyId: signer.keyId };
  return { ...whole, signature: signer.sign(signedBytes(turnKey, whole)) };
};
