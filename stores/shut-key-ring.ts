// A ring without keys, for who may read what lies open (ids, codes, figures) and no word of anybody: whatever is sealed refuses to
// open with a code of its own, and a step's delta reads as one that opens no more.
import type { KeyRing } from './key-ring';
import { StoreIntegrityError } from './store-port';

/** The code of a refusal that a reader without keys meets. */
export const KEYS_NOT_HERE = 'keys.notHere';

/** `why`: what was found in the place of the keys. */
export function createShutKeyRing(why: string): KeyRing {
  const refuse = (): never => {
    throw new StoreIntegrityError(KEYS_NOT_HERE, `the words cannot be opened here: ${why}`);
  };
  const refuseLater = async (): Promise<never> => Promise.resolve().then(refuse);
  return {
    get identityKey(): Uint8Array {
      return refuse();
    },
    surfaceKey: refuse,
    caseKey: refuseLater,
    livingCaseKey: refuseLater,
    destroyCaseKey: refuseLater,
    caseKeyById: async () => Promise.resolve({ erased: true }),
  };
}
