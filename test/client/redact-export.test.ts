// What a redacted export leaves out that only its sender chose.
import { redactExport } from '../../client/one-run/redact-export';
import type { RunExport } from '../../client/one-run/run-export';

/** An export of reviews alone. */
const decidedAt = (...surfaces: readonly (string | null)[]): RunExport =>
  ({
    ...{ startedBy: null, acts: [], effects: [], guard: [], tools: [], notes: [] },
    reviews: surfaces.map((surface) => ({ decidedBy: 'ana', surface })),
  }) as unknown as RunExport;

it('surfaces: those of the product stay, and what a bare signal called its own -> other', () => {
  const { reviews } = redactExport(decidedAt('cli', 'signal', 'olivia_ito_3591', null));
  expect(reviews.map(({ surface, decidedBy }) => [surface, decidedBy])).toEqual([
    ['cli', 'person-1'],
    ['signal', 'person-1'],
    ['other', 'person-1'],
    [null, 'person-1'],
  ]);
});
