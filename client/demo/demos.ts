// The demonstrations by name; each is loaded when it plays.
import type { Demo } from './demo';

const loaders = {
  refund: async () => (await import('./refund-demo.js')).playRefund,
  crash: async () => (await import('./crash-demo.js')).playCrash,
  'lost-answer': async () => (await import('./lost-answer-demo.js')).playLostAnswer,
  'stop-resume': async () => (await import('./stop-resume-demo.js')).playStopResume,
  abort: async () => (await import('./abort-demo.js')).playAbort,
  'small-refund': async () => (await import('./small-refund-demo.js')).playSmallRefund,
  refused: async () => (await import('./refused-demo.js')).playRefused,
  duplicate: async () => (await import('./duplicate-demo.js')).playDuplicate,
  'pending-next-turn': async () => (await import('./pending-next-turn-demo.js')).playPendingNextTurn,
  'policy-hold': async () => (await import('./policy-hold-demo.js')).playPolicyHold,
  'review-by-ui': async () => (await import('./review-by-ui-demo.js')).playReviewByUi,
} as const satisfies Readonly<Record<string, () => Promise<Demo>>>;

export type DemoName = keyof typeof loaders;
export const demoNames = Object.keys(loaders) as readonly DemoName[];

/** Those that are played in the web UI. */
const inWebUi: ReadonlySet<DemoName> = new Set(['review-by-ui']);
export const needsWebUi = (name: DemoName): boolean => inWebUi.has(name);

export const loadDemo = (name: DemoName): Promise<Demo> => loaders[name]();
