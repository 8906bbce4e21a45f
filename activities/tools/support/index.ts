// Support's tools on the order database and the payment gateway. Every read is about the verified customer: an order of somebody
// else and one that does not exist give the same words, so that nobody learns whose orders exist.
import { canonicalOrderId } from '../../../agents/support/order-id';
import { getOrderArgs, processRefundArgs } from '../../../agents/support/schemas';
import type { JsonObject } from '../../../core/kernel/json';
import { fromMinor } from '../../../core/kernel/money';
import type { Facts } from '../../../core/moves/agent-kit';
import type { PaymentGateway } from '../payments/payment-gateway';
import type { AgentTools, OutsideAnswer, OutsideCall, ToolResult } from '../tool-port';
import { openOrderDatabase, type OrderDatabase } from './order-database';
import { toOrderFacts, toOrderView, toSummaryView } from './order-views';

export interface SupportToolsOptions {
  readonly dataFolder: string;
  /** Holds customers.jsonl, orders.jsonl and products.jsonl. */
  readonly sourceFolder: string;
  readonly payments: Pick<PaymentGateway, 'refund' | 'lookUp' | 'sendTimeoutMs' | 'keyWindowMs'>;
}

const NO_SUCH_ORDER: ToolResult = { status: 'empty', value: { order: null, words: 'no such order of this customer' } };
const NOT_VERIFIED: ToolResult = { status: 'not_permitted', code: 'customer', words: 'the customer is not verified' };

const findOrders = (database: OrderDatabase, subject: string): ToolResult => {
  if (database.customer(subject) === undefined) return NOT_VERIFIED;
  const orders = database.ordersOf(subject).map(toSummaryView);
  return orders.length === 0
    ? { status: 'empty', value: { orders: [], words: 'this customer has no orders' } }
    : { status: 'ok', value: { currency: 'USD', orders } };
};

const getOrder = (database: OrderDatabase, args: JsonObject, subject: string): ToolResult => {
  const parsed = getOrderArgs.safeParse(args);
  const orderId = parsed.success ? canonicalOrderId(parsed.data.order_id) : null;
  if (orderId === null) {
    return { status: 'invalid_arguments', code: 'order_id', words: '$.order_id: expected an order id like #W1234567' };
  }
  const customer = database.customer(subject);
  if (customer === undefined) return NOT_VERIFIED;
  const order = database.order(orderId);
  return order?.owner === subject ? { status: 'ok', value: toOrderView(order, customer) } : NO_SUCH_ORDER;
};

const readFacts = (database: OrderDatabase, args: JsonObject, subject: string): Facts => {
  const customer = database.customer(subject);
  const parsed = processRefundArgs.safeParse(args);
  const orderId = parsed.success ? canonicalOrderId(parsed.data.order_id) : null;
  const order = orderId === null ? undefined : database.order(orderId);
  return {
    customer: { id: subject, exists: customer !== undefined },
    order: order === undefined ? null : toOrderFacts(order),
    methods: (customer?.methods ?? []).map(({ id, source }) => ({ id, source })),
  };
};

const sendRefund = (payments: SupportToolsOptions['payments'], call: OutsideCall): Promise<OutsideAnswer> => {
  const parsed = processRefundArgs.safeParse(call.args);
  const orderRef = parsed.success ? canonicalOrderId(parsed.data.order_id) : null;
  if (!parsed.success || orderRef === null || call.amountMinor === null || call.currency === null) {
    return Promise.reject(new Error('broken invariant: a claimed refund has an order, an amount and a currency'));
  }
  return payments.refund({
    outsideKey: call.outsideKey,
    paymentReference: parsed.data.payment_method_id,
    orderReference: orderRef,
    amountMinor: call.amountMinor,
    currency: call.currency,
    deadlineAtMs: call.deadlineAtMs,
    signal: call.signal,
  });
};

/** Adds the amount as a decimal to what the gateway answered: a reply may state only what a result says. */
const nameAmount = <T extends { readonly kind: string }>(answer: T): T => {
  if (answer.kind !== 'done' || !('value' in answer)) return answer;
  const value = answer.value as JsonObject;
  const { amountMinor, currency } = value;
  return typeof amountMinor === 'number' && typeof currency === 'string'
    ? { ...answer, value: { ...value, amount: fromMinor(amountMinor, currency) } }
    : answer;
};

/** Support's tools; opens (and on first use makes) the order database. */
export const createSupportTools = (options: SupportToolsOptions): AgentTools => {
  const database = openOrderDatabase(options);
  const { payments } = options;
  return {
    reads: {
      find_orders: (_args, { subject }) => Promise.resolve(findOrders(database, subject)),
      get_order: (args, { subject }) => Promise.resolve(getOrder(database, args, subject)),
    },
    effects: {
      process_refund: {
        send: async (call) => nameAmount(await sendRefund(payments, call)),
        lookUp: async (outsideKey, signal) => nameAmount(await payments.lookUp(outsideKey, signal)),
        sendTimeoutMs: payments.sendTimeoutMs,
        keyWindowMs: payments.keyWindowMs,
      },
    },
    facts: (_tool, args, subject) => Promise.resolve(readFacts(database, args, subject)),
    establish: (subject) => Promise.resolve(database.customer(subject) !== undefined),
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
};
