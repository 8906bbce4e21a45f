// What flags and arguments may be, where that is a closed list: the commands check against it, help and completion show it.
import { guardModes } from '../../core/output-guard/receipt';
import { exportFormats } from '../one-run/export-formats';
import { demoNames } from '../demo/demos';
import { listedStatuses, reviewStates, waitingKinds } from '../run-filters';

export const shownReviewStates = [...reviewStates, 'all'] as const;
export const effectStates = ['started', 'done', 'refused', 'unknown'] as const;
export const evaluationSets = ['support-tasks'] as const;
export const evaluationSplits = ['train', 'dev', 'all'] as const;
export const shells = ['bash'] as const;
export { demoNames, exportFormats, guardModes, listedStatuses, waitingKinds };
