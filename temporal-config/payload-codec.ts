// Whatever reaches Temporal is sealed with the data key of its case, so that destroying the key makes the histories unreadable.
// The case is found from the serialization context's workflow id and stands in the AAD, never in the metadata. A payload with a
// context of another workflow does not open: moving it to another case must not show its words there.
import { ApplicationFailure, type Payload, type PayloadCodec, type SerializationContext } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import type { CaseKeys, DataKey } from './case-keys';
import { ownerOf, type PayloadOwner } from './case-of-context';
import { packBytes, unpackBytes } from './pack-bytes';
import { keyMissing, PAYLOAD_BYTES_MAX, payloadTooLarge } from './payload-failures';

export const SEALED_ENCODING = 'binary/sealed';

/**
 * Who decodes. `worker` and `client` refuse what came unsealed by wrapping it as `{ unsealed: value }`, a shape only the decision
 * schema accepts, and a worker what came to a turn under the surface key; `passThrough` (codec server, exporter) leaves it as it is.
 */
export type CodecSide = 'worker' | 'client' | 'passThrough';

export interface CodecOptions {
  readonly keys: CaseKeys;
  readonly side: CodecSide;
}

const AAD_LABEL = 'turnkeep.payload.v1';
const PayloadProto = temporal.api.common.v1.Payload;
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const toText = (bytes: Uint8Array | null | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());

/**
 * Seals and opens payloads. Fails with `payload.tooLarge` above 1 MiB, with `key.missing` for an unknown key, a changed
 * payload or one of another case. A destroyed key decodes to `{ erased: true }`.
 */
export function createPayloadCodec({ keys, side }: CodecOptions): PayloadCodec {
  return {
    async encode(payloads, context) {
      if (payloads.length === 0) return [];
      const { caseId, key } = await sealingKey(keys, context);
      return payloads.map((payload) => sealPayload(payload, { keys, caseId, key }));
    },
    async decode(payloads, context) {
      const owner = ownerOf(context);
      return Promise.all(
        payloads.map(async (payload) => {
          if (!isSealed(payload)) return side === 'passThrough' ? payload : wrapUnsealed(payload);
          if (side !== 'worker') return (await openSealed(payload, keys, owner)).payload;
          return context?.type === 'workflow'
            ? openOrMark(payload, keys, owner)
            : openOwn(await openSealed(payload, keys, owner), owner);
        }),
      );
    },
  };
}

export function isSealed(payload: Payload): boolean {
  return toText(payload.metadata?.['encoding']) === SEALED_ENCODING;
}

/** What a workflow sees of an unsealed payload: `{ unsealed: value }`, with null for anything that is no JSON. */
export function wrapUnsealed(payload: Payload): Payload {
  try {
    return jsonPayload({ unsealed: jsonValue(payload) });
  } catch {
    // So deep that it cannot be written again: it is no decision either way.
    return jsonPayload({ unsealed: null });
  }
}

async function sealingKey(
  keys: CaseKeys,
  context: SerializationContext | undefined,
): Promise<{ caseId: string; key: DataKey }> {
  const owner = ownerOf(context);
  return owner.kind === 'case'
    ? { caseId: owner.caseId, key: await keys.caseKey(owner.caseId) }
    : { caseId: '', key: keys.surfaceKey() };
}

function sealPayload(payload: Payload, by: { keys: CaseKeys; caseId: string; key: DataKey }): Payload {
  const { keyId, key } = by.key;
  const plain = PayloadProto.encode(payload).finish();
  // Before packing: what crosses is bounded whatever it compresses to.
  if (plain.byteLength > PAYLOAD_BYTES_MAX) throw payloadTooLarge(plain.byteLength);
  const data = by.keys.seal(key, aadOf(keyId, by.caseId), packBytes(plain));
  return { metadata: { encoding: toBytes(SEALED_ENCODING), 'key-id': toBytes(keyId) }, data };
}

