// A schema is a tree of schemas under keywords; what stands under `const`, `enum` or `default` is data and is not walked.
import { keywordForms, type Dialect, type KeywordForm } from './schema-keywords';
import type { Json, JsonObject } from '../../core/kernel/json';

export type SchemaPath = readonly (string | number)[];

/** One schema in its place; `via` is the keyword it stands under, undefined at the root. */
export interface SchemaNode {
  readonly path: SchemaPath;
  readonly schema: Json;
  readonly via: string | undefined;
  readonly parent: string | undefined;
}

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `#/properties/a`, the way a reference writes it. */
export const toPointer = (path: SchemaPath): string =>
  `#${path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;

type Member = readonly [SchemaPath, Json];

const membersOf = (value: Json): readonly Member[] =>
  Array.isArray(value)
    ? (value as readonly Json[]).map((member, index): Member => [[index], member])
    : isJsonObject(value)
      ? Object.entries(value).map(([name, member]): Member => [[name], member])
      : [];

const readers: Readonly<Record<KeywordForm, (value: Json) => readonly Member[]>> = {
  data: () => [],
  schema: (value) => [[[], value]],
  list: (value) => (Array.isArray(value) ? membersOf(value) : []),
  either: (value) => (Array.isArray(value) ? membersOf(value) : [[[], value]]),
  map: (value) => (isJsonObject(value) ? membersOf(value) : []),
  dependencies: (value) => (isJsonObject(value) ? membersOf(value).filter(([, member]) => !Array.isArray(member)) : []),
};

/** Every schema in the file, the root first. */
export const walkSchema = (root: Json, dialect: Dialect): readonly SchemaNode[] => {
  const forms = keywordForms[dialect];
  const nodes: SchemaNode[] = [];
  const visit = (node: SchemaNode): void => {
    nodes.push(node);
    if (!isJsonObject(node.schema)) return;
    const parent = toPointer(node.path);
    for (const [keyword, value] of Object.entries(node.schema)) {
      const read = readers[forms.get(keyword) ?? 'data'];
      for (const [at, schema] of read(value)) {
        visit({ path: [...node.path, keyword, ...at], schema, via: keyword, parent });
      }
    }
  };
  visit({ path: [], schema: root, via: undefined, parent: undefined });
  return nodes;
};

const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
};

const childOf = (value: Json | undefined, part: string): Json | undefined => {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(part)];
  return isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
};

/** The names on the way of `#/...`. */
export const pointerParts = (pointer: string): readonly string[] => pointer.slice(2).split('/').map(decodePart);

/** What `#` or `#/...` points at; undefined for every other reference and for one that points at nothing. */
export const resolvePointer = (root: Json, reference: string): Json | undefined => {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  return pointerParts(reference).reduce<Json | undefined>(childOf, root);
};
