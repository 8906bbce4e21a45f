// A shape is declared by a zod schema, which is ours, or judged by whoever knows a schema from outside. Both pass the same stages:
// what is asked at the root decides how much may be cut away, and a rounded number is never judged.
import { checkShape } from './shape';
import type { Json } from '../kernel/json';
import type { InexactNumber } from './parse';
import type { JsonRoot } from './repair';
import type { ShapeCheck } from './shape';
import type * as z from 'zod';

export interface ShapeJudge {
  readonly kind: 'shapeJudge';
  readonly root: JsonRoot;
  /** Never changes the value; refuses whatever holds an inexact number, and judges none by its rounded value. */
  readonly check: (value: Json, inexact: readonly InexactNumber[]) => ShapeCheck<unknown>;
}

/** The judge of a schema of ours: our shapes are all objects. */
export const toShapeJudge = (schema: z.ZodType | ShapeJudge): ShapeJudge =>
  'kind' in schema
    ? schema
    : { kind: 'shapeJudge', root: 'object', check: (value, inexact) => checkShape(schema, value, inexact) };
