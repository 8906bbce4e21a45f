// What the codec server does with the payloads of one request, and the count of it for the audit. A payload that does not open here
// (a key this deployment never had, changed bytes) goes back as it came: one of them must not hide a whole history.
import { ApplicationFailure } from '@temporalio/common';
import type { CaseKeys } from '../../temporal-config/case-keys';
import { createPayloadCodec, isSealed, openSealed } from '../../temporal-config/payload-codec';
import { toPayload, toPayloadJson, type PayloadJson } from './payload-json';

/** How many payloads, and by which keys; ids only. */
export interface Tally {
  readonly payloads: number;
  readonly keys: readonly string[];
}

export interface Converted {
  readonly payloads: readonly PayloadJson[];
  readonly opened: Tally & { readonly cases: readonly string[] };
  readonly erased: Tally;
  readonly refused: Tally;
  /** Came unsealed, or on their way in, sealed: left as they were. */
  readonly passed: number;
  /** Sealed here. */
  readonly sealed: number;
}

/** Opened or sealed, the payloads are more than one answer may hold: ask for fewer at a time. */
export class TooMuchError extends Error {}

const OPENED_BYTES_MAX = 32 * 1024 * 1024;
const KEY_ID = /^k_[0-9a-f]{16}$/;
/** Ids of unknown keys are whatever was sent: a few of them tell enough. */
const REFUSED_KEYS_MAX = 20;

type OneOpened =
  | { readonly kind: 'opened' | 'erased'; readonly json: PayloadJson; readonly keyId: string; readonly caseId: string }
  | { readonly kind: 'refused'; readonly json: PayloadJson; readonly keyId: string }
  | { readonly kind: 'passed'; readonly json: PayloadJson };

/** Opens what can be opened, each by the key its id names. A destroyed key gives `{"erased":true}`. */
export const openPayloads = async (keys: CaseKeys, payloads: readonly PayloadJson[]): Promise<Converted> => {
  const all: OneOpened[] = [];
  let bytes = 0;
  for (const payload of payloads) {
    const one = await openOne(keys, payload);
    bytes += one.json.data?.length ?? 0;
    if (bytes > OPENED_BYTES_MAX) throw new TooMuchError();
    all.push(one);
  }
  const of = (kind: OneOpened['kind']): readonly OneOpened[] => all.filter((one) => one.kind === kind);
  const opened = of('opened');
  const cases = opened.map((one) => ('caseId' in one ? one.caseId : '')).filter((caseId) => caseId !== '');
  const refused = tallyOf(of('refused'));
  return {
    payloads: all.map(({ json }) => json),
    opened: { ...tallyOf(opened), cases: [...new Set(cases)] },
    erased: tallyOf(of('erased')),
    refused: { ...refused, keys: refused.keys.slice(0, REFUSED_KEYS_MAX) },
    passed: of('passed').length,
    sealed: 0,
  };
};

const openOne = async (keys: CaseKeys, json: PayloadJson): Promise<OneOpened> => {
  const payload = toPayload(json);
  if (!isSealed(payload)) return { kind: 'passed', json };
  const keyId = Buffer.from(payload.metadata?.['key-id'] ?? []).toString('utf8');
  if (!KEY_ID.test(keyId)) return { kind: 'refused', json, keyId: '' };
  try {
    const { erased, caseId, payload: opened } = await openSealed(payload, keys);
    return { kind: erased ? 'erased' : 'opened', json: toPayloadJson(opened), keyId, caseId };
  } catch (error) {
    if (error instanceof ApplicationFailure && error.type === 'key.missing') return { kind: 'refused', json, keyId };
    throw error;
  }
};

const tallyOf = (all: readonly OneOpened[]): Tally => ({
  payloads: all.length,
  keys: [...new Set(all.flatMap((one) => ('keyId' in one && one.keyId !== '' ? [one.keyId] : [])))],
});

const NOTHING: Tally = { payloads: 0, keys: [] };

/**
 * Seals with the surface key: the protocol does not say which workflow the payloads are for. What is sealed already stays.
 * Throws the codec's `payload.tooLarge`.
 */
export const sealPayloads = async (keys: CaseKeys, payloads: readonly PayloadJson[]): Promise<Converted> => {
  const codec = createPayloadCodec({ keys, side: 'passThrough' });
  const all = await Promise.all(
    payloads.map(async (json) => {
      const payload = toPayload(json);
      if (isSealed(payload)) return { json, sealed: false };
      const [sealed = payload] = await codec.encode([payload]);
      return { json: toPayloadJson(sealed), sealed: true };
    }),
  );
  const sealed = all.filter((one) => one.sealed).length;
  return {
    payloads: all.map(({ json }) => json),
    opened: { ...NOTHING, cases: [] },
    erased: NOTHING,
    refused: NOTHING,
    passed: all.length - sealed,
    sealed,
  };
};
