// The customer of a task: a script made from it, not a person. It says what the instruction says, answers questions about orders,
// items, amounts and methods, and agrees to exactly what the task expects. The expected actions are used for two things only: to
// decide yes or no to what the agent proposes, and to point at an order or an item that the instruction names in words.
import { readInstruction, type Instruction } from './instruction';
import {
  cancelsOf,
  returnsOf,
  type ExpectedCall,
  type SupportTask,
  type TaskItem,
  type TaskOrders,
} from './support-tasks';

export const CUSTOMER_LABEL = 'customer: script from the task, not a person';

/** What the script still has to say, and what it has said of orders. */
export interface CustomerState {
  readonly later: readonly string[];
  readonly otherwise: readonly string[];
  readonly pointedAt: readonly string[];
}

export interface CustomerTurn {
  readonly message: string;
  readonly state: CustomerState;
}

export interface TaskWorld {
  readonly task: SupportTask;
  readonly orders: TaskOrders;
}

const idOf = ({ args }: ExpectedCall): string => args.order_id ?? '';

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const singular = (word: string): string => word.replace(/s$/, '');

/** Whether the instruction has the name in it, in one or more, or the last word of it. */
const isNamed = (instruction: string, name: string): boolean => {
  const said = new Set(wordsOf(instruction).map(singular));
  const words = wordsOf(name).map(singular);
  return words.every((word) => said.has(word)) || said.has(words.at(-1) ?? '');
};

const itemsOf = ({ task, orders }: TaskWorld, call: ExpectedCall): readonly TaskItem[] => {
  const items = orders.get(idOf(call))?.items ?? [];
  return call.tool === 'cancel_pending_order' || !returnsOf(task).includes(call)
    ? items
    : items.filter(({ itemId }) => call.args.item_ids?.includes(itemId) === true);
};

const sayItems = (items: readonly TaskItem[]): string =>
  items.map(({ name, options }) => `the ${name} (${Object.values(options).join(', ')})`).join(' and ');

const ORDER = /#W\d{7}/g;
const ordersIn = (text: string): readonly string[] => [...new Set(text.match(ORDER) ?? [])];

/** The line that asks; the last one when several do. */
const questionIn = (reply: string): string | null =>
  reply
    .split('\n')
    .filter((line) => line.includes('?'))
    .at(-1) ?? null;

const ASKS_CONFIRMATION = /\b(?:shall i|should i|do you want me to|would you like me to|confirm|proceed|go ahead)\b/i;
const ASKS_WHICH_ORDER = /\bwhich order|order (?:number|id)\b/i;
const ASKS_ITEMS = /\bwhich (?:items?|of)\b/i;
const ASKS_METHOD = /\b(?:payment method|gift card|paypal|credit card|which one|only go to)\b/i;
const CAN_NOT = /\b(?:can ?not|can't|unable|not able|could not|decided against|not possible|no cancellation)\b/i;

const money = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

const answerRefund = (world: TaskWorld, orderId: string, question: string): string => {
  const call = returnsOf(world.task).find((one) => idOf(one) === orderId);
  if (call === undefined) return 'No, I do not want that.';
  const items = itemsOf(world, call);
  const sum = money(items.reduce((total, item) => total + item.priceMinor, 0));
  return question.includes(sum)
    ? `Yes, refund ${sum} USD for order ${orderId}.`
    : `No, I want to return ${sayItems(items)} of order ${orderId}.`;
};

const answerCancel = (world: TaskWorld, orderId: string): string =>
  cancelsOf(world.task).some((one) => idOf(one) === orderId)
    ? `Yes, cancel order ${orderId}.`
    : `No, do not cancel order ${orderId}.`;

const answerConfirmation = (world: TaskWorld, question: string): string => {
  const [orderId] = ordersIn(question);
  if (orderId === undefined) return 'No, I am not sure what that is about.';
  return /\bcancel/i.test(question) ? answerCancel(world, orderId) : answerRefund(world, orderId, question);
};

/** The next expected order that the instruction names in words and that was not pointed at before. */
const pointAtOrder = (world: TaskWorld, { pointedAt }: CustomerState): string | null => {
  const { task } = world;
  const call = [...cancelsOf(task), ...returnsOf(task)].find(
    (one) =>
      !pointedAt.includes(idOf(one)) &&
      (task.instruction.includes(idOf(one)) || itemsOf(world, one).some(({ name }) => isNamed(task.instruction, name))),
  );
  return call === undefined ? null : idOf(call);
};

const answerItems = (world: TaskWorld, question: string): string => {
  const [orderId] = ordersIn(question);
  const call = returnsOf(world.task).find((one) => idOf(one) === orderId);
  const items = call === undefined ? [] : itemsOf(world, call);
  const isToldOf = items.some(({ name }) => isNamed(world.task.instruction, name));
  return call === undefined || !isToldOf ? 'No, nothing of that order.' : `${sayItems(items).replace(/^t/, 'T')}.`;
};

/** From the instruction's own words; without any, to where it was paid with. */
const answerMethod = ({ task }: TaskWorld): string => {
  const id = /\b(?:gift_card|paypal|credit_card)_\d+\b/.exec(task.instruction)?.[0];
  if (id !== undefined) return `To ${id}, please.`;
  const named = [/\bgift card\b/i, /\bpaypal\b/i, /\bcredit card\b/i].find((pattern) => pattern.test(task.instruction));
  const word = named === undefined ? undefined : named.exec(task.instruction)?.[0];
  return word === undefined ? 'To the original payment method, please.' : `To my ${word.toLowerCase()}, please.`;
};

const answerQuestion = (world: TaskWorld, state: CustomerState, question: string): CustomerTurn | null => {
  if (ASKS_ITEMS.test(question)) return { message: answerItems(world, question), state };
  if (ASKS_WHICH_ORDER.test(question) && !ASKS_CONFIRMATION.test(question)) {
    const orderId = pointAtOrder(world, state);
    if (orderId === null) return null;
    return { message: `It is order ${orderId}.`, state: { ...state, pointedAt: [...state.pointedAt, orderId] } };
  }
  if (ASKS_CONFIRMATION.test(question)) return { message: answerConfirmation(world, question), state };
  return ASKS_METHOD.test(question) ? { message: answerMethod(world), state } : null;
};

const sayNext = (state: CustomerState, from: 'later' | 'otherwise'): CustomerTurn | null => {
  const [message, ...rest] = state[from];
  return message === undefined ? null : { message, state: { ...state, [from]: rest } };
};

/** The first message. */
export const openCase = ({ task }: TaskWorld): CustomerTurn => {
  const { opening, later, otherwise }: Instruction = readInstruction(task.instruction);
  return { message: opening === '' ? 'Hello' : opening, state: { later, otherwise, pointedAt: [] } };
};

/** What the customer says to a reply; null when nothing is open. */
export const answerReply = (world: TaskWorld, state: CustomerState, reply: string): CustomerTurn | null => {
  const question = questionIn(reply);
  if (question !== null && ASKS_CONFIRMATION.test(question)) {
    const addition = sayNext(state, 'later');
    if (addition !== null) return addition;
  }
  const answer = question === null ? null : answerQuestion(world, state, question);
  if (answer !== null) return answer;
  if (CAN_NOT.test(reply)) {
    const other = sayNext(state, 'otherwise');
    if (other !== null) return other;
  }
  return sayNext(state, 'later');
};
