// What the effects of a turn came to, from receipts and the ledger alone: what was sent stands sealed in the ledger's row, and an
// effect that no rule let through to it has none.
import { toolReceiptKeyOf } from '../core/kernel/ids';
import type { JsonObject } from '../core/kernel/json';
import type { EffectLine, NotMade, TranscriptHead, TurnRef } from '../core/moves/activity-shapes';
import type { RecordedOutcome } from '../core/moves/agent-kit';
import { callsInTranscript } from '../core/moves/proposed-calls';
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

/** What kept effects from happening, with the arguments the model wrote at `at` and the question a person asked. */
export const outcomesNotMade = async (
  deps: ActivityDeps,
  turn: TurnRef,
  { at, notMade }: { readonly at: Pick<TranscriptHead, 'address' | 'depth'>; readonly notMade: readonly NotMade[] },
): Promise<readonly RecordedOutcome[]> => {
  if (notMade.length === 0) return [];
  const { transcripts } = deps.store;
  const messages = await transcripts.read(turn.caseId, at.address, at.depth);
  const calls = callsInTranscript(await deps.identityKey(), turn, messages);
  return Promise.all(
    notMade.map(async ({ callId, tool, code, amountMinor, noteRef }): Promise<RecordedOutcome> => {
      const question = noteRef === undefined ? undefined : await transcripts.readNote(turn.caseId, noteRef);
      return {
        tool,
        code,
        args: calls.find((call) => call.callId === callId)?.args ?? {},
        result: amountMinor === null ? null : { amountMinor },
        ...(question === undefined ? {} : { question }),
      };
    }),
  );
};
