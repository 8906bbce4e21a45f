// The JSON twins of everything that crosses the boundary between a workflow and its activities: references, ids, codes and
// figures, never anybody's words. Shapes are extended by addition only.
export type * from './effect-shapes';
export type * from './model-shapes';
export type * from './record-shapes';
export type * from './turn-shapes';
