// What the library that judges schemas is known to judge wrongly, told before it is asked. It passes over a schema under the name
// __proto__; it takes every item for looked at where `contains` stands; and where it notes which fields were looked at, names that
// every object of the language inherits count as noted. A schema of the first two kinds is refused when it is read, a value of the
// third when it is judged: what cannot be judged soundly is never accepted.
import { toJsonPath } from '../../core/output-guard/json-path';
import { keywordForms, type Dialect } from './schema-keywords';
import { isJsonObject, type SchemaNode } from './walk-schema';
import type { Json } from '../../core/kernel/json';

const NOT_SOUNDLY = 'which cannot be judged soundly';

const holds = ({ schema }: SchemaNode, keyword: string): boolean =>
  isJsonObject(schema) && Object.hasOwn(schema, keyword);

const protoNames = ({ path, schema }: SchemaNode, dialect: Dialect): readonly string[] => {
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema)
    .filter(([keyword, value]) => {
      const form = keywordForms[dialect].get(keyword);
      return (form === 'map' || form === 'dependencies') && isJsonObject(value) && Object.hasOwn(value, '__proto__');
    })
    .map(
      ([keyword]) =>
        `${toJsonPath([...path, keyword, '__proto__'])}: expected another name, got __proto__, ${NOT_SOUNDLY}`,
    );
};

/** What of the schema cannot be judged soundly, a line each. */
export const unjudgeableParts = (nodes: readonly SchemaNode[], dialect: Dialect): readonly string[] => {
  const counts = nodes.find((node) => holds(node, 'unevaluatedItems'));
  const contains = counts === undefined ? [] : nodes.filter((node) => holds(node, 'contains'));
  return [
    ...nodes.flatMap((node) => protoNames(node, dialect)),
    ...contains.map(
      ({ path }) =>
        `${toJsonPath([...path, 'contains'])}: expected no contains in a schema that uses unevaluatedItems, got one, ${NOT_SOUNDLY}`,
    ),
  ];
};

export const notesFields = (nodes: readonly SchemaNode[]): boolean =>
  nodes.some((node) => holds(node, 'unevaluatedProperties'));

const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The first field whose name every object inherits, as a line; undefined when there is none. */
export const inheritedName = (value: Json): string | undefined => {
  const open: { readonly path: readonly (string | number)[]; readonly value: Json }[] = [{ path: [], value }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { path } = at;
    if (Array.isArray(at.value)) {
      for (const [index, member] of (at.value as readonly Json[]).entries())
        if (typeof member === 'object') open.push({ path: [...path, index], value: member });
    } else if (isJsonObject(at.value))
      for (const [name, member] of Object.entries(at.value)) {
        if (inherited.has(name))
          return `${toJsonPath([...path, name])}: expected no field of this name where the schema uses unevaluatedProperties, got one that could not be judged`;
        if (typeof member === 'object') open.push({ path: [...path, name], value: member });
      }
  }
  return undefined;
};
