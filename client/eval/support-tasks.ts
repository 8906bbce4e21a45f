// The tasks of the refund desk as they stand in data/evaluation/support-tasks, and the orders of data/support they are about. A task
// counts for success only when every call it expects is one of the two that support has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { productRoot } from '../../temporal-config/settings';
import { ClientError } from '../client-error';

const expectedCall = z.strictObject({
  tool: z.string(),
  args: z.looseObject({
    order_id: z.optional(z.string()),
    item_ids: z.optional(z.array(z.string())),
    payment_method_id: z.optional(z.string()),
    reason: z.optional(z.string()),
  }),
});
const taskLine = z.strictObject({
  id: z.string().regex(/^(?:dev|train)-\d+$/),
  userId: z.string(),
  instruction: z.string(),
  expected: z.array(expectedCall),
});
export type SupportTask = z.infer<typeof taskLine>;
export type ExpectedCall = z.infer<typeof expectedCall>;
export type Split = 'train' | 'dev';

const price = z.number().nonnegative();
const orderLine = z.object({
  id: z.string(),
  value: z.object({
    items: z.array(
      z.object({ name: z.string(), item_id: z.string(), price, options: z.record(z.string(), z.string()) }),
    ),
    payment_history: z.array(z.object({ payment_method_id: z.string() })),
  }),
});

export interface TaskItem {
  readonly itemId: string;
  readonly name: string;
  readonly priceMinor: number;
  readonly options: Readonly<Record<string, string>>;
}
export interface TaskOrder {
  readonly id: string;
  readonly items: readonly TaskItem[];
  readonly paidWith: readonly string[];
}
export type TaskOrders = ReadonlyMap<string, TaskOrder>;

const CANCEL = 'cancel_pending_order';
const RETURN = 'return_delivered_order_items';

export const splitOf = ({ id }: SupportTask): Split => (id.startsWith('dev-') ? 'dev' : 'train');

export const cancelsOf = (task: SupportTask): readonly ExpectedCall[] =>
  task.expected.filter(({ tool }) => tool === CANCEL);

export const returnsOf = (task: SupportTask): readonly ExpectedCall[] =>
  task.expected.filter(({ tool }) => tool === RETURN);

/** Cancel and return alone: the only tasks on which success is counted. */
export const isCounted = (task: SupportTask): boolean =>
  task.expected.length > 0 && task.expected.every(({ tool }) => tool === CANCEL || tool === RETURN);

const readLines = <T>(path: string, schema: z.ZodType<T>): readonly T[] => {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(JSON.parse(line));
    if (parsed.success) return [parsed.data];
    throw new ClientError('EVALUATION_DATA', 2, `${path}:${index + 1}: ${z.prettifyError(parsed.error)}`);
  });
};

/** Every task in the order of the file. Refuses with EVALUATION_DATA, naming file and line. */
export const readSupportTasks = (root = productRoot()): readonly SupportTask[] =>
  readLines(join(root, 'data', 'evaluation', 'support-tasks', 'tasks.jsonl'), taskLine);

/** Prices are exact to the cent in the records; they are integers of minor units from here on. */
export const readTaskOrders = (root = productRoot()): TaskOrders =>
  new Map(
    readLines(join(root, 'data', 'support', 'orders.jsonl'), orderLine).map(({ id, value }) => [
      id,
      {
        id,
        items: value.items.map((item) => ({
          itemId: item.item_id,
          name: item.name,
          priceMinor: Math.round(item.price * 100),
          options: item.options,
        })),
        paidWith: value.payment_history.map((payment) => payment.payment_method_id),
      },
    ]),
  );
