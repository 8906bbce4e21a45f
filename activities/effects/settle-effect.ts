// The second transaction of an effect. Done wins over started and unknown whoever writes it: a slow sender whose lease was taken
// still knows that it was done. Refused and unknown need the attempt. The result is sealed in the row before it is returned, and
// the grant is consumed when, and only when, its entry ends done.
import { decideOutcome } from '../../core/effects/ledger-rules';
import type { EndedBody, GrantRef } from '../../stores/effect-events';
import { appendEvent, digestSealed, endEffect, findEffect, toLedgerEntry } from '../../stores/effect-ledger';
import type { EffectRecord } from '../../stores/effect-ledger';
import type { Tx } from '../../stores/open-database';
import { setReview, voidReview } from '../../stores/review-rows';
import { writeJournalled } from '../../stores/write-journalled';
import type { OutsideAnswer } from '../tools/tool-port';
import { reach } from './effect-deps';
import type { EffectDeps } from './effect-deps';
import { toOutsideCode } from './outside-code';
import { sealPayload } from './sealed-call';
import type { SealedCall } from './sealed-call';

export interface Settlement {
  readonly effectKey: string;
  readonly caseId: string;
  /** The attempt whose answer this is. */
  readonly attempt: number;
  readonly how: EndedBody['how'];
  readonly answer: OutsideAnswer;
  /** What was sent, sealed with the answer; null when it opens no more. */
  readonly call: SealedCall | null;
  readonly receiptKey: string;
  /** The person who closed it, when one did. */
  readonly by: string | null;
}

/** The row as it stands afterwards, which may say more than this answer. */
export async function settleEffect(deps: EffectDeps, settlement: Settlement): Promise<EffectRecord> {
  const { store } = deps;
  const sealed = await sealAnswer(deps, settlement);
  const settle = async (tx: Tx): Promise<EffectRecord> => {
    await reach(deps, 'settling');
    const settled = await writeOutcome(tx, { settlement, sealed, atMs: await store.db.nowMs(tx) });
    await reach(deps, 'ended');
    return settled;
  };
  const row = await writeJournalled(store, settle, () => reach(deps, 'settled'));
  await reach(deps, 'endAnchored');
  return row;
}

async function sealAnswer(deps: EffectDeps, settlement: Settlement): Promise<Uint8Array | undefined> {
  const { answer, call } = settlement;
  if (answer.kind === 'unknown' || call === null) return undefined;
  return sealPayload(deps.store.keys, settlement, { call, answer });
}

interface OutcomeWrite {
  readonly settlement: Settlement;
  readonly sealed: Uint8Array | undefined;
  readonly atMs: number;
}

async function writeOutcome(tx: Tx, write: OutcomeWrite): Promise<EffectRecord> {
  const { settlement, sealed, atMs } = write;
  const { effectKey, answer, attempt } = settlement;
  const row = await readRow(tx, effectKey);
  const decision = decideOutcome(toLedgerEntry(row), { to: answer.kind, attempt });
  if (decision.kind === 'keep') return row;
  const at = { caseId: row.caseId, atMs };
  if (decision.kind === 'conflict') {
    await appendEvent(tx, { kind: 'conflict', body: toBody(write, row, null) }, at);
    return row;
  }
  const grant = answer.kind === 'unknown' ? null : grantOf(row);
  const told = answer.kind === 'unknown' ? {} : { receiptKey: settlement.receiptKey };
  await endEffect(tx, effectKey, {
    state: decision.state,
    changedMs: atMs,
    ...(sealed === undefined ? {} : { sealed }),
    ...told,
  });
  await appendEvent(tx, { kind: decision.state, body: { ...toBody(write, row, grant), ...told } }, at);
  if (grant !== null && decision.state === 'done') await setReview(tx, grant, { state: 'consumed' });
  if (grant !== null && decision.state === 'refused') await voidReview(tx, { ...grant, why: 'refusedOutside' }, at);
  return readRow(tx, effectKey);
}

const grantOf = (row: EffectRecord): GrantRef =>
  row.reviewId === null || row.reviewRound === null ? null : { reviewId: row.reviewId, round: row.reviewRound };

function toBody({ settlement, sealed }: OutcomeWrite, row: EffectRecord, grant: GrantRef): EndedBody {
  const { effectKey, attempt, how, by, answer } = settlement;
  const resultDigest = sealed === undefined ? null : digestSealed(sealed);
  return { effectKey, round: row.round, attempt, how, by, grant, code: codeOf(answer), resultDigest };
}

const codeOf = (answer: OutsideAnswer): string => {
  if (answer.kind === 'done') return toOutsideCode(answer.outsideId);
  return answer.kind === 'refused' ? answer.code : answer.cause;
};

async function readRow(tx: Tx, effectKey: string): Promise<EffectRecord> {
  const row = await findEffect(tx, effectKey);
  if (row === undefined) throw new Error(`broken invariant: effect ${effectKey} ended and is not in the ledger`);
  return row;
}
