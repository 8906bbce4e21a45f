// What was sent and what came back, sealed under the case's data key in the ledger row: a re-send needs the very call that was
// claimed, and whoever asks again gets the recorded answer. After an erasure it opens no more; key, state and figures stay.
import * as z from 'zod';
import type { JsonObject } from '../../core/kernel/json';
import type { EffectRecord } from '../../stores/effect-ledger';
import { openJson, sealJson } from '../../stores/sealed-json';
import type { OutsideAnswer } from '../tools/tool-port';
import type { CaseKeySource } from './effect-deps';

export interface SealedCall {
  readonly args: JsonObject;
  readonly facts: JsonObject;
  /** In plain, for the outside system; the ledger's own column is keyed. */
  readonly orderRef: string | null;
}
export type FinishedAnswer = Exclude<OutsideAnswer, { kind: 'unknown' }>;
export interface EffectPayload {
  readonly call: SealedCall;
  readonly answer: FinishedAnswer | null;
}

const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const payloadSchema = z.object({
  call: z.object({ args: jsonObject, facts: jsonObject, orderRef: z.string().nullable() }),
  answer: z
    .union([
      z.object({ kind: z.literal('done'), outsideId: z.string(), value: jsonObject }),
      z.object({ kind: z.literal('refused'), code: z.string(), words: z.string() }),
    ])
    .nullable(),
});

const placeOf = ({ caseId, effectKey }: EffectPlace): readonly string[] => ['effect', caseId, effectKey];

export interface EffectPlace {
  readonly caseId: string;
  readonly effectKey: string;
}

export async function sealPayload(
  keys: CaseKeySource,
  place: EffectPlace,
  payload: EffectPayload,
): Promise<Uint8Array> {
  const { key } = await keys.caseKey(place.caseId);
  return sealJson(key, placeOf(place), payload as unknown as JsonObject);
}

/** Throws StoreIntegrityError when the case was erased, or the bytes are not those of this row. */
export async function openPayload(keys: CaseKeySource, row: EffectRecord): Promise<EffectPayload> {
  if (row.resultSealed === null) throw new Error(`broken invariant: effect ${row.effectKey} holds no sealed call`);
  const { key } = await keys.livingCaseKey(row.caseId);
  return payloadSchema.parse(openJson(key, placeOf(row), row.resultSealed));
}
