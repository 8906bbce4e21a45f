import * as z from 'zod';
import type { JsonObject } from '../kernel/json';

/**
 * The JSON Schema (2020-12) that a model is shown for what it is to write, from the schema that later judges it. Objects that do
 * not say so themselves are shown as closed. Throws on a schema that has no JSON form.
 */
export const toModelSchema = (schema: z.ZodType): JsonObject => {
  const shown = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined)
        jsonSchema.additionalProperties ??= false;
    },
  });
  const { $schema: _dialect, '~standard': _standard, ...plain } = shown as typeof shown & { '~standard'?: unknown };
  return plain as JsonObject;
};
