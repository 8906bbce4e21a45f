// What a story's trace says of the run: one line a dispatch, a move, a change of status; figures where a promise is about figures.
import { remainingMs } from '../../core/loop-governor/loop-state';
import type {
  CallRef,
  DeliverArg,
  EffectArg,
  EffectLine,
  HandOffArg,
  InterimArg,
  JudgeArg,
  ModelCallArg,
  MoveLine,
  NotMade,
  OpenReviewArg,
  RecordDecisionArg,
  SettledCall,
  ToolCallArg,
  VerdictLine,
} from '../../core/moves/activity-shapes';
import type { ActivityName } from '../../core/moves/agent';
import type { RunState } from '../../core/moves/run-state';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)}s`;

const money = (minor: number): string => (minor / 100).toFixed(2);

const editOf = ({ editRef }: CallRef): string => (editRef === undefined ? '' : ` as ${editRef}`);

const toldOf = ({ callId, result, editRef }: SettledCall): string =>
  [
    callId,
    editRef === undefined ? '' : `as ${editRef}`,
    result.code,
    result.rule ?? '',
    result.ofCallId === undefined ? '' : `(repeats ${result.ofCallId})`,
    result.reviewId ?? '',
    result.reasonCode ?? '',
    result.code === 'suppressed' && result.receiptKey !== undefined ? `shows ${result.receiptKey}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');

const told = (settle: readonly SettledCall[]): string =>
  settle.length === 0 ? '' : `; told: ${settle.map(toldOf).join(' | ')}`;

const heard = (inbox: ModelCallArg['inbox']): string =>
  inbox === undefined ? '' : `; heard: ${inbox.map(({ noteRef }) => Number(`0x${noteRef}`)).join(', ')}`;

const soFar = (some: readonly (EffectLine | NotMade)[]): string =>
  some.length === 0
    ? ''
    : `; so far: ${some.map((one) => `${one.callId} ${'kind' in one ? one.kind : one.code}`).join(', ')}`;

const modelText = (arg: ModelCallArg): string => {
  const feedback = arg.feedbackOf === null ? '' : ` with feedback of ${arg.feedbackOf}`;
  const attempt = arg.attempt === 1 ? '' : `, attempt ${arg.attempt}`;
  return `to ${arg.purpose}${attempt}${feedback}, until +${seconds(arg.deadlineAtMs)}${told(arg.settle)}${heard(arg.inbox)}`;
};

const textOfArg: { readonly [A in ActivityName]: (arg: never) => string } = {
  establish: ({ why }: { why: string }) => why,
  callModel: modelText,
  runTool: ({ call }: ToolCallArg) => `${call.callId} ${call.tool}`,
  judgeAction: ({ call }: JudgeArg) => `${call.callId} ${call.tool}${editOf(call)}`,
  openReview: ({ call, judged }: OpenReviewArg) =>
    `${call.callId} for ${judged.rule}${editOf(call)}${judged.rejectedReviewId === undefined ? '' : `, shown the rejection of ${judged.rejectedReviewId}`}`,
  recordDecision: (arg: RecordDecisionArg) =>
    `${arg.reviewId} ${arg.decision}${arg.decision === 'expire' ? '' : ` by ${[...(arg.approvals ?? []), arg].map(({ by }) => by).join(' and ')}`}`,
  performEffect: ({ call, review }: EffectArg) =>
    `${call.callId} ${call.tool}${editOf(call)}, ${review === null ? 'allowed alone' : `granted by ${review.reviewId}`}`,
  deliverInterim: ({ waiting, effects = [], notMade = [] }: InterimArg) =>
    `${waiting
      .map(
        ({ call, amountMinor }) => `${call.callId} ${call.tool}${amountMinor === null ? '' : ` ${money(amountMinor)}`}`,
      )
      .join(', ')}${soFar([...effects, ...notMade])}`,
  deliverReply: ({ settle, source, effects = [], notMade = [] }: DeliverArg) =>
    source === 'model'
      ? `the accepted answer${told(settle)}`
      : `from the records: ${[...effects, ...notMade.map((other) => ({ ...other, kind: other.code }))].map(({ callId, kind }) => `${callId} ${kind}`).join(', ')}${told(settle)}`,
  writeHandOff: ({ reason, effects, settle, inbox }: HandOffArg) =>
    `because ${reason}, ${effects.length} effect${effects.length === 1 ? '' : 's'}${told(settle)}${heard(inbox)}`,
};

export const dispatchText = (activity: ActivityName, arg: unknown): string =>
  `  > ${activity} ${textOfArg[activity](arg as never)}`;

const figuresOf = ({ value, limit }: VerdictLine): string => (value === null ? '' : ` (${value} of ${limit ?? '-'})`);

const verdictText = (verdict: VerdictLine): string => {
  const tool = verdict.tool === undefined ? '' : ` ${verdict.tool}`;
  const step = verdict.ofStep === undefined ? '' : `, as in step ${verdict.ofStep}`;
  return `${verdict.kind}${tool} by ${verdict.by}${figuresOf(verdict)}${step}`;
};

export const moveText = (line: MoveLine): string => {
  const verdicts = line.verdicts.map(verdictText).join('; ');
  return `${line.move}. step ${line.step} ${line.node}: ${line.event}${verdicts === '' ? '' : `  [${verdicts}]`}`;
};

export const clockText = (state: RunState, nowMs: number): string =>
  `${seconds(remainingMs(state.loop, nowMs))} left, the clock ${state.loop.clock.runningSinceMs === null ? 'stands' : 'runs'}`;

export const statusText = (state: RunState, nowMs: number): string =>
  `= ${state.status} at ${state.node}${state.park === null ? '' : ` (${state.park.cause})`}, ${clockText(state, nowMs)}`;

const effectsText = (state: RunState): string =>
  state.effects.length === 0
    ? 'none'
    : state.effects
        .map(
          ({ callId, kind, amountMinor }) => `${callId} ${kind}${amountMinor === null ? '' : ` ${money(amountMinor)}`}`,
        )
        .join(', ');

export const endText = (state: RunState, nowMs: number): string => {
  const { loop } = state;
  const { limits, tokens } = loop;
  const waiting = state.inbox?.waiting.length ?? 0;
  const ignored = state.inbox?.ignored ?? 0;
  const inbox = `${waiting === 0 ? '' : `; unread messages: ${waiting}`}${ignored === 0 ? '' : `; ignored messages: ${ignored}`}`;
  const desk =
    state.desk.ignored.total === 0
      ? ''
      : `; ignored decisions: ${state.desk.ignored.last.map(({ why }) => why).join(', ')}`;
  return [
    `steps ${loop.step}, model calls ${loop.modelCalls} of ${limits.stepMax}, tool calls ${loop.toolCalls}, suppressed ${loop.suppressedCalls}`,
    `tokens ${tokens.committed} spent, ${tokens.reserved} reserved of ${limits.tokensMax}; ${clockText(state, nowMs)}`,
    `effects: ${effectsText(state)}${desk}${inbox}${loop.capsReached.length === 0 ? '' : `; caps reached: ${loop.capsReached.join(', ')}`}`,
  ].join('\n');
};
