// The last word to the customer of a run that a person ends. An interim reply says that a colleague decides, which is true no more; so
// it gives way to what the records say of the turn. It is kept before the run is terminated, and never in the place of a reply that
// was delivered already.
import { toolReceiptKeyOf } from '../core/kernel/ids';
import type { AgentKit, CaseStanding, RecordedOutcome } from '../core/moves/agent-kit';
import { selectEffects } from '../stores/effect-ledger';
import type { Store } from '../stores/open-store';
import type { RunRow } from '../stores/store-port';
import { listWaitingReviews, readTurnCalls, toWaitingEffect } from '../stores/turn-standing';

/** Read before the abort is recorded: that voids the reviews, and what waited is not to be told from it any more. */
export const readAbortStanding = async (store: Store, { workflowId, caseId }: RunRow): Promise<CaseStanding> => {
  const { identityKey } = store.keys;
  const calls = await readTurnCalls(store, identityKey, { caseId, turnKey: workflowId });
  const effects = await store.db.read((query) => selectEffects(query, { turnKey: workflowId }));
  const recorded = [...effects]
    .sort((one, other) => one.firstStartedMs - other.firstStartedMs)
    .map(async ({ tool, state, callId, amountMinor }): Promise<RecordedOutcome> => ({
      tool,
      code: state,
      args: calls.find((call) => call.callId === callId)?.args ?? {},
      result: (await store.receipts.find(caseId, toolReceiptKeyOf(identityKey, callId))) ?? { amountMinor },
    }));
  const waiting = await listWaitingReviews(store, workflowId);
  return {
    recorded: await Promise.all(recorded),
    waiting: await Promise.all(waiting.map((review) => toWaitingEffect(store, review, calls))),
  };
};

/** Says nothing for an agent that has no words for it: its interim reply is not shown after an abort all the same. */
export const tellAbort = async (
  store: Store,
  { workflowId, caseId }: RunRow,
  { kit, standing }: { readonly kit: AgentKit | undefined; readonly standing: CaseStanding },
): Promise<void> => {
  if (kit?.abortReply === undefined) return;
  const now = await store.runs.find(workflowId);
  if (now?.replyRef !== null) return;
  await store.runs.setReply(workflowId, await store.transcripts.keepNote(caseId, kit.abortReply(standing)));
};
