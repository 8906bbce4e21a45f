// An agent is a table: nodes, the effect each does, and what follows each event that effect may report. A missing event, an
// unknown node or an unknown outcome is a compile error.

/** Effect name -> union of the events it may report. */
export type EventsByEffect = { readonly [effect: string]: string };

export type GraphNode<V extends EventsByEffect, Name extends string, O extends string> =
  | { [E in keyof V & string]: { readonly does: E; readonly on: { readonly [Ev in V[E]]: Name } } }[keyof V & string]
  | { readonly ends: O };

export interface Graph<V extends EventsByEffect, Name extends string, O extends string> {
  readonly start: Name;
  /** Where the governor's verdicts lead: finalize answers from what there is, abort hands off. */
  readonly verdicts: { readonly finalize: Name; readonly abort: Name };
  readonly nodes: { readonly [K in Name]: GraphNode<V, Name, O> };
}

/** Curried so that the events are given by hand and the node names inferred from the table. */
export const defineGraph =
  <V extends EventsByEffect, O extends string>() =>
  <const Name extends string>(graph: {
    start: NoInfer<Name>;
    verdicts: { finalize: NoInfer<Name>; abort: NoInfer<Name> };
    nodes: { readonly [K in Name]: GraphNode<V, NoInfer<Name>, O> };
  }): Graph<V, Name, O> =>
    graph;
