import { setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { renderDetails } from '../core/moves/current-details';
import type { RunState } from '../core/moves/run-state';

const DEFAULT_NAMESPACE = 'default';

/** Sets what the web UI shows of the run; costs no event. Said again in every run of the chain and after every change. */
export const showDetails = (state: RunState): void => {
  const { namespace } = workflowInfo();
  setCurrentDetails(renderDetails(state, namespace === DEFAULT_NAMESPACE ? {} : { namespace }));
};
