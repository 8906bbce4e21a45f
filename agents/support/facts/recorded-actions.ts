// What came of each action of the case, read from its result or from what the program tells of earlier turns. A model's arguments say
// which order and amount were meant; only the result says how it stands. What nobody knows stays unknown: it is neither done nor undone.
import type { Json, JsonObject } from '../../../core/kernel/json';
import type { Evidence } from '../../../core/moves/facts-check';
import { amountToMinor } from '../amounts';
import { canonicalOrderId } from '../order-id';

/** `refused` by a rule or the outside system, `rejected` by a person, `open` when nothing was done and nobody decided. */
export type Standing = 'done' | 'unknown' | 'waiting' | 'granted' | 'rejected' | 'refused' | 'open';

export interface RecordedAction {
  readonly tool: string;
  readonly orderId: string | null;
  /** Amounts of the action in minor units: what was proposed and what the answer named. */
  readonly amounts: readonly number[];
  readonly standing: Standing;
  readonly isDone: boolean;
  readonly itemCount: number | null;
  /** The ids of the items it is about; empty where it is the whole order or that is not recorded. */
  readonly itemIds: readonly string[];
  /** The rule an error names; empty where it names none. */
  readonly rule: string;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const STATUS_STANDINGS: Readonly<Record<string, Standing>> = {
  ok: 'done',
  done: 'done',
  rejected: 'rejected',
  asked: 'open',
  not_permitted: 'refused',
};
const RULE_STANDINGS: Readonly<Record<string, Standing>> = {
  'review.pending': 'waiting',
  pending_review: 'waiting',
  'gatekeeper.refundUnderway': 'unknown',
};

/** A hold or a cap refuses nothing for good: a person may still let it go. */
const REFUSING_RULE = /^(?:gatekeeper|edit)\.|^ledger\.(?!(?:held|cap|agentCap)$)/;

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const standingOf = ({ isError }: Evidence, result: JsonObject): Standing => {
  const rule = textIn(result['rule']);
  const status = textIn(result['status']);
  const known = RULE_STANDINGS[rule] ?? STATUS_STANDINGS[status];
  if (known !== undefined) return isError && known === 'done' ? 'unknown' : known;
  if (/^veto\b/.test(rule)) return 'rejected';
  if (REFUSING_RULE.test(rule)) return 'refused';
  return status === 'error' && result['kind'] === 'unavailable' ? 'unknown' : 'open';
};

const minorsOf = (values: readonly unknown[]): readonly number[] =>
  values.flatMap((value) => {
    const minor = value === undefined || value === null ? null : amountToMinor(value);
    return minor === null ? [] : [minor];
  });

const idIn = (value: Json | undefined): string | null => (typeof value === 'string' ? canonicalOrderId(value) : null);

/** What was carried out is the call as a person left it, not as it was proposed. */
const standingArgs = (args: JsonObject, result: JsonObject): JsonObject => {
  const changed = result['changedByPerson'];
  const changedArgs = isObject(changed) ? changed['arguments'] : undefined;
  return isObject(changedArgs) ? changedArgs : args;
};

/** An action and its result. Never throws, whatever the result holds. */
export const toAction = (one: Evidence): RecordedAction => {
  const result = isObject(one.result) ? one.result : {};
  const value = result['value'] ?? result;
  const fields = isObject(value) ? value : {};
  const args = standingArgs(one.args, result);
  const items = args['item_ids'];
  const recordedMinor = fields['amountMinor'];
  const standing = standingOf(one, result);
  return {
    tool: one.tool,
    orderId: idIn(args['order_id']) ?? idIn(fields['order_id']) ?? idIn(fields['order_reference']),
    amounts: [
      ...minorsOf([args['amount'], fields['amount']]),
      ...(typeof recordedMinor === 'number' ? [recordedMinor] : []),
    ],
    standing,
    isDone: standing === 'done',
    itemCount: Array.isArray(items) ? items.length : null,
    itemIds: Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [],
    rule: textIn(result['rule']),
  };
};

/** As core/moves/earlier-view.ts writes them. */
const EARLIER =
  /\b(process_refund|cancel_order)(?: (\d[\d.]{0,15}) [A-Z]{3})?(?: of order (#W\d{7}))?: ([a-z][a-z ,]{0,80})/g;
const EARLIER_STANDINGS: readonly (readonly [RegExp, Standing])[] = [
  [/^done/, 'done'],
  [/^(?:sent|being carried)/, 'unknown'],
  [/^waits/, 'waiting'],
  [/^approved/, 'granted'],
  [/^a person decided against/, 'rejected'],
  [/^refused/, 'refused'],
];

/** What the program tells of earlier turns. */
export const actionsTold = (programMessages: readonly string[]): readonly RecordedAction[] =>
  programMessages
    .filter((text) => text.startsWith('Turn '))
    .flatMap((text) => [...text.matchAll(EARLIER)])
    .map(([, tool = '', amount, orderId, words = '']) => {
      const standing = EARLIER_STANDINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'open';
      const amounts = minorsOf([amount]);
      return {
        tool,
        orderId: orderId ?? null,
        amounts,
        standing,
        isDone: standing === 'done',
        itemCount: null,
        itemIds: [],
        rule: '',
      };
    });