/**
 * What reaches a workflow may come from anybody who can signal it. A payload that does not open must not fail its task for ever: it
 * becomes a value that no schema accepts. A workflow whose own argument is such a value fails its task, as it must.
 */
async function openOrMark(payload: Payload, keys: CaseKeys, owner: PayloadOwner): Promise<Payload> {
  try {
    const opened = await openSealed(payload, keys, owner);
    return isAnybodys(opened, owner) ? wrapUnsealed(opened.payload) : opened.payload;
  } catch (error) {
    if (error instanceof ApplicationFailure && error.type === 'key.missing') return jsonPayload({ unreadable: true });
    throw error;
  }
}

/**
 * The surface key seals whatever the Temporal CLI or Web UI sends through the codec server: it hides, and proves nothing of who sent
 * it. To a turn it is as good as plain text, so that nobody but the program gives a turn its state or an activity its argument.
 */
const isAnybodys = ({ caseId, erased }: OpenedPayload, owner: PayloadOwner): boolean =>
  owner.kind === 'case' && caseId === '' && !erased;

/** Of an activity: nobody signals one, so that it was not the turn that sent this. */
const openOwn = (opened: OpenedPayload, owner: PayloadOwner): Payload => {
  if (isAnybodys(opened, owner)) throw keyMissing(opened.keyId, 'it was not sealed with the key of the case');
  return opened.payload;
};

/** What became of a sealed payload, and by which key: for whoever keeps a record of what was opened. */
export interface OpenedPayload {
  readonly payload: Payload;
  readonly keyId: string;
  /** Empty for the surface key, and where the key was destroyed with all that named its case. */
  readonly caseId: string;
  readonly erased: boolean;
}

/** Without an owner the key alone decides, by its id, and the case of that key is what was sealed. Throws `key.missing`. */
export async function openSealed(
  payload: Payload,
  keys: CaseKeys,
  owner: PayloadOwner = { kind: 'none' },
): Promise<OpenedPayload> {
  const keyId = toText(payload.metadata?.['key-id']);
  const surface = keys.surfaceKey();
  const found = keyId === surface.keyId ? { caseId: '', key: surface.key } : await keys.caseKeyById(keyId);
  if (found === undefined) throw keyMissing(keyId, 'the key is unknown here');
  if ('erased' in found) return { payload: jsonPayload({ erased: true }), keyId, caseId: '', erased: true };
  if (found.caseId !== '' && belongsElsewhere(found.caseId, owner)) {
    throw keyMissing(keyId, 'it was sealed for another case than that of the workflow it came in');
  }
  const opened = PayloadProto.decode(openBytes(payload, { keys, keyId, ...found }));
  return { payload: opened, keyId, caseId: found.caseId, erased: false };
}

function belongsElsewhere(caseId: string, owner: PayloadOwner): boolean {
  return owner.kind === 'other' || (owner.kind === 'case' && owner.caseId !== caseId);
}

function openBytes(
  payload: Payload,
  by: { keys: CaseKeys; keyId: string; caseId: string; key: Uint8Array },
): Uint8Array {
  try {
    return unpackBytes(by.keys.open(by.key, aadOf(by.keyId, by.caseId), payload.data ?? new Uint8Array()));
  } catch {
    throw keyMissing(by.keyId, 'its bytes were changed, or the key under this id is another one');
  }
}

function aadOf(keyId: string, caseId: string): Uint8Array {
  return toBytes(JSON.stringify([AAD_LABEL, keyId, caseId]));
}

function jsonPayload(value: unknown): Payload {
  return { metadata: { encoding: toBytes('json/plain') }, data: toBytes(JSON.stringify(value)) };
}

function jsonValue(payload: Payload): unknown {
  if (toText(payload.metadata?.['encoding']) !== 'json/plain') return null;
  try {
    return JSON.parse(toText(payload.data)) as unknown;
  } catch {
    return null;
  }
}
