// Somebody else's agent: a library that looks books up and lends them. Its table, a state field of its own and one rule of its own.
import { defineGraph } from '../../../core/graph/define-graph';
import type { Agent, EffectRule } from '../../../core/moves/agent';
import { callModel, type ModelEvent } from '../../../core/moves/call-model';
import { deliverReply, writeHandOff } from '../../../core/moves/finish-turn';
import { judgeAction, type JudgeEvent } from '../../../core/moves/judge-action';
import { performEffect } from '../../../core/moves/perform-effect';
import { runCalls, type RunCallsEvent } from '../../../core/moves/run-calls';
import { createRunState, type RunState } from '../../../core/moves/run-state';
import type { ToolReceipt } from '../../../core/moves/activity-shapes';

type ShelfEffects = {
  ask: ModelEvent;
  look: RunCallsEvent;
  judge: JudgeEvent;
  lend: 'performed';
  deliver: 'delivered';
  giveUp: 'written';
};
type ShelfOutcome = 'answered' | 'handedOff';

interface ShelfState extends RunState {
  /** Rounds of calls so far. */
  readonly looks: number;
}

const otherwise = {
  unusable: 'colleague',
  handOffAsked: 'colleague',
  cut: 'colleague',
  contextFull: 'colleague',
  paused: 'colleague',
  refused: 'colleague',
  filtered: 'colleague',
  stoppedBySequence: 'colleague',
  empty: 'colleague',
  unknown: 'colleague',
} as const;

const shelfGraph = defineGraph<ShelfEffects, ShelfOutcome>()({
  start: 'desk',
  verdicts: { finalize: 'desk', abort: 'colleague' },
  nodes: {
    desk: { does: 'ask', on: { ...otherwise, toolsProposed: 'shelf', answered: 'reply', tryAgain: 'desk' } },
    shelf: { does: 'look', on: { more: 'shelf', judge: 'rules', wait: 'colleague', settled: 'desk' } },
    rules: { does: 'judge', on: { allowed: 'counter', mustAsk: 'colleague', forbidden: 'shelf' } },
    counter: { does: 'lend', on: { performed: 'shelf' } },
    reply: { does: 'deliver', on: { delivered: 'answered' } },
    colleague: { does: 'giveUp', on: { written: 'handedOff' } },
    answered: { ends: 'answered' },
    handedOff: { ends: 'handedOff' },
  },
});

const lookAndCount: EffectRule<ShelfState, RunCallsEvent, ToolReceipt> = {
  ...runCalls,
  evolve: (state, outcomes, nowMs) => {
    const evolved = runCalls.evolve(state, outcomes, nowMs);
    return { ...evolved, update: { ...evolved.update, looks: state.looks + 1 } };
  },
};

export const shelfAgent: Agent<ShelfState, ShelfEffects, keyof typeof shelfGraph.nodes, ShelfOutcome> = {
  name: 'shelf',
  graph: shelfGraph,
  effects: {
    ask: callModel('act'),
    look: lookAndCount,
    judge: judgeAction,
    lend: performEffect,
    deliver: deliverReply,
    giveUp: writeHandOff,
  },
  initial: (input, nowMs) => ({ ...createRunState(input, shelfGraph.start, nowMs), looks: 0 }),
};
