// One attempt passes the stages in this order: channel, completion, parse, shape, meaning. The first error stops it and names its
// kind; what comes after is null, not false. The check of meaning is brought by who knows the facts; without one that stage is not
// reached.
import { isWellFormed } from '../kernel/well-formed';
import { channelError } from './channel';
import { completionError } from './completion';
import { feedbackFor } from './feedback';
import { boundFindings } from './meaning';
import { parseJson, parseObject } from './parse';
import { repairJson } from './repair';
import { toShapeJudge } from './shape-judge';
import type { OpenChannel } from './channel';
import type { MeaningCheck } from './meaning';
import type { AttemptResult, GuardErrorKind, GuardMode, GuardStage, ReplyEnding } from './receipt';
import type { JsonParse, ObjectParse } from './parse';
import type { Fix, JsonRoot } from './repair';
import type { JsonFault } from './scan-json';
import type { ShapeJudge } from './shape-judge';
import type * as z from 'zod';

export interface ReplyToJudge {
  readonly mode: GuardMode;
  readonly text: string;
  readonly calls: readonly { readonly tool: string; readonly argsText: string }[];
  readonly ending: ReplyEnding;
  /** False when only an answer is allowed. */
  readonly toolsOffered: boolean;
  /** Only a tool call is allowed. */
  readonly mustCall?: boolean;
  readonly stopSequences?: boolean;
  readonly outputTokens: number | null;
  readonly outputTokensMax: number;
  readonly schema: z.ZodType | ShapeJudge;
  /** Asked once the shape is accepted. */
  readonly meaning?: MeaningCheck | undefined;
  /** 1-based. */
  readonly attempt: number;
}

const STAGES: Readonly<Record<GuardErrorKind, GuardStage>> = {
  CHANNEL: 'channel',
  COMPLETION: 'completion',
  PARSE: 'parse',
  VALIDATION: 'shape',
  SEMANTIC: 'meaning',
};

const blank = (reply: ReplyToJudge): AttemptResult => ({
  attempt: reply.attempt,
  outcome: 'failed',
  stage: 'channel',
  errorKind: null,
  errors: [],
  fixes: [],
  parsed: null,
  shapeOk: null,
  semanticOk: null,
  value: null,
  feedback: null,
});

const fail = (reply: ReplyToJudge, errorKind: GuardErrorKind, errors: readonly string[]): AttemptResult => ({
  ...blank(reply),
  stage: STAGES[errorKind],
  errorKind,
  errors,
  feedback: reply.mode === 'reject' ? null : feedbackFor(errorKind, errors),
});

const channelOf = ({ toolsOffered, mustCall }: ReplyToJudge): OpenChannel => {
  if (mustCall === true) return 'call';
  return toolsOffered ? 'either' : 'answer';
};

type ParsedReply = (JsonParse | ObjectParse) & { readonly fixes: readonly Fix[] };

const parseReply = ({ mode, text }: ReplyToJudge, root: JsonRoot): ParsedReply =>
  mode === 'reject' ? { ...(root === 'object' ? parseObject : parseJson)(text), fixes: [] } : repairJson(text, root);

const faultLine = ({ words, at }: JsonFault): string => `${words} (at character ${at})`;

// What no bytes can carry can be kept in no transcript: in proposed calls it is stopped here, in an answer by the parser.
const isCarriable = ({ text, calls }: ReplyToJudge): boolean =>
  isWellFormed(text) && calls.every(({ tool, argsText }) => isWellFormed(tool) && isWellFormed(argsText));

const judgeText = (reply: ReplyToJudge): AttemptResult => {
  const judge = toShapeJudge(reply.schema);
  const parsed = parseReply(reply, judge.root);
  if (parsed.kind === 'fault') return { ...fail(reply, 'PARSE', [faultLine(parsed.fault)]), parsed: false };
  const { fixes } = parsed;
  const shape = judge.check(parsed.value, parsed.inexact);
  if (shape.kind === 'unfit') {
    return { ...fail(reply, 'VALIDATION', shape.errors), fixes, parsed: true, shapeOk: false };
  }
  return judgeMeaning(reply, { fixes, value: shape.value });
};

const judgeMeaning = (
  reply: ReplyToJudge,
  { fixes, value }: { fixes: AttemptResult['fixes']; value: unknown },
): AttemptResult => {
  const fitting = { fixes, parsed: true, shapeOk: true };
  const found = reply.meaning === undefined ? undefined : boundFindings(reply.meaning(value));
  if (found === undefined) return { ...blank(reply), ...fitting, outcome: 'accepted', stage: 'shape', value };
  const { errors, unchecked } = found;
  if (errors.length > 0) return { ...fail(reply, 'SEMANTIC', errors), ...fitting, semanticOk: false, unchecked };
  return { ...blank(reply), ...fitting, outcome: 'accepted', stage: 'meaning', semanticOk: true, value, unchecked };
};

/** Judges one reply. Never throws on anything a model wrote, and takes time in proportion to its length. */
export const judgeReply = (reply: ReplyToJudge): AttemptResult => {
  const wrongChannel = channelError({ channel: channelOf(reply), calls: reply.calls });
  if (wrongChannel !== undefined) return fail(reply, 'CHANNEL', [wrongChannel]);
  const withheld = completionError({
    ending: reply.ending,
    callCount: reply.calls.length,
    outputTokens: reply.outputTokens,
    outputTokensMax: reply.outputTokensMax,
    stopSequences: reply.stopSequences ?? false,
  });
  if (withheld !== undefined) return fail(reply, 'COMPLETION', [withheld]);
  if (reply.calls.length === 0) return judgeText(reply);
  return isCarriable(reply)
    ? { ...blank(reply), outcome: 'proposed', stage: 'completion' }
    : { ...fail(reply, 'PARSE', ['expected no half of a surrogate pair']), parsed: false };
};
