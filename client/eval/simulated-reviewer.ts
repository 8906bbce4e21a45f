// The person of a measurement: a labelled simulation that knows the task. It approves exactly what the task expects and rejects all
// else, so that its figures are optimistic: no reviewer of flesh and blood knows the right answer.
import { isExpected, type EffectCall } from './end-state';
import type { TaskWorld } from './customer-script';

export const REVIEWER_LABEL = 'reviewer: simulated, approves exactly what the task expects (optimistic)';
/** Where policy asks for two persons, the second one is asked after the first. */
export const REVIEWERS: readonly [string, string] = ['sim-reviewer-1', 'sim-reviewer-2'];

export const decideAsTask = ({ task, orders }: TaskWorld, call: EffectCall): 'approve' | 'reject' =>
  isExpected(task, call, orders) ? 'approve' : 'reject';
