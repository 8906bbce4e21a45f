// Runs by a part of their id. A part never crosses a case: what is found is a turn's whole key, its case, or how either begins.
import type { Query } from './open-database';

export interface RunPlace {
  readonly workflowId: string;
  readonly caseId: string;
  readonly turn: number;
}

export interface KeyPart {
  readonly agent?: string | undefined;
  /** A whole case id, or how one begins. */
  readonly caseId: string;
  readonly turn?: number | undefined;
}

/** Newest first, at most `limit`. */
export const findRunsByPart = async (
  query: Query,
  part: KeyPart & { readonly begins: boolean; readonly limit: number },
): Promise<readonly RunPlace[]> => {
  let runs = query.selectFrom('run').select(['workflowId', 'caseId', 'turn']);
  // A range and no pattern: an index serves it, and nothing typed means anything else. After c_ come hex digits: none is above `g`.
  runs = part.begins
    ? runs.where('caseId', '>=', part.caseId).where('caseId', '<', `${part.caseId}g`)
    : runs.where('caseId', '=', part.caseId);
  if (part.agent !== undefined) runs = runs.where('agent', '=', part.agent);
  if (part.turn !== undefined) runs = runs.where('turn', '=', part.turn);
  return runs.orderBy('startedMs', 'desc').orderBy('workflowId').limit(part.limit).execute();
};
