/** A case's data key. The id is opaque (`k_` + 16 hex, random): it tells nothing of the case. */
export interface DataKey {
  readonly keyId: string;
  readonly key: Uint8Array;
}

/** A key looked up by its id: whose it is, or that it was destroyed with the words it protected. */
export type FoundKey = { readonly caseId: string; readonly key: Uint8Array } | { readonly erased: true };

/**
 * What the codec needs of a key ring. Implementations cache living keys for at most 60 s, so that a destroyed key stops opening
 * payloads soon everywhere.
 */
export interface CaseKeys {
  /** The living data key of the case, made when there is none. After an erasure it is another one than before. */
  caseKey(caseId: string): Promise<DataKey>;
  /** undefined: this ring never heard of the key. */
  caseKeyById(keyId: string): Promise<FoundKey | undefined>;
  /** For payloads that belong to no case: those of Schedules and of a command line behind the codec server. */
  surfaceKey(): DataKey;
  /** AES-256-GCM with a fresh nonce; `aad` is authenticated, not stored. */
  seal(key: Uint8Array, aad: Uint8Array, plain: Uint8Array): Uint8Array;
  /** Throws when the tag does not fit the key, the AAD or the bytes. */
  open(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array): Uint8Array;
}
