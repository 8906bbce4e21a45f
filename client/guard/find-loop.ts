// A schema may refer to itself: each round then takes up one level of the value, and the levels are bounded. A schema that comes back
// to itself without going down a level can never be judged. A chain of references may be as long as the file: it is followed without
// a call each.
import { readTargets, type TargetOf } from './reference-targets';
import { inPlace } from './schema-keywords';
import { isJsonObject, toPointer, type SchemaNode } from './walk-schema';

type Steps = ReadonlyMap<string, readonly string[]>;

const referencesOf = ({ path, schema }: SchemaNode, targetOf: TargetOf): readonly string[] =>
  ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = isJsonObject(schema) ? schema[keyword] : undefined;
    const target = typeof reference === 'string' ? targetOf(toPointer(path), reference) : undefined;
    return target === undefined ? [] : [target];
  });

const stepsOf = (nodes: readonly SchemaNode[]): Steps => {
  const targetOf = readTargets(nodes);
  const steps = new Map<string, string[]>();
  for (const node of nodes) steps.set(toPointer(node.path), [...referencesOf(node, targetOf)]);
  for (const { path, via, parent } of nodes)
    if (via !== undefined && parent !== undefined && inPlace.has(via)) steps.get(parent)?.push(toPointer(path));
  return steps;
};

/** Whether the way from `start` comes back to a place it is still in; `done` gathers the places that do not. */
const comesBack = (start: string, steps: Steps, done: Set<string>): boolean => {
  const open = new Set<string>();
  const way = [{ at: start, next: 0 }];
  for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
    open.add(last.at);
    const to = steps.get(last.at)?.[last.next];
    last.next += 1;
    if (to === undefined) {
      open.delete(last.at);
      done.add(last.at);
      way.pop();
    } else if (open.has(to)) return true;
    else if (!done.has(to)) way.push({ at: to, next: 0 });
  }
  return false;
};

/** The pointer of a schema that comes back to itself in place; undefined when there is none. */
export const findLoop = (nodes: readonly SchemaNode[]): string | undefined => {
  const steps = stepsOf(nodes);
  const done = new Set<string>();
  return [...steps.keys()].find((start) => !done.has(start) && comesBack(start, steps, done));
};
