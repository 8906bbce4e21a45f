import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sayPassages } from '../../../agents/support/say-passages';
import { openTools, SupportDesk } from './support-desk';

// Every passage of the shipped documents, each asked for by its own heading.
const folder = path.resolve(__dirname, '../../../data/support/policies');
const headings = readdirSync(folder).flatMap((file) =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .flatMap((line) => /^#+ (.+)$/.exec(line)?.[1] ?? []),
);

test.each(headings)('offline reader: asked about "%s" -> its answer passes the facts check', async (heading) => {
  const tools = openTools();
  const turn = await new SupportDesk({ tools, subject: 'liam_li_5260' }).say(`What is your refund policy: ${heading}?`);
  expect(turn.judged).toEqual([]);
  await tools.close();
});

test('passages: nothing left to tell -> null', () => {
  expect(sayPassages([{ id: 'a#b', text: 'Your refund was made.' }])).toBeNull();
  expect(sayPassages([])).toBeNull();
  expect(sayPassages([{ id: 'a#b', text: 'A refund takes five days.' }])).toBe('A refund takes five days. (a#b)');
});

test('passages: how long the money takes -> every way of paying is told', async () => {
  const tools = openTools();
  const desk = new SupportDesk({ tools, subject: 'liam_li_5260' });
  const turn = await desk.say('How long is a refund possible, and how long does the money take?');
  expect(turn.message).toContain('gift card is there at once');
  expect(turn.message).toContain('A refund to a card or to PayPal takes five to seven business days.');
  await tools.close();
});

test('passages: asked about goods that are there -> not told to wait for them', () => {
  const passages = [
    { id: 'a#b', text: 'An order on its way stays so. Wait for the delivery and ask for a refund then.' },
  ];
  expect(sayPassages(passages, true)).not.toContain('Wait for the delivery');
  expect(sayPassages(passages, false)).toContain('Wait for the delivery');
});
