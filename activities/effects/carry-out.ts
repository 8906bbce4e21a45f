// From a claim to what came of it: outside call, second transaction; or a look-up and the second transaction. Shared
// by the door and by whoever reconciles; works from the ledger's row alone.
import type { EffectRecord } from '../../stores/effect-ledger';
import { StoreIntegrityError } from '../../stores/store-port';
import type { AgentTools, OutsideAnswer } from '../tools/tool-port';
import type { ClaimedAttempt } from './claim-effect';
import { reach } from './effect-deps';
import type { EffectDeps } from './effect-deps';
import { openPayload } from './sealed-call';
import type { SealedCall } from './sealed-call';
import { lookUpEffect, sendEffect } from './send-effect';
import type { Stopwatch } from './send-effect';
import { settleEffect } from './settle-effect';
import type { Settlement } from './settle-effect';

export interface CarryOut {
  readonly effect: AgentTools['effects'][string];
  readonly windowMs: number;
  readonly signal: AbortSignal;
  readonly receiptKey: string;
  /** The person who asked for it; null in a run. */
  readonly by: string | null;
}

export interface CarriedOut {
  /** As it stands in the ledger afterwards. */
  readonly row: EffectRecord;
  readonly answer: OutsideAnswer;
}

export async function carryOutAttempt(
  deps: EffectDeps,
  on: CarryOut,
  claimed: { readonly attempt: ClaimedAttempt; readonly sinceClaim: Stopwatch },
): Promise<CarriedOut> {
  const { attempt } = claimed;
  const { call } = await openPayload(deps.store.keys, attempt.row);
  const answer = await sendEffect(deps, { ...on, ...claimed, call });
  await reach(deps, 'sent');
  const row = await settleEffect(deps, { ...toSettlement(on, attempt.row), how: 'answered', answer, call });
  return { row, answer };
}

/** Nothing found is not written down: it proves nothing, and the entry is unknown already. */
export async function carryOutLookUp(deps: EffectDeps, on: CarryOut, asked: EffectRecord): Promise<CarriedOut> {
  const answer = await lookUpEffect(on.effect, asked.outsideKey, on.signal);
  if (answer.kind === 'unknown') return { row: { ...asked, state: 'unknown' }, answer };
  const call = await openIfKept(deps, asked);
  const row = await settleEffect(deps, { ...toSettlement(on, asked), how: 'lookedUp', answer, call });
  return { row, answer };
}

const toSettlement = (
  { receiptKey, by }: CarryOut,
  { effectKey, caseId, attempt }: EffectRecord,
): Omit<Settlement, 'how' | 'answer' | 'call'> => ({ effectKey, caseId, attempt, receiptKey, by });

/** null after an erasure: the state can still be settled, the words are gone. */
export async function openIfKept(deps: EffectDeps, row: EffectRecord): Promise<SealedCall | null> {
  try {
    return (await openPayload(deps.store.keys, row)).call;
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.erased') return null;
    throw error;
  }
}
