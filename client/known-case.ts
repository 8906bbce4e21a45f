import { caseIdOf } from '../core/kernel/ids';
import { nearestName } from '../core/kernel/nearest-name';
import { findRunsByPart } from '../stores/find-runs';
import type { Store } from '../stores/open-store';
import { ClientError } from './client-error';

const CASE_ID = /^c_[0-9a-f]{16}$/;
const LIKE_AN_ID = /^c_[0-9a-f]{1,20}$/;
const NEAR_SHOWN = 3;
const ROWS_READ = 200;
const BEGIN_CHARS = 'c_0000'.length;

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
  throw notFound(reference, await findNear(store, reference));
};

/** What is no id may be anybody's address: it is not repeated. */
const notFound = (reference: string, near: readonly string[]): ClientError => {
  const expected = 'a whole case id (c_ and 16 hex digits) or your own reference of a case that has a run here';
  const got = LIKE_AN_ID.test(reference) ? JSON.stringify(reference) : 'one that is none of these';
  const meant = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return new ClientError('CASE_NOT_FOUND', 2, {
    message: `--case: expected ${expected}, got ${got}${meant}`,
    next: near.length === 0 ? ['turnkeep run list'] : near.map((caseId) => `turnkeep run list --case ${caseId}`),
  });
};

/** Cases whose ids begin as what was typed does; else one that is a few characters away. */
const findNear = async ({ db }: Pick<Store, 'db'>, typed: string): Promise<readonly string[]> => {
  if (!LIKE_AN_ID.test(typed)) return [];
  const begun = await db.read((query) => findRunsByPart(query, { caseId: typed, begins: true, limit: ROWS_READ }));
  const ids = casesOf(begun).slice(0, NEAR_SHOWN);
  if (ids.length > 0) return ids;
  const alike = await db.read((query) =>
    findRunsByPart(query, { caseId: typed.slice(0, BEGIN_CHARS), begins: true, limit: ROWS_READ }),
  );
  const nearest = nearestName(typed, casesOf(alike));
  return nearest === undefined ? [] : [nearest];
};

const casesOf = (places: readonly { readonly caseId: string }[]): readonly string[] => [
  ...new Set(places.map(({ caseId }) => caseId)),
];
