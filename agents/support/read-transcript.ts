// What the offline reader knows: the customer's messages, and what came back of the calls made. Only structured fields of results
// are read; text inside them is data and asks for nothing.
import type { JsonObject } from '../../core/kernel/json';
import { toldDoneIn } from './told-before';
import type { ModelView, TranscriptMessage } from '../../core/moves/agent-kit';
import * as z from 'zod';
import { readDone, readWaiting, type WaitingEffect, wasAskedBack } from './read-waiting';

const summary = z.object({ order_id: z.string(), status: z.string(), items: z.array(z.string()), total: z.string() });
const orderView = z.object({
  order_id: z.string(),
  status: z.string(),
  total: z.string(),
  items: z.array(
    z.object({ item_id: z.string(), name: z.string(), price: z.string(), options: z.record(z.string(), z.string()) }),
  ),
  refund_methods: z.array(z.object({ id: z.string(), source: z.string(), original: z.boolean() })),
  refunds: z.array(z.object({ amount: z.string() })),
  tracking: z.array(z.string()),
});
const refundArgs = z.object({
  order_id: z.string(),
  item_ids: z.union([z.literal('whole'), z.array(z.string())]),
  amount: z.union([z.string(), z.number()]),
  payment_method_id: z.string(),
});
const cancelArgs = z.object({ order_id: z.string() });
const receipt = z.object({ id: z.string() });
const passage = z.object({ id: z.string(), text: z.string() });

export type OrderSummaryView = z.infer<typeof summary>;
export type OrderView = z.infer<typeof orderView>;
export type PassageView = z.infer<typeof passage>;

export type OutcomeKind =
  | 'done'
  | 'refusedByRule'
  | 'underway'
  | 'rejected'
  | 'asked'
  | 'expired'
  | 'pendingElsewhere'
  | 'suppressed'
  | 'held'
  | 'refusedOutside'
  | 'failed';

export interface EffectOutcome {
  readonly tool: 'process_refund' | 'cancel_order';
  readonly orderId: string;
  /** Of a refund; a cancellation names none. */
  readonly amount: string | number | null;
  readonly kind: OutcomeKind;
  readonly rule: string;
  readonly receiptId: string | null;
  /** What a person asked back; null unless it is `asked`. */
  readonly question: string | null;
}

/** A message of the customer, and what was said to them before it; empty when nothing was. */
export interface Exchange {
  readonly said: string;
  readonly typed: string;
  /** What the program told between the two: what came of the turn before. */
  readonly facts: string;
}

export interface Knowledge {
  /** The whole case, oldest first. */
  readonly dialog: readonly Exchange[];
  /** Messages of the customer, oldest first, as typed. */
  readonly customerMessages: readonly string[];
  /** Whether the last thing said to the customer before this turn's message was a question of ours. */
  readonly wasAsked: boolean;
  /** Null when the list was not fetched. */
  readonly orders: readonly OrderSummaryView[] | null;
  readonly details: ReadonlyMap<string, OrderView>;
  /** Order ids asked for that the customer does not have. */
  readonly missing: ReadonlySet<string>;
  /** A read failed and gave nothing. */
  readonly readFailed: boolean;
  /** What came of the effects asked for in this turn. */
  readonly outcomes: readonly EffectOutcome[];
  /** Passages of policy documents; null when they were not asked for in this turn. */
  readonly passages: readonly PassageView[] | null;
  readonly hasPolicyTool: boolean;
  /** Effects of earlier turns that wait for a person, as the program tells them. */
  readonly waiting: readonly WaitingEffect[];
  /** Orders of which something was done in an earlier turn, as the program or a reply told. */
  readonly done: readonly string[];
  /** A person's question of the turn before is open. */
  readonly wasAskedBack: boolean;
  /** The guard did not accept the last answer. */
  readonly wasCorrected: boolean;
}

interface PairedResult {
  readonly tool: string;
  readonly args: JsonObject;
  readonly result: JsonObject;
  readonly isError: boolean;
}

const parseObject = (text: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
};

/** What was carried out is the call as a person left it, not as it was proposed. */
const standingArgs = (argsText: string, result: JsonObject): JsonObject => {
  const changed = result['changedByPerson'] as JsonObject | undefined;
  return (changed?.['arguments'] as JsonObject | undefined) ?? parseObject(argsText);
};

/** Results follow their calls in call order; a call without one is left out. */
const pairResults = (messages: readonly TranscriptMessage[]): readonly PairedResult[] => {
  const paired: PairedResult[] = [];
  let open: { tool: string; argsText: string }[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') open = [...message.calls];
    if (message.role !== 'tool') continue;
    const index = open.findIndex((call) => call.tool === message.tool);
    const [call] = index < 0 ? [] : open.splice(index, 1);
    if (call === undefined) continue;
    const result = parseObject(message.text);
    paired.push({ tool: call.tool, args: standingArgs(call.argsText, result), result, isError: message.isError });
  }
  return paired;
};

const valueOf = ({ result }: PairedResult): unknown => result['value'] ?? result;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const RULE_KINDS: Readonly<Record<string, OutcomeKind>> = {
  'review.expired': 'expired',
  'review.pending': 'pendingElsewhere',
  hold: 'held',
  'ledger.held': 'held',
  'gatekeeper.refundUnderway': 'underway',
  'ledger.cap': 'held',
  veto: 'rejected',
};

