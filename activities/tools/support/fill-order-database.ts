// Writes the records into an empty order database. Money is stored as integers of minor units.
import type { Database } from 'better-sqlite3';

import { amountFromJson, toMinor } from '../../../core/kernel/money';
import type { OrderRecords } from './order-records';

const SCHEMA = `
CREATE TABLE customers (customer_id TEXT PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL) STRICT;
CREATE TABLE payment_methods (
  method_id TEXT NOT NULL, customer_id TEXT NOT NULL REFERENCES customers, source TEXT NOT NULL, PRIMARY KEY (customer_id, method_id)) STRICT;
CREATE TABLE orders (
  order_id TEXT PRIMARY KEY, customer_id TEXT NOT NULL REFERENCES customers, status TEXT NOT NULL, currency TEXT NOT NULL,
  note TEXT, delivered_ms INTEGER) STRICT;
CREATE INDEX orders_of_customer ON orders (customer_id);
CREATE TABLE order_items (
  order_id TEXT NOT NULL REFERENCES orders, line INTEGER NOT NULL, item_id TEXT NOT NULL, product_id TEXT NOT NULL,
  name TEXT NOT NULL, price_minor INTEGER NOT NULL, options TEXT NOT NULL, PRIMARY KEY (order_id, line)) STRICT;
CREATE TABLE payments (
  order_id TEXT NOT NULL REFERENCES orders, line INTEGER NOT NULL, kind TEXT NOT NULL, amount_minor INTEGER NOT NULL,
  method_id TEXT NOT NULL, PRIMARY KEY (order_id, line)) STRICT;
CREATE TABLE shipments (order_id TEXT NOT NULL REFERENCES orders, tracking_id TEXT NOT NULL, PRIMARY KEY (order_id, tracking_id)) STRICT;
CREATE TABLE variants (
  item_id TEXT PRIMARY KEY, product_id TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL, available INTEGER NOT NULL,
  price_minor INTEGER NOT NULL) STRICT;
`;

export const SHOP_CURRENCY = 'USD';

const minor = (price: number): number => {
  if (price === 0) return 0;
  const parsed = amountFromJson(price);
  if (parsed.kind === 'invalid')
    throw new Error(`a price of the demo orders: ${parsed.why}, got ${price}; restore the file`);
  return toMinor(parsed.amount, SHOP_CURRENCY);
};

const fillCustomers = (database: Database, records: OrderRecords): void => {
  const customer = database.prepare('INSERT INTO customers VALUES (?, ?, ?, ?)');
  const method = database.prepare('INSERT INTO payment_methods VALUES (?, ?, ?)');
  for (const { id, value } of records.customers) {
    customer.run(id, value.name.first_name, value.name.last_name, value.email);
    for (const own of Object.values(value.payment_methods)) method.run(own.id, id, own.source);
  }
};

const DAY_MS = 86_400_000;

/** Counted from midnight UTC: two hosts that build on one day hold the same facts. */
const deliveredMs = (daysAgo: number | undefined, builtMs: number): number | null =>
  daysAgo === undefined ? null : (Math.floor(builtMs / DAY_MS) - daysAgo) * DAY_MS;

const fillOrders = (database: Database, records: OrderRecords, builtMs: number): void => {
  const order = database.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)');
  const item = database.prepare('INSERT INTO order_items VALUES (?, ?, ?, ?, ?, ?, ?)');
  const payment = database.prepare('INSERT INTO payments VALUES (?, ?, ?, ?, ?)');
  const shipment = database.prepare('INSERT INTO shipments VALUES (?, ?)');
  for (const { id, value } of records.orders) {
    const delivered = deliveredMs(value.delivered_days_ago, builtMs);
    order.run(id, value.user_id, value.status, SHOP_CURRENCY, value.note ?? null, delivered);
    value.items.forEach((one, line) =>
      item.run(id, line, one.item_id, one.product_id, one.name, minor(one.price), JSON.stringify(one.options)),
    );
    value.payment_history.forEach((one, line) =>
      payment.run(id, line, one.transaction_type, minor(one.amount), one.payment_method_id),
    );
    for (const tracking of value.fulfillments.flatMap((one) => one.tracking_id)) shipment.run(id, tracking);
  }
};

const fillVariants = (database: Database, records: OrderRecords): void => {
  const variant = database.prepare('INSERT INTO variants VALUES (?, ?, ?, ?, ?, ?)');
  for (const { id, value } of records.products) {
    for (const one of Object.values(value.variants)) {
      variant.run(one.item_id, id, value.name, JSON.stringify(one.options), one.available ? 1 : 0, minor(one.price));
    }
  }
};

/** Fills an empty database in one transaction; throws on a record that contradicts another. Deliveries lie days before `builtMs`. */
export const fillOrderDatabase = (database: Database, records: OrderRecords, builtMs: number): void => {
  database.transaction(() => {
    database.exec(SCHEMA);
    fillCustomers(database, records);
    fillOrders(database, records, builtMs);
    fillVariants(database, records);
  })();
};
