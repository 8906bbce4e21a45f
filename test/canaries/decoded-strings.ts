// What a history tells to whoever holds the key.
import type { Payload, PayloadCodec } from '@temporalio/common';
import { isSealed } from '../../temporal-config/payload-codec';
import type { Evidence } from './find-words';
import type { RawRun } from './raw-history';

export interface DecodedString {
  readonly path: string;
  readonly text: string;
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A payload in the JSON of an exported history: its parts are base64. */
const openPayload = (value: Readonly<Record<string, unknown>>): unknown => {
  const { metadata, data } = value;
  if (!isObject(metadata) || typeof metadata['encoding'] !== 'string') return undefined;
  const text = typeof data === 'string' ? fromBase64(data) : '';
  return fromBase64(metadata['encoding']) === 'json/plain' ? (JSON.parse(text) as unknown) : text;
};

/** Text that is JSON itself, as a step's delta is. */
const parseNested = (text: string): unknown => {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const walk = (path: string, value: unknown): readonly DecodedString[] => {
  if (typeof value === 'string') {
    const nested = parseNested(value);
    return nested === undefined ? [{ path, text: value }] : walk(`${path}!`, nested);
  }
  if (Array.isArray(value)) return value.flatMap((member) => walk(`${path}[]`, member));
  if (!isObject(value)) return [];
  const opened = openPayload(value);
  if (opened !== undefined) return walk(`${path}*`, opened);
  return Object.entries(value).flatMap(([name, member]) => [
    { path: `${path} (name)`, text: name },
    ...walk(`${path}.${name}`, member),
  ]);
};

/** Every string of an exported history, its payloads opened; names of fields count as strings. */
export const decodedStrings = (historyText: string): readonly DecodedString[] => walk('', JSON.parse(historyText));

const isPayload = (value: Readonly<Record<string, unknown>>): boolean =>
  isObject(value['metadata']) && ArrayBuffer.isView(value['metadata']['encoding']);

const payloadsIn = (value: unknown): readonly Payload[] => {
  if (!isObject(value) || ArrayBuffer.isView(value)) return [];
  return isPayload(value) ? [value] : Object.values(value).flatMap(payloadsIn);
};

/** The bytes of every sealed payload of the run, opened: nothing is left out, as an export leaves out stacks. */
export const openPayloads = async (
  { workflowId, events }: RawRun,
  codec: PayloadCodec,
): Promise<readonly Evidence[]> => {
  const sealed = payloadsIn(events).filter(isSealed);
  const opened = await codec.decode([...sealed], { type: 'workflow', namespace: 'default', workflowId });
  return opened.map(({ data }) => ({ place: `a payload of ${workflowId}`, bytes: Uint8Array.from(data ?? []) }));
};
