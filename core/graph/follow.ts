import { assertInvariant } from '../kernel/assert-never';

/** A table with its types erased, as the driver reads it. */
export interface AnyGraph {
  readonly start: string;
  readonly verdicts: { readonly finalize: string; readonly abort: string };
  readonly nodes: { readonly [name: string]: AnyNode };
}
export type AnyNode =
  { readonly does: string; readonly on: { readonly [event: string]: string } } | { readonly ends: string };

/** The node of that name; an unknown one is a broken invariant (the table's types forbid it). */
export const nodeAt = (graph: AnyGraph, name: string): AnyNode => {
  const node = Object.hasOwn(graph.nodes, name) ? graph.nodes[name] : undefined;
  assertInvariant(node !== undefined, `the graph has no node ${name}`);
  return node;
};

/** One step of the interpreter: the node that follows `event` at `name`. */
export const follow = (graph: AnyGraph, name: string, event: string): string => {
  const node = nodeAt(graph, name);
  assertInvariant('does' in node, `node ${name} ends the run and reports no event`);
  const next = Object.hasOwn(node.on, event) ? node.on[event] : undefined;
  assertInvariant(next !== undefined, `node ${name} has no edge for event ${event}`);
  return next;
};
