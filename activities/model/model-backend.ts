// How a model is asked, whatever answers. One attempt is one provider request; retries are never the backend's.
import type { FailureType } from '../../core/kernel/failure-kinds';
import type { ModelChoice } from '../../core/moves/activity-shapes';
import type { ModelView, RawReply } from '../../core/moves/agent-kit';

export interface BackendRequest {
  readonly agent: string;
  readonly choice: ModelChoice;
  readonly view: ModelView;
  /** Calls of a model made before in this turn. */
  readonly callPosition: number;
  /** Ends at the deadline and when the run is stopped; covers the whole body. */
  readonly signal: AbortSignal;
}

export interface ModelBackend {
  readonly name: string;
  /** Waits until a request may be sent; nothing is asked and nothing billed meanwhile. */
  admit?(request: BackendRequest): Promise<void>;
  call(request: BackendRequest): Promise<RawReply>;
}

export interface FailureFacts {
  /** Finer than the type: a code of ours, never a provider's words. */
  readonly code?: string;
  /** As the provider asked. */
  readonly retryAfterMs?: number | undefined;
  /** The provider said not to try again. */
  readonly final?: boolean;
}

/**
 * A request that got no usable reply. `billed: false` only where the provider provably charged nothing. It carries no cause: a
 * provider may repeat the key, the words of the request or anything else in what it says.
 */
export class ModelFailure extends Error {
  constructor(
    readonly type: Extract<FailureType, `model.${string}`>,
    readonly billed: boolean,
    readonly facts: FailureFacts = {},
  ) {
    super(type);
    this.name = 'ModelFailure';
  }
}
