// How a wish is put: `would like` asks for what it names; alternatives and what is said beside a wish are not silently settled.
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

test.each<readonly [string, string]>([
  ['I would like a refund for the running shoes of #W8171054, they are too small', 'Running Shoes'],
  ['I would like a refund of the patio umbrella from order #W7259850', 'Patio Umbrella'],
  ["I'd like a refund for the perfume in #W7841787", 'Perfume'],
  ["I'd like my money back for the kettle in #W3223435", 'Kettle'],
  ["I'd like you to refund 91.78 USD for the tea kettle of #W1764038", 'Tea Kettle'],
  ["We'd really like to have the perfume of #W7841787 refunded", 'Perfume'],
  ['I would love a refund for the perfume of #W7841787', 'Perfume'],
])('would like: %s -> that item is meant', async (message, name) => {
  const turn = await deskFor(message).say(message);
  const order = itemsOf(message);
  const items = turn.judged.flatMap(({ args }) =>
    args['item_ids'] === 'whole'
      ? order
      : (args['item_ids'] as string[]).map((id) => order.find((one) => one.startsWith(id)) ?? ''),
  );
  const said = turn.message ?? '';
  expect(items.length > 0 ? items.map((one) => one.slice(11)).join() : said).toContain(name);
  if (items.length === 0) expect(said).toContain(`The amount for the ${name} of order`);
});

const itemsOf = (message: string): readonly string[] => {
  const id = /#W\d{7}/.exec(message)?.[0];
  const order = readOrderRecords(SOURCE_FOLDER).orders.find((one) => one.id === id);
  return (order?.value.items ?? []).map(({ item_id, name }) => `${item_id} ${name}`);
};

test.each<readonly [subject: string, message: string, calls: readonly string[], told: readonly string[]]>([
  [
    'fatima_smith_4908',
    'If the backpack can be refunded then refund it, otherwise the perfume',
    [],
    ['You named Backpack and Perfume of order #W3508684, one or the other. Which one'],
  ],
  [
    'fatima_smith_4908',
    'Refund either the backpack or the perfume of #W3508684 please',
    [],
    ['You named Backpack and Perfume'],
  ],
  [
    '',
    'refund the water bottle 47.76 USD and everything else of #W4597054 too',
    [],
    ['Which items of order #W4597054'],
  ],
  [
    '',
    'Refund $52.01 for #W7752779 AND $51.05 for the t-shirt in #W7868134',
    ['#W7752779 52.01', '#W7868134 51.05'],
    ['52.01 USD', '51.05 USD'],
  ],
  ['', 'I love the jigsaw #W7752779. Refund the tablet of #W7868134.', ['#W7868134 951.21'], []],
  [
    '',
    'Refund 46.99 USD for the jigsaw puzzle in #W6239298. When did #W8660475 arrive?',
    ['#W6239298 46.99'],
    ['Order #W8660475'],
  ],
  ['', 'Water bottle 54.04 USD in #W6239298 leaks, refund that. The yoga mat of it is great', ['#W6239298 54.04'], []],
  ['', 'Is my refund of 152.78 approved yet? #W3223435', [], ['#W3223435']],
  ['', 'what happened with my cancellation of #W7111824?', [], ['Order #W7111824 is pending']],
  ['', 'Why was #W2307204 so expensive? I should have cancelled it', [], ['#W2307204']],
])('wishes: %s "%s" -> %j', async (subject, message, calls, told) => {
  const desk = subject === '' ? deskFor(message) : new SupportDesk({ tools, subject, earlier: 'asTold' });
  const turn = await desk.say(message);
  expect(turn.judged.map(({ args }) => `${args['order_id'] as string} ${(args['amount'] ?? '') as string}`)).toEqual(
    calls,
  );
  for (const words of told) expect(turn.message).toContain(words);
  expect(turn.message).not.toContain('records say otherwise');
});

test('wishes: another language in a later turn -> a person', async () => {
  const talk = new SupportDesk({ tools, subject: 'liam_li_5260', earlier: 'asTold' });
  await talk.say('hello');
  expect((await talk.say('Ich will mit einem Menschen sprechen')).handOff).toBe('outsideScope');
});

test('after a payment: a no, a yes, a question -> never "nothing changed", and nothing is proposed', async () => {
  for (const message of ['no', 'no I changed my mind', 'wait, that was the wrong item', 'yes', 'Did it go through?']) {
    const talk = new SupportDesk({ tools, subject: 'liam_li_5260', earlier: 'asTold' });
    await talk.say('refund the notebook of #W8512927, $28.59');
    const turn = await talk.say(message);
    expect([message, turn.judged]).toEqual([message, []]);
    expect(turn.message ?? '').not.toMatch(/not changed anything|Nothing was changed|not sure what you need/);
  }
});

test('after a payment: it is to be undone -> a person', async () => {
  const talk = new SupportDesk({ tools, subject: 'liam_li_5260', earlier: 'asTold' });
  await talk.say('refund the notebook of #W8512927, $28.59');
  expect((await talk.say('And could you undo that refund?')).handOff).toBe('outsideScope');
});
