// A schema may refer to itself: each round then takes up one level of the value, and the levels are bounded. A schema that comes back
// to itself without going down a level can never be judged.
import { inPlace } from './schema-keywords';
import { isJsonObject, pointerParts, toPointer, type SchemaNode } from './walk-schema';
import type { Json } from '../../core/kernel/json';

type Steps = ReadonlyMap<string, readonly string[]>;

const normalPointer = (reference: string): string =>
  reference.startsWith('#/') ? toPointer(pointerParts(reference)) : reference;

const targetOf = (schema: Json, anchors: ReadonlyMap<string, string>): readonly string[] => {
  if (!isJsonObject(schema)) return [];
  return ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = schema[keyword];
    if (typeof reference !== 'string') return [];
    return [anchors.get(reference) ?? normalPointer(reference)];
  });
};

const anchorsOf = (nodes: readonly SchemaNode[]): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap(({ path, schema }) =>
      isJsonObject(schema)
        ? ['$anchor', '$dynamicAnchor'].flatMap((keyword): (readonly [string, string])[] =>
            typeof schema[keyword] === 'string' ? [[`#${schema[keyword]}`, toPointer(path)]] : [],
          )
        : [],
    ),
  );

const stepsOf = (nodes: readonly SchemaNode[]): Steps => {
  const anchors = anchorsOf(nodes);
  const steps = new Map<string, string[]>();
  for (const { path, schema } of nodes) steps.set(toPointer(path), [...targetOf(schema, anchors)]);
  for (const { path, via, parent } of nodes)
    if (via !== undefined && parent !== undefined && inPlace.has(via)) steps.get(parent)?.push(toPointer(path));
  return steps;
};

/** The pointer of a schema that comes back to itself in place; undefined when there is none. */
export const findLoop = (nodes: readonly SchemaNode[]): string | undefined => {
  const steps = stepsOf(nodes);
  const done = new Set<string>();
  const isOnLoop = (start: string): boolean => {
    const open = new Set<string>();
    const follow = (at: string): boolean => {
      if (open.has(at)) return true;
      if (done.has(at)) return false;
      open.add(at);
      const found = (steps.get(at) ?? []).some(follow);
      open.delete(at);
      done.add(at);
      return found;
    };
    return follow(start);
  };
  return [...steps.keys()].find(isOnLoop);
};
