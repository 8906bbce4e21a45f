// The one shape in which a model may answer a customer. Its length is counted in code points, as JSON Schema counts, so that what
// the model is told and what is checked are the same figure.
import * as z from 'zod';
import { parseWithRepair } from './repair';
import { checkShape } from './shape';

export const CUSTOMER_REPLY_CHARS_MAX = 4000;

/** The answer to a customer: 1 to `charsMax` code points, not only white space. */
export const customerReplySchemaOf = (charsMax: number) =>
  z.strictObject({
    message: z
      .string()
      .refine((text) => /\S/.test(text), { error: 'expected words, not only white space', abort: true })
      .refine((text) => Array.from(text).length <= charsMax, { error: `expected at most ${charsMax} characters` })
      .meta({ minLength: 1, maxLength: charsMax, description: 'What the customer reads, in plain words.' }),
  });

export const customerReplySchema = customerReplySchemaOf(CUSTOMER_REPLY_CHARS_MAX);
export type CustomerReply = z.infer<typeof customerReplySchema>;

export type CustomerReplyRead =
  | { readonly kind: 'accepted'; readonly message: string }
  | { readonly kind: 'refused'; readonly errors: readonly string[] };

/** Reads a reply's text again as the guard read it when it accepted it: the same repairs, the same schema. */
export const readCustomerReply = (text: string, charsMax = CUSTOMER_REPLY_CHARS_MAX): CustomerReplyRead => {
  const parsed = parseWithRepair(text);
  if (parsed.kind === 'fault') return { kind: 'refused', errors: [parsed.fault.words] };
  const shape = checkShape(customerReplySchemaOf(charsMax), parsed.value, parsed.inexact);
  return shape.kind === 'fits'
    ? { kind: 'accepted', message: shape.value.message }
    : { kind: 'refused', errors: shape.errors };
};
