// What the pages say of support's policy is made from the policy file or compared with it: DRAW_POLICY=1 writes the table anew,
// without it a stale page fails.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describePolicy } from '../../../agents/support/describe-policy';
import { shippedPolicy } from '../../../agents/support/shipped-policy';
import type { PolicyLine } from '../../../core/moves/agent-kit';

const root = path.resolve(__dirname, '../../..');
const page = path.join(root, 'agents/support/README.md');
const marker = '<!-- policy -->';

const words: Readonly<Record<PolicyLine['does'], string>> = {
  alone: 'does alone',
  person: 'needs a person',
  refused: 'refuses',
  limit: 'limit over runs',
  review: 'review',
};

const table = (): string =>
  [
    `Policy \`${shippedPolicy.policy}@${shippedPolicy.version}\``,
    '',
    '| | tool | figures |',
    '|---|---|---|',
    ...describePolicy(shippedPolicy).map((line) => `| ${words[line.does]} | \`${line.tool}\` | ${line.words} |`),
  ].join('\n');

const withTable = (text: string): string => {
  const [before = '', ...rest] = text.split(marker);
  expect(rest).toHaveLength(2);
  return `${before}${marker}\n${table()}\n${marker}${rest[1] ?? ''}`;
};

test('README of support: the table of its policy -> says what the file says', () => {
  const text = readFileSync(page, 'utf8');
  if (process.env['DRAW_POLICY'] === '1') writeFileSync(page, withTable(text));
  else expect(text).toBe(withTable(text));
});

test.each(['README.md', 'agents/support/README.md'])(
  '%s: what is refunded "up to" -> the figure of the file',
  (name) => {
    const text = readFileSync(path.join(root, name), 'utf8');
    const figures = [...text.matchAll(/refunds? up to (\d+\.\d\d) USD/g)].map(([, amount]) => amount);
    expect(figures).not.toHaveLength(0);
    expect(new Set(figures)).toEqual(new Set([shippedPolicy.refund.aloneMaxPerOrder]));
  },
);
