// `run show ID --state [--step N]`: the run as it stood when a step was recorded last.
import { wordsStateText, type OpenRunReader, type StateAtStep } from '../index';
import type { RunState } from '../../core/moves/run-state';
import { amountText } from './amount-text';
import { dollars } from './dollars';
import { refuseInput } from './input-error';
import { optionText, type Invocation, type Report } from './report';
import { showTime } from './show-time';
import { verdictText } from './verdict-text';

/** The step asked for; undefined for the last one. */
export const stepOption = (call: Invocation): number | undefined => {
  const text = optionText(call, 'step');
  if (text === undefined) return undefined;
  if (/^(0|[1-9]\d{0,5})$/.test(text)) return Number(text);
  return refuseInput('STEP', `--step: expected a whole number from 0, got ${JSON.stringify(text)}`);
};

export const showState = async (reader: OpenRunReader, turnKey: string, step: number | undefined): Promise<Report> => {
  const { turnKey: run, ...at } = await reader.state(turnKey, step);
  return {
    body: { run, ...at },
    lines: [
      `run    ${run}`,
      `step   ${at.step} of ${at.steps.join(', ')}, recorded ${showTime(at.atMs)}, up to move ${at.upToMove}`,
      `status ${at.status} at ${at.node}${at.outcome === null ? '' : `, ${at.outcome}`}${at.cause === null ? '' : ` (${at.cause})`}`,
      ...waitLines(at),
      ...(at.verdict === null ? [] : [`cut    ${verdictText(at.verdict)}`]),
      `spent  ${at.tokens} tokens, ${dollars(at.costMicro)}${at.costUnknown ? ' and a cost that is unknown' : ''}`,
      `tip    of the transcript at ${at.head.address}, ${at.head.depth} messages`,
      ...(at.state === null ? shutLines(at) : stateLines(at.state)),
    ],
    next: [`turnkeep run show ${run} --timeline`],
  };
};

const waitLines = ({ waiting }: Pick<StateAtStep, 'waiting'>): readonly string[] =>
  waiting === null
    ? []
    : [
        `waits  for ${waiting.kind}${waiting.reviewId === null ? '' : ` ${waiting.reviewId}`} since ${showTime(waiting.sinceMs)}${waiting.dueMs === null ? '' : `, due ${showTime(waiting.dueMs)}`}`,
      ];

const shutLines = ({ words }: Pick<StateAtStep, 'words'>): readonly string[] =>
  words === 'opened' ? [] : [`state  ${wordsStateText(words)}`];

const stateLines = ({ loop, settings, queue, desk, effects, renewals, resumes }: RunState): readonly string[] => [
  `limits step cap ${loop.limits.stepMax}, ${loop.limits.tokensMax} tokens, ${dollars(loop.limits.costMicroMax)}, ${loop.limits.toolCallsMax} tool calls`,
  `used   ${loop.modelCalls} model calls, ${loop.tokens.committed} tokens (${loop.tokens.reserved} reserved), ${loop.toolCalls} tool calls, ${loop.suppressedCalls} suppressed`,
  `time   ${Math.round(loop.clock.remainingMs / 1_000)} s of working time left at the last stop of the clock`,
  `rules  ${loop.rules}, prompt ${settings.prompt}${loop.finalizing ? ', finalizing' : ''}${loop.closing ? ', closing' : ''}`,
  `again  ${resumes} resumes, ${renewals} times continued as new`,
  ...queue.map(({ tool, stage, callId }) => `call   ${tool} ${stage} (${callId})`),
  ...Object.values(desk.requests).map(
    (request) =>
      `review ${request.reviewId} round ${request.round}: ${request.state} ${request.tool} ${amountText(request) ?? ''}`,
  ),
  ...effects.map(
    (effect) => `effect ${effect.tool} ${amountText(effect) ?? ''} ${effect.kind} (${effect.effectKey.slice(0, 16)})`,
  ),
];
