// Files that a person writes and a program starts on: settings and policies. Read strictly: a doubled key, a rounded number or a field
// named __proto__ would be dropped or changed in silence. Only regular files of at most 1 MiB are read: opening a pipe may never
// return, and a device may never end. What stands in the file is not repeated, for it may be a key.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { toJsonPath } from '../core/output-guard/json-path';
import { lineOfInexact } from '../core/output-guard/shape';
import { parseJson } from '../core/output-guard/parse';
import { decodeUtf8Strict } from '../core/kernel/decode-utf8';
import { codeOf, messageOf } from './error-facts';
import { SettingsError } from './settings-error';
import type { Json } from '../core/kernel/json';

const BYTES_MAX = 1024 * 1024;

const readBytes = (file: string): Buffer => {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(handle).isFile()) throw new SettingsError(file, ['expected a regular file, got something else']);
    const bytes = Buffer.alloc(BYTES_MAX + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= BYTES_MAX; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, null);
    if (length > BYTES_MAX) throw new SettingsError(file, [`expected at most ${BYTES_MAX} bytes, got more`]);
    return bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
};

const whyUnreadable = (error: unknown): string => {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EACCES' ? 'this user may not read it' : messageOf(error);
};

/** The text of a regular file of at most 1 MiB. Refuses with SettingsError; `what` names the file in its words. */
export const readPlainFile = (file: string, what: string): string => {
  let bytes: Buffer;
  try {
    bytes = readBytes(file);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(file, [`${what}cannot be read: ${whyUnreadable(error)}`]);
  }
  const decoded = decodeUtf8Strict(bytes);
  if (decoded.kind === 'text') return decoded.text;
  throw new SettingsError(file, [`expected UTF-8, got something else at byte ${decoded.atByte}`]);
};

const PROTO = '__proto__';

const protoFaults = (value: unknown, path: readonly (string | number)[]): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        name === PROTO
          ? [`${[...path, name].join('.')}: expected another name, got ${PROTO}`]
          : protoFaults(member, [...path, name]),
      );

/** The settings as written, not yet checked. Refuses with SettingsError. */
export const readSettingsFile = (file: string): Readonly<Record<string, unknown>> => {
  const parsed = parseJson(readPlainFile(file, ''));
  if (parsed.kind === 'fault') {
    const { code, at, words } = parsed.fault;
    // Its words name the key, which may be one that opens something.
    const said = code === 'duplicateKey' ? 'expected each key once, got one twice' : words;
    throw new SettingsError(file, [`is not strict JSON: ${said} (at character ${at})`]);
  }
  const faults = [
    ...protoFaults(parsed.value, []),
    ...parsed.inexact.map((number) =>
      number.path[0] === 'providers'
        ? `${toJsonPath(['providers'])}: expected numbers of at most 15 digits, got a longer one`
        : lineOfInexact(number),
    ),
  ];
  if (faults.length > 0) throw new SettingsError(file, faults);
  return asRecord(file, parsed.value);
};

const asRecord = (file: string, value: Json): Readonly<Record<string, unknown>> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SettingsError(file, ['expected a JSON object']);
};
