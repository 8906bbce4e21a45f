import { toolReceiptKeyOf } from '../core/kernel/ids';
import type { JsonObject } from '../core/kernel/json';
import type { EffectLine, NotMade } from '../core/moves/activity-shapes';
import type { RecordedOutcome } from '../core/moves/agent-kit';
import type { ActivityDeps } from './activity-deps';

/** What the effects of this turn came to, from their receipts alone. */
export const recordedOutcomes = async (
  deps: ActivityDeps,
  caseId: string,
  effects: readonly EffectLine[],
): Promise<readonly RecordedOutcome[]> => {
  const key = await deps.identityKey();
  return Promise.all(
    effects.map(async (effect): Promise<RecordedOutcome> => {
      const receipt = await deps.store.receipts.find(caseId, toolReceiptKeyOf(key, effect.callId));
      const args = (receipt?.['args'] ?? {}) as JsonObject;
      return { tool: effect.tool, code: effect.kind, args, result: receipt ?? null };
    }),
  );
};

/** What kept an effect from happening, as it was recorded with the call. */
export const outcomeOf = ({ tool, code, amountMinor }: NotMade): RecordedOutcome => ({
  tool,
  code,
  args: {},
  result: amountMinor === null ? null : { amountMinor },
});
