// What a run or a review can be looked for by, where that is a closed list.
import { runStatuses } from '../core/runs/run-status';

/** Every status of the life cycle, and `starting`: claimed, and no step of it recorded yet. */
export const listedStatuses = [...runStatuses, 'starting'] as const;
export const reviewStates = [
  'pending',
  'granted',
  'consumed',
  'rejected',
  'asked',
  'expired',
  'void',
  'recalled',
] as const;
export const waitingKinds = ['review', 'money', 'customer'] as const;
