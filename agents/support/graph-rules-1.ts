// The support turn under rule set 1, as runs that began under it follow it to their end. Edges for events that no run knew then may be added, none is
// changed; graph.ts is the table of today.
import { defineGraph } from '../../core/graph/define-graph';
import type { AwaitReviewEvent } from '../../core/moves/await-review';
import type { ModelEvent } from '../../core/moves/call-model';
import type { JudgeEvent } from '../../core/moves/judge-action';
import type { RecordDecisionEvent } from '../../core/moves/record-decision';
import type { RunCallsEvent } from '../../core/moves/run-calls';

type SupportEffectsOfRules1 = {
  establish: 'established' | 'unknownSubject';
  callModel: ModelEvent;
  composeAnswer: ModelEvent;
  runCalls: RunCallsEvent;
  judgeAction: JudgeEvent;
  openReview: 'opened';
  awaitReview: AwaitReviewEvent;
  recordDecision: RecordDecisionEvent;
  performEffect: 'performed';
  deliverReply: 'delivered';
  writeHandOff: 'written';
};
type SupportOutcome = 'answered' | 'handedOff';

const endings = {
  unusable: 'handOff',
  handOffAsked: 'handOff',
  cut: 'handOff',
  contextFull: 'handOff',
  paused: 'handOff',
  refused: 'handOff',
  filtered: 'handOff',
  stoppedBySequence: 'handOff',
  empty: 'handOff',
  unknown: 'handOff',
} as const;

export const supportGraphOfRules1 = defineGraph<SupportEffectsOfRules1, SupportOutcome>()({
  start: 'verify',
  verdicts: { finalize: 'answer', abort: 'handOff' },
  nodes: {
    verify: { does: 'establish', on: { established: 'agent', unknownSubject: 'handOff' } },
    agent: { does: 'callModel', on: { ...endings, toolsProposed: 'tools', answered: 'reply', tryAgain: 'agent' } },
    tools: {
      does: 'runCalls',
      on: { more: 'tools', judge: 'judge', wait: 'review', settled: 'agent' },
    },
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
      on: { ...endings, toolsProposed: 'handOff', answered: 'reply', tryAgain: 'answer' },
    },
    reply: { does: 'deliverReply', on: { delivered: 'answered' } },
    handOff: { does: 'writeHandOff', on: { written: 'handedOff' } },
    answered: { ends: 'answered' },
    handedOff: { ends: 'handedOff' },
  },
});
