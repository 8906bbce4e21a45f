import { awaitReview } from '../../core/moves/await-review';
import type { Agent } from '../../core/moves/agent';
import { callModel } from '../../core/moves/call-model';
import { deliverReply, establish, writeHandOff } from '../../core/moves/finish-turn';
import { judgeAction } from '../../core/moves/judge-action';
import { openReview } from '../../core/moves/open-review';
import { performEffect } from '../../core/moves/perform-effect';
import { recordDecision } from '../../core/moves/record-decision';
import { runCalls } from '../../core/moves/run-calls';
import { createRunState, type RunState } from '../../core/moves/run-state';
import { supportGraph, type SupportEffects, type SupportOutcome } from './graph';

/** Support adds nothing of its own to the state all runs share. */
export const supportAgent: Agent<RunState, SupportEffects, keyof typeof supportGraph.nodes, SupportOutcome> = {
  name: 'support',
  graph: supportGraph,
  effects: {
    establish,
    callModel: callModel('act'),
    composeAnswer: callModel('answer'),
    runCalls,
    judgeAction,
    openReview,
    awaitReview,
    recordDecision,
    performEffect,
    deliverReply,
    writeHandOff,
  },
  initial: (input, nowMs) => createRunState(input, supportGraph.start, nowMs),
};
