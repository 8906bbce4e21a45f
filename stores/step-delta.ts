// What a step changed in the run's state, sealed under the case's key; the key's id stands in front, so that a delta whose key was
// destroyed reads as erased, and not as damaged.
import type { StepRecord } from '../core/moves/activity-shapes';
import type { KeyRing } from './key-ring';
import type { StepTable } from './schema';
import { openJson, sealJson } from './sealed-json';
import { StoreIntegrityError } from './store-port';

/** `k_` and 16 hex. */
const KEY_ID_BYTES = 18;

export async function sealDelta(
  keys: Pick<KeyRing, 'caseKey'>,
  { turn, step, delta }: StepRecord,
): Promise<Uint8Array> {
  const { keyId, key } = await keys.caseKey(turn.caseId);
  return Buffer.concat([Buffer.from(keyId, 'ascii'), sealJson(key, placeOf(turn.turnKey, step), delta)]);
}

/** Empty text when it was erased. Throws StoreIntegrityError when it was changed or its key is another store's. */
export async function openDelta(
  keys: Pick<KeyRing, 'caseKeyById'>,
  { workflowId, step, deltaSealed }: StepTable,
): Promise<string> {
  if (deltaSealed === null) return '';
  const bytes = Buffer.from(deltaSealed);
  const keyId = bytes.subarray(0, KEY_ID_BYTES).toString('ascii');
  const found = await keys.caseKeyById(keyId);
  if (!found) {
    throw new StoreIntegrityError(
      'keys.otherStore',
      `step ${workflowId} ${step}: the key store does not know key ${keyId}`,
    );
  }
  if ('erased' in found) return '';
  return openJson(found.key, placeOf(workflowId, step), bytes.subarray(KEY_ID_BYTES)) as string;
}

const placeOf = (workflowId: string, step: number): readonly string[] => ['delta', workflowId, String(step)];
