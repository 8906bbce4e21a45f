// The shop's order database: made from the shipped records on first use and only read afterwards. It is built under a name of
// its own and renamed when whole, so that several processes may start at once and a crash leaves no half of it. The file's name
// holds a digest of the records: other records are another database.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';

import { fillOrderDatabase } from './fill-order-database';
import { readOrderRecords, RECORD_FILES } from './order-records';

/** Raised when the schema below changes: an old file is then left alone. */
const LAYOUT = 2;

export interface PaymentMethod {
  readonly id: string;
  readonly source: string;
}
export interface Customer {
  readonly id: string;
  readonly methods: readonly PaymentMethod[];
}
export interface OrderSummary {
  readonly id: string;
  readonly status: string;
  readonly itemNames: readonly string[];
  readonly totalMinor: number;
  readonly currency: string;
}
export interface OrderItem {
  readonly itemId: string;
  readonly name: string;
  readonly priceMinor: number;
  readonly options: Readonly<Record<string, string>>;
}
export interface Payment {
  readonly kind: 'payment' | 'refund';
  readonly amountMinor: number;
  readonly methodId: string;
}
export interface Order {
  readonly id: string;
  readonly owner: string;
  readonly status: string;
  readonly currency: string;
  readonly totalMinor: number;
  readonly items: readonly OrderItem[];
  readonly payments: readonly Payment[];
  readonly trackingIds: readonly string[];
  readonly note: string | null;
  /** Epoch ms; null when the records name no date. */
  readonly deliveredMs: number | null;
}

/** Amounts are integers of minor units. Ids are compared as they stand: callers pass canonical ones. */
export interface OrderDatabase {
  customer(customerId: string): Customer | undefined;
  /** In the order of the shop's records, oldest first. */
  ordersOf(customerId: string): readonly OrderSummary[];
  order(orderId: string): Order | undefined;
  close(): void;
}

interface SummaryRow {
  order_id: string;
  status: string;
  currency: string;
  total_minor: number;
  names: string;
}
interface OrderRow {
  order_id: string;
  customer_id: string;
  status: string;
  currency: string;
  delivered_ms: number | null;
}
interface ItemRow {
  item_id: string;
  name: string;
  price_minor: number;
  options: string;
}

const nameOf = (sourceFolder: string): string => {
  const digest = createHash('sha256');
  for (const file of RECORD_FILES) digest.update(readFileSync(path.join(sourceFolder, file)));
  return `support-orders-${LAYOUT}-${digest.digest('hex').slice(0, 12)}.db`;
};

const build = (file: string, sourceFolder: string): void => {
  const temporary = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    const database = new Sqlite(temporary);
    try {
      fillOrderDatabase(database, readOrderRecords(sourceFolder), Date.now());
    } finally {
      database.close();
    }
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
};

const SUMMARIES = `
SELECT o.order_id, o.status, o.currency, SUM(i.price_minor) AS total_minor, json_group_array(i.name ORDER BY i.line) AS names
FROM orders o JOIN order_items i ON i.order_id = o.order_id
WHERE o.customer_id = ? GROUP BY o.order_id ORDER BY o.rowid`;

interface OrderRow {
  order_id: string;
  customer_id: string;
  status: string;
  currency: string;
  note: string | null;
}

interface Statements {
  readonly customer: Statement<[string], { customer_id: string }>;
  readonly methods: Statement<[string], PaymentMethod>;
  readonly summaries: Statement<[string], SummaryRow>;
  readonly order: Statement<[string], OrderRow>;
  readonly items: Statement<[string], ItemRow>;
  readonly payments: Statement<[string], Payment>;
  readonly shipments: Statement<[string], { tracking_id: string }>;
}

const prepare = (database: Database): Statements => ({
  customer: database.prepare('SELECT customer_id FROM customers WHERE customer_id = ?'),
  methods: database.prepare('SELECT method_id AS id, source FROM payment_methods WHERE customer_id = ? ORDER BY rowid'),
  summaries: database.prepare(SUMMARIES),
  order: database.prepare(
    'SELECT order_id, customer_id, status, currency, note, delivered_ms FROM orders WHERE order_id = ?',
  ),
  items: database.prepare(
    'SELECT item_id, name, price_minor, options FROM order_items WHERE order_id = ? ORDER BY line',
  ),
  payments: database.prepare(
    'SELECT kind, amount_minor AS amountMinor, method_id AS methodId FROM payments WHERE order_id = ? ORDER BY line',
  ),
  shipments: database.prepare('SELECT tracking_id FROM shipments WHERE order_id = ? ORDER BY tracking_id'),
});

const toItem = (row: ItemRow): OrderItem => ({
  itemId: row.item_id,
  name: row.name,
  priceMinor: row.price_minor,
  options: JSON.parse(row.options) as Record<string, string>,
});

const readOrder = (statements: Statements, orderId: string): Order | undefined => {
  const row = statements.order.get(orderId);
  if (row === undefined) return undefined;
  const items = statements.items.all(orderId).map(toItem);
  return {
    id: row.order_id,
    owner: row.customer_id,
    status: row.status,
    currency: row.currency,
    totalMinor: items.reduce((sum, item) => sum + item.priceMinor, 0),
    items,
    payments: statements.payments.all(orderId),
    deliveredMs: row.delivered_ms,
    trackingIds: statements.shipments.all(orderId).map((shipment) => shipment.tracking_id),
    note: row.note,
  };
};

/** Opens the order database in `dataFolder`, making it from the records in `sourceFolder` when it is not there. */
export const openOrderDatabase = (folders: { dataFolder: string; sourceFolder: string }): OrderDatabase => {
  const file = path.join(folders.dataFolder, nameOf(folders.sourceFolder));
  mkdirSync(folders.dataFolder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) build(file, folders.sourceFolder);
  const database = new Sqlite(file, { readonly: true, fileMustExist: true });
  const statements = prepare(database);
  return {
    customer: (customerId) =>
      statements.customer.get(customerId) === undefined
        ? undefined
        : { id: customerId, methods: statements.methods.all(customerId) },
    ordersOf: (customerId) =>
      statements.summaries.all(customerId).map((row) => ({
        id: row.order_id,
        status: row.status,
        itemNames: JSON.parse(row.names) as string[],
        totalMinor: row.total_minor,
        currency: row.currency,
      })),
    order: (orderId) => readOrder(statements, orderId),
    close: () => database.close(),
  };
};
