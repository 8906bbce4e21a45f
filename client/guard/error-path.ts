import type { Json } from '../../core/kernel/json';

export type ErrorPath = readonly (string | number)[];

export const joinPaths = (base: ErrorPath, path: ErrorPath): ErrorPath => [...base, ...path];

/** `/items/0/name` as a path into `value`: a step into an array is a number, every other a name. */
export const jsonPathOf = (instancePath: string, value: Json): ErrorPath => {
  let at: unknown = value;
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(at) ? Number(name) : name;
      at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string | number, unknown>>)[step] : undefined;
      return step;
    });
};
