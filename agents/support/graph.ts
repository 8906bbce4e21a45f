// The support turn as a table. Every proposed effect passes judge (the Gatekeeper) and send (the one door), whatever asked for it.
// This is rule set 2; graph-rules-1.ts stays for the runs that began under it.
import { defineGraph } from '../../core/graph/define-graph';
import type { AwaitReviewEvent } from '../../core/moves/await-review';
import type { ModelEvent } from '../../core/moves/call-model';
import type { CloseTurnEvent } from '../../core/moves/close-turn';
import type { DeliverInterimEvent } from '../../core/moves/deliver-interim';
import type { JudgeEvent } from '../../core/moves/judge-action';
import type { RecordDecisionEvent } from '../../core/moves/record-decision';
import type { RunCallsEvent } from '../../core/moves/run-calls';

export type SupportEffects = {
  establish: 'established' | 'unknownSubject';
  callModel: ModelEvent | 'heardMore';
  composeAnswer: ModelEvent;
  runCalls: RunCallsEvent | 'noProgress';
  judgeAction: JudgeEvent;
  openReview: 'opened';
  deliverInterim: DeliverInterimEvent;
  awaitReview: AwaitReviewEvent;
  recordDecision: RecordDecisionEvent;
  performEffect: 'performed';
  deliverReply: 'delivered';
  closeTurn: CloseTurnEvent;
  writeHandOff: 'written';
};
export type SupportOutcome = 'answered' | 'handedOff';

const endings = {
  unusable: 'close',
  handOffAsked: 'handOff',
  cut: 'close',
  contextFull: 'close',
  paused: 'close',
  refused: 'close',
  filtered: 'close',
  stoppedBySequence: 'close',
  empty: 'close',
  unknown: 'close',
} as const;

export const supportGraph = defineGraph<SupportEffects, SupportOutcome>()({
  start: 'verify',
  verdicts: { finalize: 'answer', abort: 'close' },
  nodes: {
    verify: { does: 'establish', on: { established: 'agent', unknownSubject: 'handOff' } },
    agent: {
      does: 'callModel',
      on: { ...endings, toolsProposed: 'tools', answered: 'reply', heardMore: 'agent', tryAgain: 'agent' },
    },
    tools: {
      does: 'runCalls',
      on: { more: 'tools', judge: 'judge', wait: 'tell', settled: 'agent', noProgress: 'handOff' },
    },
    tell: { does: 'deliverInterim', on: { told: 'review', nothingNew: 'review' } },
    judge: { does: 'judgeAction', on: { allowed: 'send', mustAsk: 'open', forbidden: 'tools' } },
    open: { does: 'openReview', on: { opened: 'tools' } },
    review: { does: 'awaitReview', on: { decided: 'decide', expired: 'decide' } },
    decide: {
      does: 'recordDecision',
      on: { granted: 'send', rejected: 'tools', expired: 'tools', asked: 'tools', edited: 'tools', kept: 'tools' },
    },
    send: { does: 'performEffect', on: { performed: 'tools' } },
    answer: {
      does: 'composeAnswer',
      on: { ...endings, toolsProposed: 'close', answered: 'reply', tryAgain: 'answer' },
    },
    reply: { does: 'deliverReply', on: { delivered: 'answered' } },
    close: { does: 'closeTurn', on: { told: 'answered', leftOpen: 'handOff' } },
    handOff: { does: 'writeHandOff', on: { written: 'handedOff' } },
    answered: { ends: 'answered' },
    handedOff: { ends: 'handedOff' },
  },
});