const STATUS_KINDS: Readonly<Record<string, OutcomeKind>> = {
  ok: 'done',
  done: 'done',
  suppressed: 'suppressed',
  rejected: 'rejected',
  asked: 'asked',
};

const kindOfOutcome = ({ result, isError }: PairedResult): OutcomeKind => {
  const rule = textOf(result['rule']);
  const status = textOf(result['status']);
  const known = RULE_KINDS[rule] ?? STATUS_KINDS[status];
  if (known !== undefined) return known;
  if (/^(?:gatekeeper|ledger|veto)\./.test(rule)) return 'refusedByRule';
  return isError && status === 'not_permitted' ? 'refusedOutside' : 'failed';
};

const effectOf = ({ tool, args }: PairedResult): Pick<EffectOutcome, 'tool' | 'orderId' | 'amount'> | null => {
  if (tool === 'process_refund') {
    const parsed = refundArgs.safeParse(args);
    return parsed.success ? { tool, orderId: parsed.data.order_id, amount: parsed.data.amount } : null;
  }
  const parsed = cancelArgs.safeParse(args);
  return tool === 'cancel_order' && parsed.success ? { tool, orderId: parsed.data.order_id, amount: null } : null;
};

const toOutcome = (paired: PairedResult): readonly EffectOutcome[] => {
  const effect = effectOf(paired);
  if (effect === null) return [];
  const found = receipt.safeParse(valueOf(paired));
  const kind = kindOfOutcome(paired);
  const receiptId = kind === 'done' && found.success ? found.data.id : null;
  const question = kind === 'asked' ? textOf(paired.result['question']).trim() || null : null;
  return [{ ...effect, kind, rule: textOf(paired.result['rule']), receiptId, question }];
};

const readOrders = (paired: readonly PairedResult[]): readonly OrderSummaryView[] | null => {
  const last = paired.findLast((one) => one.tool === 'find_orders' && !one.isError);
  if (last === undefined) return null;
  const parsed = z.object({ orders: z.array(summary) }).safeParse(valueOf(last));
  return parsed.success ? parsed.data.orders : null;
};

const readDetails = (paired: readonly PairedResult[]): ReadonlyMap<string, OrderView> =>
  new Map(
    paired
      .filter((one) => one.tool === 'get_order' && !one.isError)
      .flatMap((one) => {
        const parsed = orderView.safeParse(valueOf(one));
        return parsed.success ? [[parsed.data.order_id, parsed.data] as const] : [];
      }),
  );

const readMissing = (paired: readonly PairedResult[]): ReadonlySet<string> =>
  new Set(
    paired
      .filter((one) => one.tool === 'get_order' && one.result['status'] === 'empty')
      .map((one) => textOf(one.args['order_id'])),
  );

const readPassages = (paired: readonly PairedResult[]): readonly PassageView[] | null => {
  const last = paired.findLast((one) => one.tool === 'get_policy');
  if (last === undefined) return null;
  const parsed = z.object({ passages: z.array(passage) }).safeParse(valueOf(last));
  return parsed.success ? parsed.data.passages : [];
};

/** Where this turn's customer message begins: after the last answer that stood, and what the program says of earlier turns. */
const turnStart = (messages: readonly TranscriptMessage[]): number =>
  messages.findLastIndex((message, index) => {
    const next = messages.slice(index + 1).find((one) => one.role !== 'program');
    return message.role === 'assistant' && message.calls.length === 0 && next?.role === 'customer';
  }) + 1;

const messageIn = (text: string): string => textOf(parseObject(text)['message']) || text;

const readDialog = (messages: readonly TranscriptMessage[]): readonly Exchange[] => {
  const dialog: Exchange[] = [];
  let said = '';
  let facts = '';
  for (const message of messages) {
    if (message.role === 'assistant' && message.calls.length === 0) said = messageIn(message.text);
    if (message.role === 'program') facts = `${facts}\n${message.text}`;
    if (message.role !== 'customer') continue;
    dialog.push({ said, typed: message.text, facts });
    said = '';
    facts = '';
  }
  return dialog;
};

const isRead = (tool: string): boolean => tool === 'find_orders' || tool === 'get_order';

/** Never throws, whatever the transcript holds. */
export const readTranscript = (view: ModelView): Knowledge => {
  const { messages } = view;
  const start = turnStart(messages);
  const paired = pairResults(messages);
  const ofTurn = pairResults(messages.slice(start));
  const before = messages[start - 1];
  const last = messages.at(-1);
  return {
    dialog: readDialog(messages),
    customerMessages: messages.flatMap((message) => (message.role === 'customer' ? [message.text] : [])),
    wasAsked: before?.role === 'assistant' && before.text.includes('?'),
    orders: readOrders(paired),
    details: readDetails(paired),
    missing: readMissing(paired),
    readFailed: paired.some((one) => isRead(one.tool) && one.isError && one.result['status'] !== 'suppressed'),
    outcomes: ofTurn.flatMap(toOutcome),
    passages: readPassages(ofTurn),
    hasPolicyTool: view.tools.some((tool) => tool.name === 'get_policy'),
    waiting: readWaiting(messages),
    done: [...new Set([...readDone(messages), ...readDialog(messages).flatMap(({ said }) => toldDoneIn(said))])],
    wasAskedBack: wasAskedBack(messages),
    wasCorrected: last?.role === 'program' && /^Your (?:reply|JSON)/.test(last.text),
  };
};
