// When two values of JSON are equal. A field is a field whatever it is called: nothing of a value is ever called, and a name such as
// toString or __proto__ compares like any other. The order of fields says nothing.
import { isJsonObject } from './walk-schema';
import type { Json, JsonObject } from '../../core/kernel/json';

const areListsEqual = (left: readonly Json[], right: readonly Json[]): boolean =>
  left.length === right.length && left.every((member, index) => isEqualJson(member, right[index]));

const areObjectsEqual = (left: JsonObject, right: JsonObject): boolean => {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqualJson(left[name], right[name]))
  );
};

/** Stops at the first difference. */
export const isEqualJson = (left: Json | undefined, right: Json | undefined): boolean => {
  if (left === right) return true;
  if (Array.isArray(left) || Array.isArray(right))
    return Array.isArray(left) && Array.isArray(right) && areListsEqual(left as Json[], right as Json[]);
  return isJsonObject(left) && isJsonObject(right) && areObjectsEqual(left, right);
};

/** One text for all values that are equal, and for those alone. */
const identityOf = (value: Json): string => {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(identityOf).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${identityOf(value[name] ?? null)}`);
  return `{${fields.join(',')}}`;
};

/** The places of the first member that stood there before, and of that one; undefined when all differ. */
export const findEqualItems = (items: readonly Json[]): readonly [first: number, second: number] | undefined => {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const identity = identityOf(item);
    const first = seen.get(identity);
    if (first !== undefined) return [first, index];
    seen.set(identity, index);
  }
  return undefined;
};
