// Where a reference leads: `$id` begins a place of its own, and what stands before the `#` names a place, what stands behind it a way
// down from there or an anchor in it.
import { isJsonObject, pointerParts, toPointer, type SchemaNode } from './walk-schema';
import type { Json, JsonObject } from '../../core/kernel/json';

/** Where a schema without an `$id` lies; no reference can name it. */
const NOWHERE = 'http://schema.invalid/';

const textOf = (schema: JsonObject, keyword: string): string | undefined => {
  const value = schema[keyword];
  return typeof value === 'string' ? value : undefined;
};

interface Reference {
  readonly place: string;
  readonly fragment: string;
}

const resolve = (reference: string, base: string): Reference => {
  const hash = reference.indexOf('#');
  const uri = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? '' : reference.slice(hash + 1);
  if (uri === '') return { place: base, fragment };
  return { place: URL.canParse(uri, base) ? new URL(uri, base).href : uri, fragment };
};

const anchorsOf = (schema: Json): readonly string[] =>
  isJsonObject(schema) ? ['$anchor', '$dynamicAnchor'].flatMap((keyword) => textOf(schema, keyword) ?? []) : [];

/** The pointer a reference of the schema at `from` leads to; undefined where it leads to nothing in this file. */
export type TargetOf = (from: string, reference: string) => string | undefined;

export const readTargets = (nodes: readonly SchemaNode[]): TargetOf => {
  const bases = new Map<string, string>();
  const roots = new Map<string, string>([[NOWHERE, '#']]);
  const anchors = new Map<string, string>();
  for (const { path, schema, parent } of nodes) {
    const pointer = toPointer(path);
    const above = bases.get(parent ?? '') ?? NOWHERE;
    const id = isJsonObject(schema) ? textOf(schema, '$id') : undefined;
    const { place, fragment } = resolve(id ?? '', above);
    bases.set(pointer, place);
    if (place !== above) roots.set(place, pointer);
    // A fragment alone is draft-7's way to write an anchor.
    for (const name of [...anchorsOf(schema), fragment]) anchors.set(`${place}#${name}`, pointer);
  }
  return (from, reference) => {
    const { place, fragment } = resolve(reference, bases.get(from) ?? NOWHERE);
    const root = roots.get(place);
    if (fragment === '' || root === undefined) return root;
    if (!fragment.startsWith('/')) return anchors.get(`${place}#${fragment}`);
    return `${root}${toPointer(pointerParts(`#${fragment}`)).slice(1)}`;
  };
};
