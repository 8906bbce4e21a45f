import type { DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';

export interface DemoHands {
  readonly say: (line: string) => void;
  /** Called once the end is shown, while everything still runs: the web UI can be looked at. */
  readonly linger: () => Promise<void>;
}

export type Demo = (stage: DemoStage, hands: DemoHands) => Promise<DemoResult>;
