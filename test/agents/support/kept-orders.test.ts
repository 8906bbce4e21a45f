// An order the customer keeps, or only asks about, is never proposed by the offline reader; what was asked is answered.
import type { AgentTools } from '../../../activities/tools/tool-port';
import { openTools, SOURCE_FOLDER, SupportDesk } from './support-desk';
import { readOrderRecords } from '../../../activities/tools/support/order-records';

const owners = new Map(readOrderRecords(SOURCE_FOLDER).orders.map(({ id, value }) => [id, value.user_id]));
let tools: AgentTools;
beforeAll(() => {
  tools = openTools();
});
afterAll(() => tools.close());

const deskFor = (message: string): SupportDesk => {
  const [first] = message.match(/#W\d{7}/) ?? [];
  return new SupportDesk({
    tools,
    subject: owners.get(first ?? '') ?? 'liam_li_5260',
    person: 'approve',
    earlier: 'asTold',
  });
};
const proposed = (judged: readonly { tool: string; args: object }[]): string =>
  judged.map(({ tool, args }) => `${tool} ${(args as { order_id: string }).order_id}`).join(', ');

test.each<readonly [string, string]>([
  ['cancel #W9677982, but not #W3525030', 'cancel_order #W9677982'],
  ['Cancel #W4776164. Leave #W6247578 alone.', 'cancel_order #W4776164'],
  ['Cancel #W9651773 please and keep #W5694685', 'cancel_order #W9651773'],
  ['I want #W7111824 cancelled. #W1080318 should stay.', 'cancel_order #W7111824'],
  ['Please cancel #W6689278. And where is #W5694685?', 'cancel_order #W6689278'],
  [
    'Cancel #W7111824 please. Also tell me the status of #W1080318, I am looking forward to it.',
    'cancel_order #W7111824',
  ],
  ['cancel #W9962383 and #W6851636, but not #W2040365', 'cancel_order #W9962383, cancel_order #W6851636'],
  ['Leave #W3289292 alone. Is #W9722559 on its way?', ''],
])('kept orders: %s -> %s', async (message, expected) => {
  expect(proposed((await deskFor(message).say(message)).judged)).toBe(expected);
});

test('kept orders: asked about beside a cancellation -> answered with it', async () => {
  const message = 'Please cancel #W6689278. And where is #W5694685?';
  const turn = await deskFor(message).say(message);
  expect(turn.message).toContain('I have cancelled order #W6689278');
  expect(turn.message).toContain('Order #W5694685 is pending');
});

test('kept orders: one of two is kept later -> only the other is proposed', async () => {
  const talk = deskFor('#W9677982');
  await talk.say('If that is possible, cancel #W9677982 and #W3525030');
  const turn = await talk.say('Keep #W3525030 please');
  expect(proposed(turn.judged)).not.toContain('#W3525030');
  expect(turn.message ?? '').not.toContain('Shall I cancel order #W3525030');
});
