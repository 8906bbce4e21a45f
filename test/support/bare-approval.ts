// The decision that a person pastes into Temporal's own command line or Web UI, filled in.
import { bareDecision, type DecidableReview } from '../../core/human-review/bare-decision';
import type { JsonObject } from '../../core/kernel/json';

export const bareApproval = (review: DecidableReview): JsonObject => ({
  ...bareDecision(review, 'approve'),
  by: 'ana',
  reasonCode: 'ok',
});
