// Who may sign, and who can from here: the list of the settings beside the key files of this host.
import { signerKeyId } from '../core/human-review/signed-decision';
import { StoreIntegrityError } from '../stores/store-port';
import type { Settings } from '../temporal-config/settings';
import { listSignerNames, readSigner } from './signer-files';

export interface ReviewerKey {
  readonly name: string;
  /** By the settings; null: not listed, so a signature of this person counts nowhere. */
  readonly listedKeyId: string | null;
  /** Of the file here; null: none, or one that cannot be used. */
  readonly hereKeyId: string | null;
  readonly state:
    'ready' | 'listed, no key here' | 'key here, not listed' | 'another key is listed' | 'key file unusable';
  /** Why the file cannot be used, and what to do. */
  readonly problem: string | null;
}

export const listReviewerKeys = async (settings: Settings): Promise<readonly ReviewerKey[]> => {
  const names = new Set([...Object.keys(settings.reviewers), ...(await listSignerNames(settings))]);
  return Promise.all([...names].sort().map((name) => describe(settings, name)));
};

const describe = async (settings: Settings, name: string): Promise<ReviewerKey> => {
  const publicKey = Object.hasOwn(settings.reviewers, name) ? settings.reviewers[name]?.publicKey : undefined;
  const listedKeyId = publicKey === undefined ? null : signerKeyId(publicKey);
  try {
    const hereKeyId = (await readSigner(settings, name))?.keyId ?? null;
    return { name, listedKeyId, hereKeyId, state: stateOf(listedKeyId, hereKeyId), problem: null };
  } catch (error) {
    if (!(error instanceof StoreIntegrityError)) throw error;
    return { name, listedKeyId, hereKeyId: null, state: 'key file unusable', problem: error.message };
  }
};

const stateOf = (listed: string | null, here: string | null): ReviewerKey['state'] => {
  if (here === null) return 'listed, no key here';
  if (listed === null) return 'key here, not listed';
  return listed === here ? 'ready' : 'another key is listed';
};
