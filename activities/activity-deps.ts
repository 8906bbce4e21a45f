// Everything the activities reach the world through; made once a worker.
import type { RunRegistry } from '../stores/store-port';
import type { EffectDeps } from './effects/effect-deps';
import type { ModelBackend } from './model/model-backend';

export interface ActivityDeps extends EffectDeps {
  readonly backends: Readonly<Record<string, ModelBackend>>;
  readonly runs: RunRegistry;
}
