// The demonstrations by name; each is loaded when it plays.
import type { Demo } from './demo';

export const demoNames = [
  'refund',
  'crash',
  'lost-answer',
  'stop-resume',
  'abort',
  'small-refund',
  'refused',
  'duplicate',
] as const;
export type DemoName = (typeof demoNames)[number];

export const loadDemo = async (name: DemoName): Promise<Demo> => {
  switch (name) {
    case 'refund':
      return (await import('./refund-demo.js')).playRefund;
    case 'crash':
      return (await import('./crash-demo.js')).playCrash;
    case 'lost-answer':
      return (await import('./lost-answer-demo.js')).playLostAnswer;
    case 'stop-resume':
      return (await import('./stop-resume-demo.js')).playStopResume;
    case 'abort':
      return (await import('./abort-demo.js')).playAbort;
    case 'small-refund':
      return (await import('./small-refund-demo.js')).playSmallRefund;
    case 'refused':
      return (await import('./refused-demo.js')).playRefused;
    case 'duplicate':
      return (await import('./duplicate-demo.js')).playDuplicate;
  }
};
