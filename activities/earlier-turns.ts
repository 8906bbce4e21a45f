import type { TurnRef } from '../core/moves/activity-shapes';
import { earlierReceiptKey, earlierTurnsSchema, noEarlierTurns, type EarlierTurns } from '../core/moves/earlier-turns';
import type { ReceiptStore } from '../stores/store-port';

/** What was frozen for this turn at its start; a fork reads its root's. Nothing for a turn of before such records were kept. */
export const readEarlierTurns = async (
  receipts: ReceiptStore,
  { caseId, rootTurnKey }: Pick<TurnRef, 'caseId' | 'rootTurnKey'>,
): Promise<EarlierTurns> => {
  const kept = await receipts.find(caseId, earlierReceiptKey(rootTurnKey));
  return kept === undefined ? noEarlierTurns : earlierTurnsSchema.parse(kept);
};
