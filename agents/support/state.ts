import { awaitReview } from '../../core/moves/await-review';
import type { Agent } from '../../core/moves/agent';
import { callModel } from '../../core/moves/call-model';
import { closeTurn } from '../../core/moves/close-turn';
import { deliverInterim } from '../../core/moves/deliver-interim';
import { endFruitless } from '../../core/moves/end-fruitless';
import { deliverReply, establish, writeHandOff } from '../../core/moves/finish-turn';
import { heedInbox } from '../../core/moves/heed-inbox';
import { judgeAction } from '../../core/moves/judge-action';
import { openReview } from '../../core/moves/open-review';
import { performEffect } from '../../core/moves/perform-effect';
import { recordDecision } from '../../core/moves/record-decision';
import { runCalls } from '../../core/moves/run-calls';
import { createRunState, type RunState } from '../../core/moves/run-state';
import { supportGraph, type SupportEffects, type SupportOutcome } from './graph';
import { supportGraphOfRules1 } from './graph-rules-1';

/** Support adds nothing of its own to the state all runs share. */
export const supportAgent: Agent<RunState, SupportEffects, keyof typeof supportGraph.nodes, SupportOutcome> = {
  name: 'support',
  graph: supportGraph,
  earlierGraphs: { 1: supportGraphOfRules1 },
  effects: {
    establish,
    callModel: heedInbox(callModel('act')),
    composeAnswer: callModel('answer'),
    runCalls: endFruitless(runCalls),
    judgeAction,
    openReview,
    deliverInterim,
    awaitReview,
    recordDecision,
    performEffect,
    deliverReply,
    closeTurn,
    writeHandOff,
  },
  initial: (input, nowMs) => createRunState(input, supportGraph.start, nowMs),
};
