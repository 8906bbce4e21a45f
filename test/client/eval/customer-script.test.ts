import { answerReply, openCase } from '../../../client/eval/customer-script';
import { readInstruction, toFirstPerson } from '../../../client/eval/instruction';
import { playTask, TURNS_MAX } from '../../../client/eval/play-task';
import { decideAsTask } from '../../../client/eval/simulated-reviewer';
import { toBatches } from '../../../client/eval/run-support-tasks';
import {
  isCounted,
  readSupportTasks,
  readTaskOrders,
  splitOf,
  type SupportTask,
} from '../../../client/eval/support-tasks';

const TASKS = readSupportTasks();
const orders = readTaskOrders();
const taskOf = (id: string): SupportTask => {
  const task = TASKS.find((one) => one.id === id);
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
};
const worldOf = (instruction: string) => ({ task: { ...taskOf('train-0'), instruction }, orders });
const WORDS = 'You want to return the electric kettle and the wall clock to your credit card.';
const reply = (text: string, instruction = WORDS): string | null => {
  const world = worldOf(instruction);
  return answerReply(world, openCase(world).state, text)?.message ?? null;
};

test('tasks: all 60, of which 12 of dev and 7 of train are of cancel and return alone', () => {
  expect(TASKS).toHaveLength(60);
  const counted = TASKS.filter(isCounted).map(splitOf);
  expect([
    counted.filter((split) => split === 'dev').length,
    counted.filter((split) => split === 'train').length,
  ]).toEqual([12, 7]);
});

test.each([
  ['You want to return the lamp you bought.', 'I want to return the lamp I bought.'],
  ["You've changed your mind and you'd like it back.", "I've changed my mind and I'd like it back."],
  ['They sent you the wrong lamp.', 'They sent me the wrong lamp.'],
  ['You want the agent to cancel order #W1234567.', 'Please cancel order #W1234567.'],
])('instruction: "%s" -> said in the first person', (sentence, spoken) => {
  expect(toFirstPerson(sentence)).toBe(spoken);
});

test('instruction: who somebody is and how they behave -> not said', () => {
  const text =
    'Your name is Ann Lee and your zip code is 12345. You are shy, direct and polite. You want to return the lamp. Do not mention the price.';
  expect(readInstruction(text)).toEqual({ opening: 'I want to return the lamp.', later: [], otherwise: [] });
});

test('instruction: what hangs on the agent -> held back', () => {
  const text =
    'You want to return the lamp. If the agent asks for confirmation, mention that you also want to return the desk. If that is not possible, you want a refund.';
  expect(readInstruction(text)).toEqual({
    opening: 'I want to return the lamp.',
    later: ['I also want to return the desk.'],
    otherwise: ['I want a refund.'],
  });
});

describe('customer script', () => {
  test('asked to confirm what the task expects -> yes, with amount and order', () => {
    expect(reply('The amount for order #W6067464 is 354.49 USD. Shall I refund exactly that?')).toBe(
      'Yes, refund 354.49 USD for order #W6067464.',
    );
  });

  test('asked to confirm another amount -> no, and the items by name', () => {
    expect(reply('The amount for order #W6067464 is 158.90 USD. Shall I refund exactly that?')).toMatch(
      /^No, I want to return the .*Electric Kettle .* of order #W6067464\.$/,
    );
  });

  test.each([
    'The amount for order #W1111111 is 354.49 USD. Shall I refund exactly that?',
    'Shall I cancel order #W6067464?',
  ])('asked to confirm what the task does not expect: %s -> no', (question) => {
    expect(reply(question)).toMatch(/^No, /);
  });

  test('asked which order, the items named in words -> points at it once', () => {
    const world = worldOf(WORDS);
    const first = answerReply(world, openCase(world).state, 'Which order do you mean?');
    expect(first?.message).toBe('It is order #W6067464.');
    expect(first === null ? undefined : answerReply(world, first.state, 'Which order do you mean?')).toBeNull();
  });

  test('asked which order, nothing named in words -> points at none', () => {
    expect(reply('Which order do you mean?', 'You want your money back.')).toBeNull();
  });

  test('asked to confirm while a wish is held back -> the wish first', () => {
    const text = `${WORDS} If the agent asks for confirmation, mention that you also want to return the desk.`;
    expect(reply('The amount for order #W6067464 is 354.49 USD. Shall I refund exactly that?', text)).toBe(
      'I also want to return the desk.',
    );
  });

  test('an answer without a question -> the case is over', () => {
    expect(reply('I have made the refund.')).toBeNull();
  });
});

test('a task: an agent that asks for ever -> ends after eight turns', async () => {
  const question = 'The amount for order #W6067464 is 354.49 USD. Shall I refund exactly that?';
  const played = await playTask(worldOf(WORDS), () => Promise.resolve({ end: 'answered', reply: question }));
  expect(played).toEqual({ turns: TURNS_MAX, end: 'turnsUsedUp' });
});

test('simulated reviewer: what the task expects -> approved; another reason -> rejected', () => {
  const world = { task: taskOf('train-4'), orders };
  const call = (reason: string) => ({ tool: 'cancel_order', args: { order_id: '#W7602708', reason_code: reason } });
  expect(decideAsTask(world, call('noLongerNeeded'))).toBe('approve');
  expect(decideAsTask(world, call('orderedByMistake'))).toBe('reject');
});

test('batches: tasks of one customer -> never in one batch, and none is lost', () => {
  const batches = toBatches(TASKS);
  for (const batch of batches) expect(new Set(batch.map(({ userId }) => userId)).size).toBe(batch.length);
  expect(batches.flat()).toHaveLength(60);
  expect(batches).toHaveLength(5);
});
