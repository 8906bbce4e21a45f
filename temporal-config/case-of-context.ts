import type { SerializationContext } from '@temporalio/common';
import { parseTurnKey } from '../core/kernel/ids';

/** `case` when the payload belongs to a turn, `other` when to a workflow that is no turn, `none` when nobody said. */
export type PayloadOwner = { readonly kind: 'case'; readonly caseId: string } | { readonly kind: 'other' | 'none' };

/** Whose payload this is: a turn's workflow id names its case (`<agent>/<case>/<turn>`). */
export function ownerOf(context: SerializationContext | undefined): PayloadOwner {
  if (context?.workflowId === undefined) return { kind: 'none' };
  const turn = parseTurnKey(context.workflowId);
  return turn === undefined ? { kind: 'other' } : { kind: 'case', caseId: turn.caseId };
}
