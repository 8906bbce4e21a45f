// The key ring together with the one way to seal: what payload codec and ledger are given.
import type { DataKey } from './key-files';
import type { FoundKey, KeyRing } from './key-ring';
import { openOrThrow, seal } from './seal';

export interface CaseSealer {
  caseKey(caseId: string): Promise<DataKey>;
  caseKeyById(keyId: string): Promise<FoundKey | undefined>;
  surfaceKey(): DataKey;
  seal(key: Uint8Array, aad: Uint8Array, plain: Uint8Array): Uint8Array;
  /** Throws when the tag does not fit key, AAD or bytes. */
  open(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array): Uint8Array;
}

export const createCaseSealer = (keys: KeyRing): CaseSealer => ({
  caseKey: (caseId) => keys.caseKey(caseId),
  caseKeyById: (keyId) => keys.caseKeyById(keyId),
  surfaceKey: () => keys.surfaceKey(),
  seal,
  open: openOrThrow,
});
