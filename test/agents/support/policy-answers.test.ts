import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sayPassages } from '../../../agents/support/answers';
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
