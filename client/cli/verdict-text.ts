import type { VerdictLine } from '../../core/moves/activity-shapes';
import { dollars } from './dollars';

/** `suppress by exact (get_order, as in step 1)`; `finalize by step_cap 5 of 5`. */
export const verdictText = ({ kind, by, value, limit, tool, ofStep }: VerdictLine): string => {
  const figures = value === null && limit === null ? '' : ` ${figure(by, value)} of ${figure(by, limit)}`;
  return `${kind} by ${by}${figures}${tool === undefined ? '' : ` (${tool}${ofStep === undefined ? '' : `, as in step ${ofStep}`})`}`;
};

/** Money is counted in millionths. */
const figure = (by: string, value: number | null): string => {
  if (value === null) return '-';
  return by === 'cost_budget' ? dollars(value) : String(value);
};

/** All verdicts of one move, each kind named once: `continue by step_cap 1 of 5, token_budget 2310 of 17000`. */
export const verdictsText = (verdicts: readonly VerdictLine[]): string => {
  const leave = verdicts.filter(({ kind }) => kind === 'continue').map(verdictText);
  const first = leave.slice(0, 1);
  const more = leave.slice(1).map((text) => text.replace(/^continue by /, ''));
  const told = verdicts.filter(({ kind }) => kind !== 'continue').map(verdictText);
  return [...(leave.length === 0 ? [] : [[...first, ...more].join(', ')]), ...told].join('; ');
};
