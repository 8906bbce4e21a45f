import { RequestRefused } from './answers';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export function isVisibleAscii(text: string): boolean {
  return VISIBLE_ASCII.test(text);
}

export function invalidRequest(message: string, param?: string): RequestRefused {
  return new RequestRefused(400, { code: 'invalid_request', message, ...(param === undefined ? {} : { param }) });
}

/**
 * Takes an object with no other fields than the allowed ones. Unknown fields are refused rather than ignored: a caller
 * who misspells a field must hear of it here, before money moves.
 */
export function strictObject(value: unknown, allowed: readonly string[], path = ''): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest(`${path === '' ? 'The body' : path} must be a JSON object.`, path === '' ? undefined : path);
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const name of fields.keys()) {
    if (!allowed.includes(name)) {
      const param = path === '' ? name : `${path}.${name}`;
      throw invalidRequest(`Unknown field ${JSON.stringify(param)}.`, param);
    }
  }
  return fields;
}

export function wholeNumber(value: unknown, param: string, [least, most]: readonly [number, number]): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    throw invalidRequest(`${param} must be a whole number from ${least} to ${most}.`, param);
  }
  return value;
}
