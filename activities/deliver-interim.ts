// What the customer reads while effects of the turn wait for a person: composed from what waits, kept in the store, shown until the
// turn's own reply takes its place. No model is involved.
import { fromMinor } from '../core/kernel/money';
import type { InterimArg, InterimReceipt, WaitingCall } from '../core/moves/activity-shapes';
import type { WaitingEffect } from '../core/moves/agent-kit';
import type { ActivityDeps } from './activity-deps';
import { readProposedAction } from './effects/proposed-action';

/** Keeps and shows the interim reply of the agent's kit; an agent without one says nothing meanwhile. */
export const deliverInterim = async (deps: ActivityDeps, arg: InterimArg): Promise<InterimReceipt> => {
  const { caseId, turnKey, agent } = arg.turn;
  const { interimReply } = deps.kits(agent);
  if (interimReply === undefined) return { interimRef: null };
  const waiting = await Promise.all(arg.waiting.map((each) => toEffect(deps, arg, each)));
  const interimRef = await deps.store.transcripts.keepNote(caseId, interimReply(waiting));
  await deps.runs.setInterim(turnKey, interimRef);
  return { interimRef };
};

const toEffect = async (
  deps: ActivityDeps,
  { turn, subject }: InterimArg,
  { call, amountMinor, currency }: WaitingCall,
): Promise<WaitingEffect> => {
  const { args } = await readProposedAction(deps, { turn, subject, call });
  const amount = amountMinor === null || currency === null ? null : fromMinor(amountMinor, currency);
  return { tool: call.tool, args, amount, currency };
};
