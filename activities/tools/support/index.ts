// Support's tools on the order database and the payment gateway. Every read is about the verified customer: an order of somebody
// else and one that does not exist give the same words, so that nobody learns whose orders exist.
import path from 'node:path';
import { canonicalOrderId } from '../../../agents/support/order-id';
import { readRefundFacts } from '../../../agents/support/refund-facts';
import { cancelOrderArgs, getOrderArgs, processRefundArgs } from '../../../agents/support/schemas';
import type { JsonObject } from '../../../core/kernel/json';
import { fromMinor } from '../../../core/kernel/money';
import type { Facts } from '../../../core/moves/agent-kit';
import type { PaymentGateway, RefundOrder } from '../payments/payment-gateway';
import type { AgentTools, OutsideAnswer, OutsideCall, ToolContext, ToolResult } from '../tool-port';
import { openOrderDatabase, type OrderDatabase } from './order-database';
import { toOrderFacts, toOrderView, toSummaryView } from './order-views';
import { getPolicy, openPolicyDocuments } from './policy-documents';

export interface SupportToolsOptions {
  readonly dataFolder: string;
  /** Holds customers.jsonl, orders.jsonl, products.jsonl and the folder policies. */
  readonly sourceFolder: string;
  readonly payments: Pick<PaymentGateway, 'refund' | 'cancel' | 'lookUp' | 'sendTimeoutMs' | 'keyWindowMs'>;
}

const NO_SUCH_ORDER: ToolResult = { status: 'empty', value: { order: null, words: 'no such order of this customer' } };
const NOT_VERIFIED: ToolResult = { status: 'not_permitted', code: 'customer', words: 'the customer is not verified' };

const findOrders = async (database: OrderDatabase, { subject, effectsOf }: ToolContext): Promise<ToolResult> => {
  if (database.customer(subject) === undefined) return NOT_VERIFIED;
  const orders = database.ordersOf(subject);
  if (orders.length === 0) return { status: 'empty', value: { orders: [], words: 'this customer has no orders' } };
  const effects = await effectsOf(orders.map(({ id }) => id));
  return { status: 'ok', value: { currency: 'USD', orders: orders.map((order) => toSummaryView(order, effects)) } };
};

const getOrder = async (
  database: OrderDatabase,
  args: JsonObject,
  { subject, effectsOf }: ToolContext,
): Promise<ToolResult> => {
  const parsed = getOrderArgs.safeParse(args);
  const orderId = parsed.success ? canonicalOrderId(parsed.data.order_id) : null;
  if (orderId === null) {
    return { status: 'invalid_arguments', code: 'order_id', words: '$.order_id: expected an order id like #W1234567' };
  }
  const customer = database.customer(subject);
  if (customer === undefined) return NOT_VERIFIED;
  const order = database.order(orderId);
  if (order?.owner !== subject) return NO_SUCH_ORDER;
  return { status: 'ok', value: toOrderView(order, customer, await effectsOf([orderId])) };
};

const orderIdOf = (tool: string, args: JsonObject): string | null => {
  const parsed = (tool === 'cancel_order' ? cancelOrderArgs : processRefundArgs).safeParse(args);
  return parsed.success ? canonicalOrderId(parsed.data.order_id) : null;
};

const readFacts = (
  database: OrderDatabase,
  { tool, args, subject }: { tool: string; args: JsonObject; subject: string },
): Facts => {
  const customer = database.customer(subject);
  const orderId = orderIdOf(tool, args);
  const order = orderId === null ? undefined : database.order(orderId);
  return {
    customer: { id: subject, exists: customer !== undefined },
    order: order === undefined ? null : toOrderFacts(order),
    methods: (customer?.methods ?? []).map(({ id, source }) => ({ id, source })),
  };
};

type PayBack = (order: RefundOrder) => Promise<OutsideAnswer>;

const send = (payBack: PayBack, call: OutsideCall, paymentReference: string | undefined): Promise<OutsideAnswer> => {
  const { orderRef, amountMinor, currency, outsideKey, deadlineAtMs, signal } = call;
  if (paymentReference === undefined || orderRef === null || amountMinor === null || currency === null) {
    return Promise.reject(
      new Error('broken invariant: what is claimed has an order, an amount, a currency and a payment method'),
    );
  }
  return payBack({
    outsideKey,
    paymentReference,
    orderReference: orderRef,
    amountMinor,
    currency,
    deadlineAtMs,
    signal,
  });
};

const methodOfRefund = ({ args }: OutsideCall): string | undefined => {
  const parsed = processRefundArgs.safeParse(args);
  return parsed.success ? parsed.data.payment_method_id : undefined;
};

/** What was paid goes back to where it came from: the Gatekeeper saw that it was exactly one payment. */
const methodOfCancel = ({ facts }: OutsideCall): string | undefined => readRefundFacts(facts).order?.payment_methods[0];

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
  const documents = openPolicyDocuments(path.join(options.sourceFolder, 'policies'));
  const { payments } = options;
  const door = (payBack: (call: OutsideCall) => Promise<OutsideAnswer>): AgentTools['effects'][string] => ({
    send: async (call) => nameAmount(await payBack(call)),
    lookUp: async (outsideKey, signal) => nameAmount(await payments.lookUp(outsideKey, signal)),
    sendTimeoutMs: payments.sendTimeoutMs,
    keyWindowMs: payments.keyWindowMs,
  });
  return {
    reads: {
      find_orders: (_args, context) => findOrders(database, context),
      get_order: (args, context) => getOrder(database, args, context),
      get_policy: (args) => Promise.resolve(getPolicy(documents, args)),
    },
    effects: {
      process_refund: door((call) => send(payments.refund, call, methodOfRefund(call))),
      cancel_order: door((call) => send(payments.cancel, call, methodOfCancel(call))),
    },
    facts: (tool, args, subject) => Promise.resolve(readFacts(database, { tool, args, subject })),
    establish: (subject) => Promise.resolve(database.customer(subject) !== undefined),
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
};
