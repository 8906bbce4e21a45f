// What flags and arguments may be, where that is a closed list: the commands check against it, help and completion show it.
import { guardModes } from '../../core/output-guard/receipt';
import { exportFormats } from '../one-run/export-formats';
import { demoNames } from '../demo/demos';
import { listedStatuses, waitingKinds } from '../run-filters';

export const reviewStates = [
  'pending',
  'granted',
  'consumed',
  'rejected',
  'asked',
  'expired',
  'void',
  'recalled',
  'all',
] as const;
export const effectStates = ['started', 'done', 'refused', 'unknown'] as const;
export const evaluationSets = ['support-tasks'] as const;
export const evaluationSplits = ['train', 'dev', 'all'] as const;
export const shells = ['bash'] as const;
export { demoNames, exportFormats, guardModes, listedStatuses, waitingKinds };
