import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CaseKeys, DataKey } from '../../temporal-config/case-keys';

export interface MemoryCaseKeys extends CaseKeys {
  /** Destroys the case's key, as a purge does. */
  erase(caseId: string): void;
}

/** A key ring in memory, with the sealing of the real one: nonce, sealed bytes, tag. */
export function createMemoryCaseKeys(): MemoryCaseKeys {
  const keys = new Map<string, DataKey>();
  const owners = new Map<string, string>();
  const erased = new Set<string>();
  const surface = newKey();
  return {
    caseKey(caseId) {
      const known = keys.get(caseId) ?? newKey();
      keys.set(caseId, known);
      owners.set(known.keyId, caseId);
      return Promise.resolve(known);
    },
    caseKeyById(keyId) {
      if (erased.has(keyId)) return Promise.resolve({ erased: true });
      const caseId = owners.get(keyId);
      const found = caseId === undefined ? undefined : keys.get(caseId);
      return Promise.resolve(caseId === undefined || found === undefined ? undefined : { caseId, key: found.key });
    },
    surfaceKey: () => surface,
    seal: sealBytes,
    open: openBytes,
    erase(caseId) {
      const key = keys.get(caseId);
      if (key !== undefined) erased.add(key.keyId);
      keys.delete(caseId);
    },
  };
}

function newKey(): DataKey {
  return { keyId: `k_${randomBytes(8).toString('hex')}`, key: randomBytes(32) };
}

function sealBytes(key: Uint8Array, aad: Uint8Array, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openBytes(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}
