import { caseIdOf } from '../core/kernel/ids';
import type { Store } from '../stores/open-store';
import { ClientError } from './client-error';

const CASE_ID = /^c_[0-9a-f]{16}$/;

/** The opaque id of a case: as it stands, or mapped from a reference of the caller's own as a start maps it. */
export const toCaseId = ({ keys }: Pick<Store, 'keys'>, reference: string): string =>
  CASE_ID.test(reference) ? reference : caseIdOf(keys.identityKey, reference);

/** The same, of a case that has a run here. Refuses any other with CASE_NOT_FOUND. */
export const knownCase = async (store: Pick<Store, 'db' | 'keys'>, reference: string): Promise<string> => {
  const caseId = toCaseId(store, reference);
  const run = await store.db.read((query) =>
    query.selectFrom('run').select('caseId').where('caseId', '=', caseId).limit(1).executeTakeFirst(),
  );
  if (run !== undefined) return caseId;
  // The reference itself may be anybody's address: it is not repeated.
  throw new ClientError('CASE_NOT_FOUND', 2, {
    message: `--case: expected an id c_... or your reference of a case that has a run here, got an unknown one (${caseId})`,
    next: ['turnkeep run list'],
  });
};
