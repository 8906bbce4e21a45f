// Whether a schema asks for an object at its root: only then is a list refused as no object, and only then may prose around the one
// object be cut away.
import { isJsonObject, resolvePointer } from './walk-schema';
import type { Json } from '../../core/kernel/json';

const REFERENCES_MAX = 16;

const isObjectType = (type: Json | undefined): boolean =>
  type === 'object' ||
  (Array.isArray(type) && type.length > 0 && (type as readonly Json[]).every((one) => one === 'object'));

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** True when nothing but an object can fit, as far as `type`, references and combinations say so. */
export const asksObject = (root: Json, schema: Json = root, left: number = REFERENCES_MAX): boolean => {
  if (!isJsonObject(schema) || left === 0) return false;
  const asks = (one: Json): boolean => asksObject(root, one, left - 1);
  if (isObjectType(schema['type']) || listOf(schema['allOf']).some(asks)) return true;
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? resolvePointer(root, reference) : undefined;
  if (target !== undefined && asks(target)) return true;
  return ['anyOf', 'oneOf'].some((keyword) => {
    const forms = listOf(schema[keyword]);
    return forms.length > 0 && forms.every(asks);
  });
};
