// Each story is one promise of the product, told in the words of the run. UPDATE_SCENARIOS=1 writes the traces anew; what changed is
// read in review.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStory, writeStory } from './read-story';
import { runScenario } from './run-scenario';

const stories = readdirSync(__dirname)
  .filter((name) => name.endsWith('.txt'))
  .sort();

test.each(stories)('scenario %s: the script -> the trace told', (name) => {
  const path = join(__dirname, name);
  const story = readStory(readFileSync(path, 'utf8'));
  const trace = runScenario(story);
  if (process.env['UPDATE_SCENARIOS'] === '1') writeFileSync(path, writeStory(story, trace));
  else expect(trace).toBe(story.expected);
});

test('scenarios: every one has a script and a trace -> none is empty', () => {
  expect(stories.length).toBeGreaterThan(20);
  for (const name of stories) {
    const { script, expected } = readStory(readFileSync(join(__dirname, name), 'utf8'));
    expect({ name, lines: script.length > 0, traced: expected !== '' }).toEqual({ name, lines: true, traced: true });
  }
});
