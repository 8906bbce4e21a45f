export interface DecodedString {
  readonly path: string;
  readonly text: string;
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

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
