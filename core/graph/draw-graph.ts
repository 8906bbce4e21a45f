import type { AnyGraph } from './follow';

/** The table as a Mermaid flow chart: one line an edge, edges to one node joined. Drawn from the table, so it cannot lie. */
export const drawGraph = (graph: AnyGraph): string => {
  const lines = ['flowchart TD', `  start([start]) --> ${graph.start}`];
  for (const [name, node] of Object.entries(graph.nodes)) {
    if ('ends' in node) {
      lines.push(`  ${name}([${node.ends}])`);
      continue;
    }
    lines.push(`  ${name}["${name}: ${node.does}"]`);
    const labels = new Map<string, string[]>();
    for (const [event, next] of Object.entries(node.on)) labels.set(next, [...(labels.get(next) ?? []), event]);
    for (const [next, events] of labels) lines.push(`  ${name} -- "${events.join(', ')}" --> ${next}`);
  }
  lines.push(`  governor{{governor}} -. finalize .-> ${graph.verdicts.finalize}`);
  lines.push(`  governor -. abort .-> ${graph.verdicts.abort}`);
  return lines.join('\n');
};
