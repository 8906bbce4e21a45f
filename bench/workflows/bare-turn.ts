// A support turn as somebody would write it on Temporal alone: the same activities in the same order with the same options and the
// same codec, and nothing between them. No governor, no table, no state that could be carried on, no decision that is checked. It
// leaves the events that a turn leaves, so that a turn's own history can be replayed against it.
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  CallRef,
  DeliverArg,
  DeliverReceipt,
  EffectArg,
  EffectOutcome,
  EstablishArg,
  EstablishReceipt,
  InterimArg,
  InterimReceipt,
  JudgeArg,
  JudgeReceipt,
  ModelCallArg,
  ModelReceipt,
  OpenReviewArg,
  OpenReviewReceipt,
  ProposedCall,
  RecordDecisionArg,
  RecordDecisionReceipt,
  SettledCall,
  StepRecord,
  ToolCallArg,
  ToolReceipt,
  TranscriptHead,
  TurnInput,
} from '../../core/moves/activity-shapes';
import { localRecordOptions, optionsOf } from '../../workflows/activity-options';

const workingMs = 3_600_000;
const { callModel } = proxyActivities<{ callModel(arg: ModelCallArg): Promise<ModelReceipt> }>(
  optionsOf('model', workingMs),
);
const reads = proxyActivities<{
  establish(arg: EstablishArg): Promise<EstablishReceipt>;
  runTool(arg: ToolCallArg): Promise<ToolReceipt>;
  judgeAction(arg: JudgeArg): Promise<JudgeReceipt>;
}>(optionsOf('read', workingMs));
const stores = proxyActivities<{
  openReview(arg: OpenReviewArg): Promise<OpenReviewReceipt>;
  deliverInterim(arg: InterimArg): Promise<InterimReceipt>;
  recordDecision(arg: RecordDecisionArg): Promise<RecordDecisionReceipt>;
  deliverReply(arg: DeliverArg): Promise<DeliverReceipt>;
}>(optionsOf('store', workingMs));
const { performEffect } = proxyActivities<{ performEffect(arg: EffectArg): Promise<EffectOutcome> }>(
  optionsOf('effect', workingMs),
);
const { recordStep } = proxyLocalActivities<{ recordStep(record: StepRecord): Promise<void> }>(localRecordOptions);

const decided = defineSignal<[Decision]>('reviewDecision');
const agentStatus = defineSearchAttributeKey('AgentStatus', SearchAttributeType.KEYWORD);

interface Decision {
  readonly decision: 'approve' | 'reject';
  readonly by: string;
  readonly reasonCode: string;
  readonly decidedAtMs: number;
}

interface BareStart {
  readonly kind: 'start';
  readonly input: TurnInput;
}

/** What the steps share; a bare turn keeps no more. */
interface Standing {
  readonly input: TurnInput;
  head: TranscriptHead;
  step: number;
  settle: readonly SettledCall[];
  decision: Decision | null;
}

const refOf = ({ callId, replyAddress, replyDepth, position, tool }: ProposedCall): CallRef => ({
  callId,
  replyAddress,
  replyDepth,
  position,
  tool,
});

const ask = ({ input, head, step, settle }: Standing): Promise<ModelReceipt> =>
  callModel({
    turn: input.turn,
    head,
    settle,
    purpose: 'act',
    attempt: 1,
    guardAttemptsMax: input.settings.guardAttemptsMax,
    feedbackOf: null,
    callPosition: step,
    model: input.settings.model,
    prompt: input.settings.prompt,
    outputTokensMax: input.settings.limits.outputTokensMax,
    deadlineAtMs: Date.now() + workingMs,
    subject: input.subject,
  });

const record = async (at: Standing, status: StepRecord['status'], calls: readonly ProposedCall[]): Promise<void> =>
  recordStep({
    turn: at.input.turn,
    runId: workflowInfo().runId,
    step: at.step,
    uptoMove: at.step,
    moves: [],
    tokens: 0,
    costMicro: 0,
    costUnknown: false,
    head: at.head,
    node: 'act',
    status,
    outcome: status === 'completed' ? 'answered' : null,
    cause: null,
    waiting: null,
    verdict: null,
    rules: 2,
    atMs: Date.now(),
    delta: JSON.stringify({ head: at.head, step: at.step, queue: calls }),
  });

const show = (status: string): void => upsertSearchAttributes([{ key: agentStatus, value: status }]);

const read = async (at: Standing, call: ProposedCall): Promise<SettledCall> => {
  const { turn, subject } = at.input;
  const { receiptKey } = await reads.runTool({
    turn,
    subject,
    call: refOf(call),
    deadlineAtMs: Date.now() + workingMs,
  });
  return { ...refOf(call), result: { code: 'ran', receiptKey } };
};

/** Waits for the signal and believes it. */
const askPerson = async (at: Standing, call: ProposedCall): Promise<SettledCall> => {
  const { turn, subject, settings } = at.input;
  const judged = await reads.judgeAction({ turn, subject, call: refOf(call) });
  const review = await stores.openReview({
    turn,
    subject,
    call: refOf(call),
    judged,
    expiryMs: settings.reviewExpiryMs,
    step: at.step,
    ...(settings.startedBy === undefined ? {} : { startedBy: settings.startedBy }),
  });
  const { amountMinor, currency } = judged;
  await stores.deliverInterim({ turn, subject, waiting: [{ call: refOf(call), amountMinor, currency }] });
  show('interrupted');
  await record(at, 'interrupted', [call]);
  await condition(() => at.decision !== null, review.expiresAtMs - Date.now());
  show('running');
  if (at.decision === null) throw new Error('nobody decided');
  const { reviewId, round } = review;
  const { actionHash, rulesDigest } = judged;
  await stores.recordDecision({
    turn,
    reviewId,
    round,
    actionHash,
    rulesDigest,
    decision: at.decision.decision,
    by: at.decision.by,
    authenticated: 'unverified',
    surface: 'client',
    reasonCode: at.decision.reasonCode,
    note: null,
    noteRef: null,
    decidedAtMs: at.decision.decidedAtMs,
  });
  const effect = await performEffect({
    turn,
    subject,
    call: refOf(call),
    judged,
    review: { reviewId, round },
    step: at.step,
  });
  return {
    ...refOf(call),
    result: { code: 'effect', ...(effect.receiptKey === null ? {} : { receiptKey: effect.receiptKey }) },
  };
};

/** One model call and what it asks for; false when it answered. */
const makeStep = async (at: Standing): Promise<boolean> => {
  const reply = await ask(at);
  at.head = reply.head;
  at.step += 1;
  if (reply.ending !== 'toolsProposed') return false;
  at.settle = await Promise.all(
    reply.calls.map((call) => (call.tag === 'reads' ? read(at, call) : askPerson(at, call))),
  );
  await record(at, 'running', reply.calls);
  return true;
};

/** Under the name of the turn's own workflow, so that either history replays against either code. */
export const supportTurn = async ({ input }: BareStart): Promise<{ readonly steps: number }> => {
  const at: Standing = { input, head: input.head, step: 0, settle: [], decision: null };
  setHandler(decided, (decision) => {
    at.decision = decision;
  });
  await reads.establish({ turn: input.turn, subject: input.subject, why: 'start' });
  await record(at, 'running', []);
  while (await makeStep(at));
  const { turn, settings } = input;
  await stores.deliverReply({
    turn,
    head: at.head,
    settle: at.settle,
    source: 'model',
    modelLabel: settings.model.label,
  });
  show('completed');
  await record(at, 'completed', []);
  return { steps: at.step };
};
