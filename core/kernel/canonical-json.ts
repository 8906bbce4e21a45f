// One value has one text (RFC 8785), or keys made of it would differ by luck. The library underneath writes `undefined` into its
// output, drops undefined fields, calls toJSON and passes lone surrogates through; each would let two values share a key or one
// value have two, so anything that is not plain JSON is refused before it gets there.
import canonicalize from 'canonicalize';
import { isWellFormed } from './well-formed';

const DEPTH_MAX = 256;

const refuse = (path: string, got: string): never => {
  throw new Error(`canonical JSON: ${path}: expected plain JSON, got ${got}`);
};

const checkObject = (value: object, at: Position): void => {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) refuse(at.path, 'an object of a class');
  if (Object.getOwnPropertySymbols(value).length > 0) refuse(at.path, 'a symbol as key');
  for (const [key, member] of Object.entries(value)) {
    if (!isWellFormed(key)) refuse(at.path, 'a key with a lone surrogate');
    checkPlain(member, { path: `${at.path}.${key}`, depth: at.depth + 1 });
  }
};

interface Position {
  readonly path: string;
  readonly depth: number;
}

const checkList = (list: readonly unknown[], at: Position): void => {
  // An index loop: forEach would pass over a hole, which has no JSON form.
  for (let index = 0; index < list.length; index += 1) {
    checkPlain(list[index], { path: `${at.path}[${index}]`, depth: at.depth + 1 });
  }
};

const checkCompound = (value: object, at: Position): void => {
  if (at.depth > DEPTH_MAX) refuse(at.path, `nesting over ${DEPTH_MAX} levels or a cycle`);
  if (Array.isArray(value)) checkList(value, at);
  else checkObject(value, at);
};

const checkPlain = (value: unknown, at: Position): void => {
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'object') {
    checkCompound(value, at);
  } else if (typeof value === 'string') {
    if (!isWellFormed(value)) refuse(at.path, 'a lone surrogate');
  } else if (typeof value !== 'number') {
    refuse(at.path, typeof value);
  } else if (!Number.isFinite(value)) {
    refuse(at.path, String(value));
  }
};

/** RFC 8785 text of plain JSON. Throws, naming the path, on anything that has no exact JSON form (undefined, NaN, bigint, a class). */
export const canonicalJson = (value: unknown): string => {
  checkPlain(value, { path: '$', depth: 0 });
  return canonicalize(value) ?? refuse('$', 'nothing');
};
