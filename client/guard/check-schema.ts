// A schema from outside is a file like any other: what is wrong with it is told by path, expected and got. A keyword that nobody
// knows is refused, for a mistyped one would judge nothing in silence.
import { nearestName } from '../../core/kernel/nearest-name';
import { toJsonPath } from '../../core/output-guard/json-path';
import { showGot } from '../../core/output-guard/shape-error';
import { findLoop } from './find-loop';
import { unjudgeableParts } from './judgeable';
import { dialectOf, keywordForms, schemaUris, type Dialect } from './schema-keywords';
import { isJsonObject, resolvePointer, walkSchema, type SchemaNode } from './walk-schema';
import type { Json, JsonObject } from '../../core/kernel/json';

const typeNames = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** What draft-7 reads beside `$ref`: nothing that judges. */
const besideOldRef: ReadonlySet<string> = new Set(
  '$ref $id $schema $comment title description default examples definitions readOnly writeOnly'.split(' '),
);

export interface CheckedSchema {
  readonly dialect: Dialect;
  readonly nodes: readonly SchemaNode[];
}

type SchemaCheck =
  | { readonly kind: 'sound'; readonly checked: CheckedSchema }
  | { readonly kind: 'broken'; readonly errors: readonly string[] };

const at = (node: SchemaNode, ...more: readonly string[]): string => toJsonPath([...node.path, ...more]);

const unknownKeywords = (node: SchemaNode, schema: JsonObject, dialect: Dialect): readonly string[] => {
  const known = keywordForms[dialect];
  return Object.keys(schema)
    .filter((keyword) => !known.has(keyword))
    .map((keyword) => {
      const near = nearestName(keyword, [...known.keys()]);
      const meant = near === undefined ? '' : `; did you mean ${near}?`;
      return `${at(node, keyword)}: expected a keyword of JSON Schema ${dialect}, got ${showGot(keyword)}${meant}`;
    });
};

const wrongTypes = (node: SchemaNode, { type }: JsonObject): readonly string[] => {
  const names: readonly Json[] = Array.isArray(type) ? (type as readonly Json[]) : type === undefined ? [] : [type];
  return names
    .filter((name) => typeof name !== 'string' || !typeNames.includes(name))
    .map((name) => `${at(node, 'type')}: expected one of ${typeNames.join(', ')}, got ${showGot(name)}`);
};

const wrongReferences = (node: SchemaNode, schema: JsonObject, root: Json): readonly string[] => {
  const reference = schema['$ref'];
  if (reference === undefined) return [];
  if (typeof reference !== 'string') return [`${at(node, '$ref')}: expected string, got ${showGot(reference)}`];
  const isPointer = reference === '#' || reference.startsWith('#/');
  if (!isPointer || resolvePointer(root, reference) !== undefined) return [];
  return [`${at(node, '$ref')}: expected a reference to a schema in this file, got ${showGot(reference)}`];
};

const ignoredBesideRef = (node: SchemaNode, schema: JsonObject, dialect: Dialect): readonly string[] => {
  if (dialect !== 'draft-7' || schema['$ref'] === undefined) return [];
  return Object.keys(schema)
    .filter((keyword) => !besideOldRef.has(keyword))
    .map((keyword) => `${at(node, keyword)}: expected nothing beside $ref, which draft-7 would ignore, got ${keyword}`);
};

interface Around {
  readonly root: Json;
  readonly dialect: Dialect;
  /** A part has an $id of its own: pointers below it start there, and the compiler resolves them. */
  readonly hasParts: boolean;
}

const faultsOf = (node: SchemaNode, { root, dialect, hasParts }: Around): readonly string[] => {
  const { schema } = node;
  if (typeof schema === 'boolean') return [];
  if (!isJsonObject(schema)) return [`${at(node)}: expected a schema (an object or a boolean), got ${showGot(schema)}`];
  return [
    ...unknownKeywords(node, schema, dialect),
    ...wrongTypes(node, schema),
    ...(hasParts ? [] : wrongReferences(node, schema, root)),
    ...ignoredBesideRef(node, schema, dialect),
  ];
};

/** The schema's dialect and parts, or everything that is wrong with it as far as can be seen without compiling it. */
export const checkSchema = (root: Json): SchemaCheck => {
  const uri = isJsonObject(root) ? root['$schema'] : undefined;
  const dialect = dialectOf(uri);
  if (dialect === undefined) {
    return { kind: 'broken', errors: [`$["$schema"]: expected ${schemaUris.join(' or ')}, got ${showGot(uri)}`] };
  }
  const nodes = walkSchema(root, dialect);
  const hasParts = nodes.some(({ path, schema }) => path.length > 0 && isJsonObject(schema) && '$id' in schema);
  const errors = [
    ...nodes.flatMap((node) => faultsOf(node, { root, dialect, hasParts })),
    ...unjudgeableParts(nodes, dialect),
  ];
  const loop = errors.length > 0 ? undefined : findLoop(nodes);
  if (loop !== undefined) {
    errors.push(`${loop}: expected a reference that goes down into the value, got one that comes back to itself`);
  }
  return errors.length > 0 ? { kind: 'broken', errors } : { kind: 'sound', checked: { dialect, nodes } };
};
