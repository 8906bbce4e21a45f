// One line for a call of an activity, as a history shows it: where the run is, which tool, which call. Codes only. It is written
// into every history event of a step, so it is short; the budget of a step's history is measured.
import type { Call } from './agent';

const TOOL = /^[A-Za-z][\w.-]{0,63}$/;
/** Enough of a call's id to tell it from its neighbours, and to find it by. */
const CALL_CHARS = 8;

/** `tools get_order 1b2c3d4e`, `record approve rv_1b2c3d4e5f60718`, `agent attempt 2`, or the node alone. */
export const summaryOf = (node: string, { arg }: Pick<Call, 'arg'>): string =>
  [
    node,
    ...callWords(fieldOf(arg, 'call')),
    ...decisionWords(fieldOf(arg, 'decision'), fieldOf(arg, 'reviewId')),
    ...attemptWords(fieldOf(arg, 'attempt')),
  ].join(' ');

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** A name that a model made up is nobody's code: it is left out. */
const callWords = (call: unknown): readonly string[] => {
  const [tool, callId] = [fieldOf(call, 'tool'), fieldOf(call, 'callId')];
  return [
    ...(typeof tool === 'string' && TOOL.test(tool) ? [tool] : []),
    ...(typeof callId === 'string' ? [callId.slice(0, CALL_CHARS)] : []),
  ];
};

const decisionWords = (decision: unknown, reviewId: unknown): readonly string[] =>
  typeof decision === 'string' && typeof reviewId === 'string' ? [decision, reviewId] : [];

const attemptWords = (attempt: unknown): readonly string[] =>
  typeof attempt === 'number' && attempt > 1 ? [`attempt ${attempt}`] : [];
