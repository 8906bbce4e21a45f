// The activities a worker offers. Each is a thin shell: heartbeat, signal, the function that does the work, one place where an
// error becomes a failure Temporal understands.
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import type {
  DeliverArg,
  EffectArg,
  EffectOutcome,
  EstablishArg,
  EstablishReceipt,
  HandOffArg,
  InterimArg,
  JudgeArg,
  ModelCallArg,
  OpenReviewArg,
  RecordDecisionArg,
  RecordDecisionReceipt,
  StepRecord,
  ToolCallArg,
} from '../core/moves/activity-shapes';
import { effectAttemptsMax } from '../core/moves/perform-effect';
import type { ActivityDeps } from './activity-deps';
import { deliverInterim } from './deliver-interim';
import { judgeAction } from './effects/judge-action';
import { openReview } from './effects/open-review';
import { performEffect } from './effects/perform-effect';
import { recordDecision } from './effects/record-decision';
import { deliverReply, writeHandOff } from './finish-turn';
import { callModel } from './model/call-model';
import { recordStep } from './record-step';
import { refreshInterim } from './refresh-interim';
import { toApplicationFailure } from './to-application-failure';
import { runTool } from './tools/run-tool';

/** Often enough that a stop is heard within a second even without pushed cancellations. */
const heartbeatEveryMs = 200;

const guarded = async <T>(work: (signal: AbortSignal) => Promise<T>, beats: boolean): Promise<T> => {
  const signal = cancellationSignal();
  const timer = beats ? setInterval(heartbeat, heartbeatEveryMs) : undefined;
  try {
    return await work(signal);
  } catch (error) {
    throw toApplicationFailure(error, signal);
  } finally {
    clearInterval(timer);
  }
};

const establish = async (deps: ActivityDeps, arg: EstablishArg): Promise<EstablishReceipt> =>
  (await deps.tools(arg.turn.agent).establish(arg.subject)) ? { kind: 'established' } : { kind: 'unknownSubject' };

const performAndTell = async (deps: ActivityDeps, arg: EffectArg, signal: AbortSignal): Promise<EffectOutcome> => {
  const outcome = await performEffect(deps, arg, {
    signal,
    lastAttempt: activityInfo().attempt >= effectAttemptsMax,
  });
  await refreshInterim(deps, arg.turn);
  return outcome;
};

/** After an edit there is nothing to tell: what was made of the action is judged, and told, next. */
const recordAndTell = async (deps: ActivityDeps, arg: RecordDecisionArg): Promise<RecordDecisionReceipt> => {
  const receipt = await recordDecision(deps, arg);
  if (receipt.kind === 'rejected' || receipt.kind === 'asked' || receipt.kind === 'expired')
    await refreshInterim(deps, arg.turn);
  return receipt;
};

export const createActivities = (deps: ActivityDeps) => ({
  establish: (arg: EstablishArg) => guarded(() => establish(deps, arg), true),
  callModel: (arg: ModelCallArg) => guarded((signal) => callModel(deps, arg, signal), true),
  runTool: (arg: ToolCallArg) => guarded((signal) => runTool(deps, arg, signal), true),
  judgeAction: (arg: JudgeArg) => guarded(() => judgeAction(deps, arg), true),
  openReview: (arg: OpenReviewArg) => guarded(() => openReview(deps, arg), false),
  recordDecision: (arg: RecordDecisionArg) => guarded(() => recordAndTell(deps, arg), false),
  performEffect: (arg: EffectArg) => guarded((signal) => performAndTell(deps, arg, signal), true),
  recordStep: (record: StepRecord) => guarded(() => recordStep(deps, record), false),
  deliverInterim: (arg: InterimArg) => guarded(() => deliverInterim(deps, arg), false),
  deliverReply: (arg: DeliverArg) => guarded(() => deliverReply(deps, arg), false),
  writeHandOff: (arg: HandOffArg) => guarded(() => writeHandOff(deps, arg), false),
});
export type Activities = ReturnType<typeof createActivities>;
