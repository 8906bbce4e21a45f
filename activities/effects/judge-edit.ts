// Whether a person's edit can be carried out, asked before the round it is made in is void: a slip of the pen must not cost the
// request. The new arguments pass the tool's schema and the agent's policy like any proposal; they must make another action of it,
// and none that waits for a person elsewhere.
import { ApplicationFailure } from '@temporalio/common';
import type { JudgeReceipt, PersonsDecisionArg } from '../../core/moves/activity-shapes';
import type { DecidedBody } from '../../stores/effect-events';
import { StoreIntegrityError } from '../../stores/store-port';
import type { EffectDeps } from './effect-deps';
import { judgeAction } from './judge-action';
import { readProposedAction } from './proposed-action';
import { digestArgs } from './weigh-action';

export type EditJudged =
  | { readonly kind: 'fits'; readonly edit: NonNullable<DecidedBody['edit']> }
  | { readonly kind: 'refused'; readonly rule: string };

/** Reads only. Throws what reading facts and store throws. */
export async function judgeEdit(deps: EffectDeps, arg: PersonsDecisionArg): Promise<EditJudged> {
  const ref = arg.edit?.call.editRef;
  if (arg.edit === undefined || ref === undefined) return { kind: 'refused', rule: 'edit.missing' };
  const asked = { turn: arg.turn, ...arg.edit };
  try {
    const argsDigest = digestArgs(await deps.identityKey(), await readProposedAction(deps, asked));
    const judged = await judgeAction(deps, asked);
    const rule = findMisfit(judged, arg);
    const { actionHash, effectKey } = judged;
    return rule === null
      ? { kind: 'fits', edit: { ref, argsDigest, actionHash, effectKey } }
      : { kind: 'refused', rule };
  } catch (error) {
    const rule = ruleOf(error);
    if (rule === null) throw error;
    return { kind: 'refused', rule };
  }
}

function findMisfit(judged: JudgeReceipt, { actionHash, reviewId }: PersonsDecisionArg): string | null {
  if (judged.answer === 'refuse') return judged.rule;
  if (judged.actionHash === actionHash) return 'edit.same';
  const pending = judged.pendingReviewId;
  return pending === null || pending === reviewId ? null : 'review.pending';
}

/** Arguments that nobody could act on are an answer, not a failure. */
function ruleOf(error: unknown): string | null {
  if (error instanceof StoreIntegrityError && error.code === 'store.rowMissing') return 'edit.missing';
  return error instanceof ApplicationFailure && error.type === 'input.invalid' ? 'edit.arguments' : null;
}
