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
  call(request: BackendRequest): Promise<RawReply>;
}

/** A request that got no usable reply. `billed: false` only where the provider provably charged nothing. */
export class ModelFailure extends Error {
  constructor(
    readonly type: Extract<FailureType, `model.${string}`>,
    readonly billed: boolean,
    readonly retryAfterMs?: number,
  ) {
    super(type);
    this.name = 'ModelFailure';
  }
}
