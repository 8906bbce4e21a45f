import type { Query } from './open-database';
import type { EffectRow } from './store-port';

export type OpenEffect = Pick<
  EffectRow,
  'effectKey' | 'turnKey' | 'caseId' | 'agent' | 'tool' | 'state' | 'changedMs' | 'leaseUntilMs'
>;

/** Entries of which nobody knows what came: unknown, or begun under a lease that is over. Oldest first. */
export const selectEffectsOfUnknownEnd = async (query: Query, nowMs: number): Promise<readonly OpenEffect[]> =>
  query
    .selectFrom('effect')
    .select(['effectKey', 'turnKey', 'caseId', 'agent', 'tool', 'state', 'changedMs', 'leaseUntilMs'])
    .where('state', 'in', ['started', 'unknown'])
    .where((eb) => eb.or([eb('state', '=', 'unknown'), eb('leaseUntilMs', '<', nowMs)]))
    .orderBy('changedMs')
    .orderBy('effectKey')
    .execute();
