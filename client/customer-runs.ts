// Runs are found by customer through a keyed digest in their row, never through the customer's id in plain. Rows of before the digest
// was kept get it when somebody first looks for a customer: whose case it is was sealed when the case was opened.
import { referenceOf } from '../core/kernel/ids';
import { StoreIntegrityError } from '../stores/store-port';
import { listUnmarkedCases, markCustomer } from '../stores/run-customer';
import { caseSubjectKeyOf } from './case-subject';
import type { RecordContext } from './client-context';

type Records = Pick<RecordContext, 'store'>;

/** The digest under which runs of this customer are found. Marks rows that have none yet. */
export const customerRefOf = async (records: Records, customer: string): Promise<string> => {
  await markOlderRuns(records);
  return referenceOf(records.store.keys.identityKey, 'customer', customer);
};

const markOlderRuns = async ({ store }: Records): Promise<void> => {
  const { identityKey } = store.keys;
  for (const place of await store.db.read(listUnmarkedCases)) {
    const subject = await readSubject({ store }, place);
    if (subject === undefined) continue;
    const customerRef = referenceOf(identityKey, 'customer', subject);
    await store.db.write((tx) => markCustomer(tx, { ...place, customerRef }));
  }
};

/** Undefined where nobody said so, or where it was erased: such a run is found by no customer any more. */
const readSubject = async (
  { store }: Records,
  { agent, caseId }: { readonly agent: string; readonly caseId: string },
): Promise<string | undefined> => {
  try {
    const kept = await store.receipts.find(caseId, caseSubjectKeyOf(agent, caseId));
    return typeof kept?.['subject'] === 'string' ? kept['subject'] : undefined;
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.erased') return undefined;
    throw error;
  }
};
