// The shipped demo orders: one JSON record a line. Every line is checked; a fault names file, line, path, expected and got.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const price = z.number().nonnegative().max(1_000_000);
const options = z.record(z.string(), z.string());

const customer = z.object({
  id: z.string().min(1),
  value: z.object({
    name: z.object({ first_name: z.string(), last_name: z.string() }),
    email: z.string(),
    payment_methods: z.record(
      z.string(),
      z.object({ id: z.string(), source: z.enum(['gift_card', 'paypal', 'credit_card']) }),
    ),
  }),
});

const order = z.object({
  id: z.string().regex(/^#W\d{7}$/),
  value: z.object({
    user_id: z.string(),
    status: z.string(),
    /** What somebody wrote to the order; text from outside. */
    note: z.string().max(2_000).optional(),
    /** Our addition: whole days before the day the database is built. */
    delivered_days_ago: z.int().min(0).max(10_000).optional(),
    items: z.array(z.object({ item_id: z.string(), product_id: z.string(), name: z.string(), price, options })).min(1),
    payment_history: z.array(
      z.object({ transaction_type: z.enum(['payment', 'refund']), amount: price, payment_method_id: z.string() }),
    ),
    fulfillments: z.array(z.object({ tracking_id: z.array(z.string()) })),
  }),
});

const product = z.object({
  id: z.string(),
  value: z.object({
    name: z.string(),
    variants: z.record(z.string(), z.object({ item_id: z.string(), options, available: z.boolean(), price })),
  }),
});

export interface OrderRecords {
  readonly customers: readonly z.infer<typeof customer>[];
  readonly orders: readonly z.infer<typeof order>[];
  readonly products: readonly z.infer<typeof product>[];
}

export const RECORD_FILES = ['customers.jsonl', 'orders.jsonl', 'products.jsonl'] as const;

const parseLine = <T>(schema: z.ZodType<T>, line: string, where: string): T => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(
      `${where}: expected one JSON object a line, got ${JSON.stringify(line.slice(0, 40))}; restore the file`,
    );
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`${where}: ${z.prettifyError(parsed.error)}; restore the file`);
  return parsed.data;
};

const readLines = <T>(folder: string, file: string, schema: z.ZodType<T>): readonly T[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : [parseLine(schema, line, `${file}:${index + 1}`)]));

/** All records of the folder; throws an Error naming the first faulty line. */
export const readOrderRecords = (folder: string): OrderRecords => ({
  customers: readLines(folder, 'customers.jsonl', customer),
  orders: readLines(folder, 'orders.jsonl', order),
  products: readLines(folder, 'products.jsonl', product),
});
