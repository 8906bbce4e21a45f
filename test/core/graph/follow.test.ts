import { drawGraph } from '../../../core/graph/draw-graph';
import { follow, nodeAt, type AnyGraph } from '../../../core/graph/follow';

const graph: AnyGraph = {
  start: 'work',
  verdicts: { finalize: 'work', abort: 'over' },
  nodes: {
    work: { does: 'think', on: { good: 'over', bad: 'work', worse: 'over' } },
    over: { ends: 'answered' },
  },
};

test('follow: an event of the node -> the node behind it', () => {
  expect(follow(graph, 'work', 'good')).toBe('over');
  expect(follow(graph, 'work', 'bad')).toBe('work');
});

test('follow: an event without an edge, a node that ends, a node that is not there -> a broken invariant that names it', () => {
  expect(() => follow(graph, 'work', 'new')).toThrow('node work has no edge for event new');
  expect(() => follow(graph, 'over', 'good')).toThrow('node over ends the run and reports no event');
  expect(() => follow(graph, 'elsewhere', 'good')).toThrow('the graph has no node elsewhere');
  expect(() => nodeAt(graph, 'elsewhere')).toThrow('the graph has no node elsewhere');
});

test('follow: names every object has -> no node and no edge', () => {
  expect(() => nodeAt(graph, 'constructor')).toThrow('the graph has no node constructor');
  expect(() => follow(graph, 'work', 'toString')).toThrow('node work has no edge for event toString');
});

test('draw-graph: a table -> one line an edge, events to one node joined, the verdict edges dotted', () => {
  expect(drawGraph(graph)).toBe(
    [
      'flowchart TD',
      '  start([start]) --> work',
      '  work["work: think"]',
      '  work -- "good, worse" --> over',
      '  work -- "bad" --> work',
      '  over([answered])',
      '  governor{{governor}} -. finalize .-> work',
      '  governor -. abort .-> over',
    ].join('\n'),
  );
});
