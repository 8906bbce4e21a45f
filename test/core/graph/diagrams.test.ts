// The diagram in an agent's README is drawn from its table: DRAW_GRAPHS=1 writes it anew, without it a stale one fails.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawGraph } from '../../../core/graph/draw-graph';
import type { AnyGraph } from '../../../core/graph/follow';

const agentsFolder = join(__dirname, '../../../agents');
const agents = readdirSync(agentsFolder).filter((name) => existsSync(join(agentsFolder, name, 'graph.ts')));

const isGraph = (value: unknown): value is AnyGraph =>
  typeof value === 'object' && value !== null && 'nodes' in value && 'verdicts' in value;

const graphOf = async (agent: string): Promise<AnyGraph> => {
  const exports = (await import(join(agentsFolder, agent, 'graph.ts'))) as Record<string, unknown>;
  const exported = Object.values(exports).filter(isGraph);
  expect(exported).toHaveLength(1);
  return exported[0]!;
};

const marker = '<!-- graph -->';

/** The text with the diagram between the two markers; one marker alone is the place for the first drawing. */
const withDiagram = (readme: string, diagram: string): string => {
  const [before = '', ...rest] = readme.split(marker);
  const after = rest.at(-1) ?? '';
  expect({ markers: rest.length }).toEqual({ markers: rest.length === 1 ? 1 : 2 });
  return `${before}${marker}\n\`\`\`mermaid\n${diagram}\n\`\`\`\n${marker}${after}`;
};

test('diagrams: there are agents with a table -> each has a README', () => {
  expect(agents).toContain('support');
});

test.each(agents)('diagram of %s: drawn from the table -> the README shows this very graph', async (agent) => {
  const path = join(agentsFolder, agent, 'README.md');
  const readme = readFileSync(path, 'utf8');
  const drawn = withDiagram(readme, drawGraph(await graphOf(agent)));
  if (process.env['DRAW_GRAPHS'] === '1') writeFileSync(path, drawn);
  else expect(readme).toBe(drawn);
});
