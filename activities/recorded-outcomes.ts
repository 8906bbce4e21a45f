// What the effects of a turn came to, from receipts and the ledger alone: what was sent stands sealed in the ledger's row, and an
// effect that no rule let through to it has none.
import { toolReceiptKeyOf } from '../core/kernel/ids';
import type { JsonObject } from '../core/kernel/json';
import type { EffectLine, NotMade } from '../core/moves/activity-shapes';
import type { RecordedOutcome } from '../core/moves/agent-kit';
import { findEffect } from '../stores/effect-ledger';
import type { ActivityDeps } from './activity-deps';
import { openPayload } from './effects/sealed-call';

export const recordedOutcomes = async (
  deps: ActivityDeps,
  caseId: string,
  effects: readonly EffectLine[],
): Promise<readonly RecordedOutcome[]> => {
  const key = await deps.identityKey();
  return Promise.all(
    effects.map(async (effect): Promise<RecordedOutcome> => {
      const receipt = await deps.store.receipts.find(caseId, toolReceiptKeyOf(key, effect.callId));
      const args = await argumentsOf(deps, effect);
      return { tool: effect.tool, code: effect.kind, args, result: receipt ?? null };
    }),
  );
};

/** What was sent; empty where nothing was. */
const argumentsOf = async ({ store }: ActivityDeps, { effectKey }: EffectLine): Promise<JsonObject> => {
  const row = await store.db.read((query) => findEffect(query, effectKey));
  return row === undefined || row.resultSealed === null ? {} : (await openPayload(store.keys, row)).call.args;
};

/** What kept an effect from happening, as it was recorded with the call. */
export const outcomeOf = ({ tool, code, amountMinor }: NotMade): RecordedOutcome => ({
  tool,
  code,
  args: {},
  result: amountMinor === null ? null : { amountMinor },
});
