// The facts check on sentences of ours with the verdict each must get. How it did when each file was first run, before anything was
// mended by it (caught of wrong, refused of right): first.jsonl 77 of 78 and 1 of 67, second.jsonl 57 of 58 and 1 of 40, third.jsonl
// 22 of 30 and 1 of 18, fourth.jsonl 8 of 10 and 3 of 30, fifth.jsonl 46 of 164 and 3 of 69 (recall 0.28, precision 0.94: it holds what somebody
// got past the check on purpose), sixth.jsonl, written after that was mended, 48 of 53 and 1 of 47, seventh.jsonl,
// which holds right ones alone, 2 of 36 refused. All but fifth.jsonl's were written by one
// hand, knowing the check; none is a reply of any model, and the figures say nothing about one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFacts } from '../../../../agents/support/check-facts';
import { inputOf, SCENES } from './scenes';

interface Labelled {
  readonly kind: string;
  readonly scene: string;
  readonly verdict: 'right' | 'wrong';
  readonly say: string;
}

/** Wrong, and let through today: a check that learns the words takes them from this list. */
const MISSED: ReadonlySet<string> = new Set([
  'Your parcel left our warehouse.',
  'The system refused the refund of $663.85 since the order is delivered.',
  'Your order #W5866402 has three Gaming Mice in it.',
  '207.75 USD and another 2996.03 USD were refunded.',
]);

const read = (file: string): readonly Labelled[] =>
  readFileSync(join(__dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Labelled);

const files = [
  'first.jsonl',
  'second.jsonl',
  'third.jsonl',
  'fourth.jsonl',
  'fifth.jsonl',
  'sixth.jsonl',
  'seventh.jsonl',
];
const errorsOf = ({ scene, say }: Labelled): readonly string[] => {
  const exchanges = SCENES[scene];
  if (exchanges === undefined) throw new Error(`no scene ${scene}`);
  return checkFacts(inputOf(say, exchanges)).errors;
};

describe.each(files)('labelled sentences, %s', (file) => {
  test.each(read(file).map((line) => [line.verdict, line.kind, line.scene, line.say, line] as const))(
    'facts: %s, %s in %s: %s',
    (verdict, _kind, _scene, say, line) => {
      const errors = errorsOf(line);
      if (verdict === 'right' || MISSED.has(say)) expect(errors).toEqual([]);
      else expect(errors).not.toEqual([]);
    },
  );
});

test('facts: all labelled sentences -> so many wrong ones caught and right ones refused, by kind', () => {
  const table: Record<string, string> = {};
  const lines = files.flatMap(read);
  for (const kind of new Set(lines.map((line) => line.kind))) {
    const of = (verdict: string) => lines.filter((line) => line.kind === kind && line.verdict === verdict);
    const caught = of('wrong').filter((line) => errorsOf(line).length > 0).length;
    const refused = of('right').filter((line) => errorsOf(line).length > 0).length;
    table[kind] = `caught ${caught} of ${of('wrong').length}, refused ${refused} of ${of('right').length}`;
  }
  expect(table).toEqual({
    amount: 'caught 22 of 22, refused 0 of 19',
    currency: 'caught 7 of 7, refused 0 of 3',
    said: 'caught 8 of 8, refused 0 of 6',
    status: 'caught 27 of 27, refused 0 of 22',
    order: 'caught 12 of 12, refused 0 of 9',
    id: 'caught 10 of 10, refused 0 of 5',
    date: 'caught 7 of 7, refused 0 of 4',
    quantity: 'caught 17 of 17, refused 0 of 12',
    done: 'caught 26 of 26, refused 0 of 19',
    talk: 'caught 0 of 0, refused 0 of 8',
    long: 'caught 29 of 30, refused 0 of 18',
    plain: 'caught 9 of 10, refused 0 of 30',
    breaker: 'caught 122 of 123, refused 0 of 0',
    deed: 'caught 41 of 41, refused 0 of 69',
    courteous: 'caught 0 of 0, refused 0 of 36',
    later: 'caught 52 of 53, refused 0 of 47',
  });
});
