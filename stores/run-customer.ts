import type { Query, Tx } from './open-database';

export interface CaseOfAgent {
  readonly agent: string;
  readonly caseId: string;
}

/** Cases with claimed runs whose customer is not marked in their rows. */
export const listUnmarkedCases = async (query: Query): Promise<readonly CaseOfAgent[]> =>
  query
    .selectFrom('run')
    .select(['agent', 'caseId'])
    .distinct()
    .where('customerRef', 'is', null)
    .where('messageAddress', 'is not', null)
    .execute();

/** A case belongs to one customer, so that all its runs of the agent get the same mark. */
export const markCustomer = async (
  tx: Tx,
  { agent, caseId, customerRef }: CaseOfAgent & { customerRef: string },
): Promise<void> => {
  await tx
    .updateTable('run')
    .set({ customerRef })
    .where('agent', '=', agent)
    .where('caseId', '=', caseId)
    .where('customerRef', 'is', null)
    .execute();
};
