/** Where turns and their activities are taken from; a wire name, frozen once released. */
export const TURN_TASK_QUEUE = 'turnkeep-turns';

/**
 * Where the model calls of one provider are taken from: one queue a provider, so that its limits hold over all workers. Deployments with
 * queues of their own have model queues of their own: nobody else could open their payloads.
 */
export const modelTaskQueue = (provider: string, turnTaskQueue: string | undefined): string =>
  turnTaskQueue === undefined ? `turnkeep-model-${provider}` : `${turnTaskQueue}-model-${provider}`;
