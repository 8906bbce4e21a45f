// What support's model may name. Implementations stand in activities/tools/support.
import type { ToolDeclaration } from '../../core/kernel/tool-declaration';
import {
  cancelOrderArgs,
  findOrdersArgs,
  getOrderArgs,
  getPolicyArgs,
  handOffArgs,
  processRefundArgs,
} from './schemas';

/** Reaches no system: the graph routes it to the hand-off. */
export const HAND_OFF_TOOL = 'hand_off';

export const supportTools: readonly ToolDeclaration[] = [
  {
    name: 'find_orders',
    tag: 'reads',
    description:
      "Lists the verified customer's orders. No arguments. Returns per order: order_id, status, item names, total (USD). " +
      'Take it when the order is not known; take get_order when you have an order id and need items, prices or refunds.',
    args: findOrdersArgs,
    freeText: [],
    caseSensitive: [],
    idempotent: 'yes',
    identity: [],
    retryLimit: 2,
    staleAfterMs: 3_600_000,
    timeoutMs: 5_000,
    results: 'records',
  },
  {
    name: 'get_order',
    tag: 'reads',
    description:
      'Reads one order of the customer. order_id: like #W1234567. Returns items (item_id, name, price, options), status, total, ' +
      'refund_methods, refunds so far, tracking. Take it before any refund; take find_orders when the order id is not known.',
    args: getOrderArgs,
    freeText: [],
    caseSensitive: [],
    idempotent: 'yes',
    identity: [],
    retryLimit: 2,
    staleAfterMs: 3_600_000,
    timeoutMs: 5_000,
    results: 'records',
  },
  {
    name: 'get_policy',
    tag: 'reads',
    description:
      'Searches the shop\'s policy documents. question: a few words, like "refund after 30 days". Returns up to 3 passages with ids. Take ' +
      'it when the customer asks what is allowed or how long something takes; take get_order for facts of an order.',
    args: getPolicyArgs,
    freeText: ['question'],
    caseSensitive: [],
    idempotent: 'yes',
    identity: [],
    retryLimit: 2,
    staleAfterMs: 86_400_000,
    timeoutMs: 5_000,
    results: 'documents',
  },
  {
    name: 'process_refund',
    tag: 'movesMoney',
    description:
      'Pays money back for a delivered order. item_ids: "whole" or a list; amount: exact, their sum; payment_method_id: the original ' +
      'one or a gift card of the customer; reason_code: closed list. Returns the receipt id, or the rule that refused it, or that a ' +
      'person decides. Take it only when the customer asked for this refund; take cancel_order for one not sent yet, hand_off for exchanges and changes.',
    args: processRefundArgs,
    freeText: ['note'],
    // Item ids are identifiers, not figures: "0012" is not "12".
    caseSensitive: ['item_ids'],
    idempotent: 'byKey',
    identity: ['order_id', 'item_ids', 'amount'],
    amountField: 'amount',
    currencyFrom: 'facts',
    sensitive: ['amount', 'payment_method_id'],
    reversal: {
      words: 'Money that was paid back is not called back: a person charges the customer again, with their consent.',
    },
    timeoutMs: 15_000,
  },
  {
    name: 'cancel_order',
    tag: 'movesMoney',
    description:
      'Cancels an order that was not sent yet and pays all of it back to the original payment method. order_id: like #W1234567; ' +
      'reason_code: noLongerNeeded or orderedByMistake. Returns the cancellation id and the amount, or the rule that refused it, or that ' +
      'a person decides. Take it only when the customer asked to cancel this order; take process_refund for a delivered one.',
    args: cancelOrderArgs,
    freeText: ['note'],
    caseSensitive: [],
    idempotent: 'byKey',
    identity: ['order_id'],
    amountFrom: 'facts',
    currencyFrom: 'facts',
    reversal: {
      words: 'A cancelled order is not revived: the customer orders again, and a person charges what was paid back.',
    },
    timeoutMs: 15_000,
  },
  {
    name: HAND_OFF_TOOL,
    tag: 'writes',
    description:
      'Gives the conversation to a person and ends your part. reason_code: personRequested (the customer asked for a person), ' +
      'outsideScope (no tool does it), unclear (not understood), cannotProceed (a tool failed). note: what is wanted, in your words. ' +
      'Returns nothing. Take process_refund instead when a plain refund is all that is asked.',
    args: handOffArgs,
    freeText: ['note'],
    caseSensitive: [],
    idempotent: 'yes',
    identity: ['reason_code'],
    timeoutMs: 5_000,
  },
];
