// One text through the stages of the guard, as a reply that nobody can be asked about again: one attempt, and its receipt.
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { decodeUtf8Strict } from '../../core/kernel/decode-utf8';
import { guardStep, startGuard } from '../../core/output-guard/attempts';
import { judgeReply, type ReplyToJudge } from '../../core/output-guard/judge-reply';
import { appendAttempt, closeReceipt, openReceipt } from '../../core/output-guard/receipt';
import type {
  AttemptReceipt,
  AttemptResult,
  GuardMode,
  GuardReceipt,
  ReplyEnding,
} from '../../core/output-guard/receipt';
import type { ShapeJudge } from '../../core/output-guard/shape-judge';

export interface TextToCheck {
  readonly bytes: Uint8Array;
  readonly ending?: ReplyEnding | undefined;
  readonly outputTokens?: number | undefined;
  readonly outputTokensMax?: number | undefined;
}

export interface GuardSettings {
  readonly mode: GuardMode;
  readonly judge: ShapeJudge;
}

/** No model was called: there is no usage, no latency, no prompt. */
type CheckedAttempt = Omit<AttemptReceipt, 'usage' | 'latencyMs' | 'model' | 'prompt'>;

/** The receipt, and the figures of its one attempt beside it. */
export interface GuardCheck extends Omit<GuardReceipt, 'attempts'> {
  readonly accepted: boolean;
  readonly fixes: AttemptResult['fixes'];
  readonly stage: AttemptResult['stage'];
  readonly errorKind: AttemptResult['errorKind'];
  readonly errors: readonly string[];
  readonly replyDigest: string;
  readonly attempts: readonly CheckedAttempt[];
}

const notUtf8 = (atByte: number): AttemptResult => ({
  attempt: 1,
  outcome: 'failed',
  stage: 'parse',
  errorKind: 'PARSE',
  errors: [`expected UTF-8, got something else at byte ${atByte}`],
  fixes: [],
  parsed: false,
  shapeOk: null,
  semanticOk: null,
  value: null,
  feedback: null,
});

const judge = (text: string, input: TextToCheck, { mode, judge: schema }: GuardSettings): AttemptResult => {
  const reply: ReplyToJudge = {
    mode,
    text,
    calls: [],
    ending: input.ending ?? 'answered',
    toolsOffered: false,
    outputTokens: input.outputTokens ?? null,
    outputTokensMax: input.outputTokensMax ?? Number.MAX_SAFE_INTEGER,
    schema,
    attempt: 1,
  };
  return judgeReply(reply);
};

const receiptOf = (result: AttemptResult, input: TextToCheck, mode: GuardMode): GuardReceipt => {
  const ending = input.ending ?? 'answered';
  const figures = {
    replyDigest: bytesToHex(sha256(input.bytes)),
    ending,
    usage: null,
    latencyMs: 0,
    model: 'none',
    prompt: 'none',
  };
  const accepted = result.outcome === 'accepted';
  const next = guardStep(startGuard(mode, 1), { kind: 'judged', accepted, error: result.errorKind, ending });
  if (next.kind !== 'stop') throw new Error('broken invariant: the only attempt is the last one');
  return closeReceipt(appendAttempt(openReceipt(mode, 1), result, figures), next.stopReason, result.value);
};

/** Judges the bytes of a reply. Bytes that are no UTF-8 are refused where a text that is no JSON is: there is nothing to parse. */
export const checkText = (input: TextToCheck, settings: GuardSettings): GuardCheck => {
  const decoded = decodeUtf8Strict(input.bytes);
  const result = decoded.kind === 'invalid' ? notUtf8(decoded.atByte) : judge(decoded.text, input, settings);
  const receipt = receiptOf(result, input, settings.mode);
  const { fixes, stage, errorKind, errors } = result;
  return {
    accepted: receipt.stopReason === 'accepted',
    fixes,
    stage,
    errorKind,
    errors,
    replyDigest: receipt.attempts[0]?.replyDigest ?? '',
    ...receipt,
    attempts: receipt.attempts.map(
      ({ usage: _usage, latencyMs: _latency, model: _model, prompt: _prompt, ...attempt }) => attempt,
    ),
  };
};
