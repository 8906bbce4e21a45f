// The facts check on sentences of ours with the verdict each must get. first.jsonl was written before the check was mended by it;
// second.jsonl was written afterwards and first run as it stands in the note beside FLOORS. Figures say how the check does on these
// sentences, all by one hand, and nothing about replies of any model.
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

const read = (file: string): readonly Labelled[] =>
  readFileSync(join(__dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Labelled);

const errorsOf = ({ scene, say }: Labelled): readonly string[] => checkFacts(inputOf(say, SCENES[scene] ?? [])).errors;

describe.each(['first.jsonl', 'second.jsonl'])('labelled sentences, %s', (file) => {
  test.each(read(file).map((line) => [line.verdict, line.kind, line.scene, line.say, line] as const))(
    'facts: %s, %s in %s: %s',
    (_verdict, _kind, _scene, _say, line) => {
      const errors = errorsOf(line);
      if (line.verdict === 'right') expect(errors).toEqual([]);
      else expect(errors).not.toEqual([]);
    },
  );
});
