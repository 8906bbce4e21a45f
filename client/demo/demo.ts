import type { DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';

export interface DemoHands {
  /** Nobody is there: the demonstration does itself what a person would do. */
  readonly auto: boolean;
  /** Folder for pictures of what was shown, where a demonstration takes any; null: none. */
  readonly screenshots: string | null;
  readonly say: (line: string) => void;
  /** Called once the end is shown, while everything still runs: the web UI can be looked at. */
  readonly linger: () => Promise<void>;
}

export type Demo = (stage: DemoStage, hands: DemoHands) => Promise<DemoResult>;
