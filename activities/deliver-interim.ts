// What the customer reads while effects of the turn wait for a person: what came of its other effects, and what waits; kept in the
// store, shown until the turn's own reply takes its place. No model is involved.
import { fromMinor } from '../core/kernel/money';
import type { InterimArg, InterimReceipt, WaitingCall } from '../core/moves/activity-shapes';
import type { RecordedOutcome, WaitingEffect } from '../core/moves/agent-kit';
import type { ActivityDeps } from './activity-deps';
import { readProposedAction } from './effects/proposed-action';
import { outcomesNotMade, recordedOutcomes } from './recorded-outcomes';

/** Keeps and shows the interim reply of the agent's kit; an agent without one says nothing meanwhile. */
export const deliverInterim = async (deps: ActivityDeps, arg: InterimArg): Promise<InterimReceipt> => {
  const { caseId, turnKey, agent } = arg.turn;
  const { interimReply } = deps.kits(agent);
  if (interimReply === undefined) return { interimRef: null };
  const waiting = await Promise.all(arg.waiting.map((each) => toEffect(deps, arg, each)));
  const words = interimReply(waiting, await recordedSoFar(deps, arg));
  const interimRef = await deps.store.transcripts.keepNote(caseId, words);
  await deps.runs.setInterim(turnKey, interimRef);
  return { interimRef };
};

/** Whatever was proposed before stands in the branch of a call that waits. */
const recordedSoFar = async (
  deps: ActivityDeps,
  { turn, waiting, effects = [], notMade = [] }: InterimArg,
): Promise<readonly RecordedOutcome[]> => {
  const made = await recordedOutcomes(deps, turn.caseId, effects);
  const call = waiting[0]?.call;
  if (call === undefined) return made;
  const at = { address: call.replyAddress, depth: call.replyDepth };
  return [...made, ...(await outcomesNotMade(deps, turn, { at, notMade }))];
};

/** The facts are read anew, as for the review: where the money would go is said by the records. */
const toEffect = async (
  deps: ActivityDeps,
  { turn, subject }: InterimArg,
  { call, amountMinor, currency }: WaitingCall,
): Promise<WaitingEffect> => {
  const { args, tools } = await readProposedAction(deps, { turn, subject, call });
  const facts = await tools.facts(call.tool, args, subject);
  const amount = amountMinor === null || currency === null ? null : fromMinor(amountMinor, currency);
  return { tool: call.tool, args, amount, currency, facts };
};
