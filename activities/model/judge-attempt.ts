// The guard's judgement of one reply, and what of it goes into the transcript: an accepted answer or a batch of proposed calls.
// A failed attempt stays in its receipt, verbatim, with its feedback.
import { duplicateKey, exactKey, canonicalArgs } from '../../core/kernel/action-key';
import { callIdOf } from '../../core/kernel/ids';
import { isWellFormed } from '../../core/kernel/well-formed';
import { hmacSha256Hex } from '../../core/kernel/sha256';
import type {
  ModelCallArg,
  ModelReceipt,
  ProposedCall,
  TranscriptHead,
  TurnRef,
} from '../../core/moves/activity-shapes';
import type { AgentKit, RawReply, StoredCall } from '../../core/moves/agent-kit';
import { customerReplySchemaOf } from '../../core/output-guard/customer-reply';
import { judgeReply } from '../../core/output-guard/judge-reply';
import type { AttemptResult } from '../../core/output-guard/receipt';
import { readToolArguments } from '../../core/output-guard/tool-arguments';
import type { ActivityDeps } from '../activity-deps';
import { meaningOf, type Grounds } from './check-facts';
import { growReceipt, guardMode, type AttemptDetail } from './guard-receipt';
import { costOf } from './model-spend';

export interface Attempt {
  readonly key: Uint8Array;
  readonly receiptKey: string;
  readonly head: TranscriptHead;
  readonly reply: RawReply;
  readonly latencyMs: number;
  /** What the reply may state is judged by. */
  readonly grounds: Grounds;
}

/** No provider bills more in one call; a figure beyond it is no figure. */
const usageMax = 100_000_000;

/** A usage that is no count is no usage: the reservation is then committed whole. */
export const soundUsage = ({ usage }: RawReply): RawReply['usage'] => {
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= usageMax;
  return usage !== null && isCount(usage.inputTokens) && isCount(usage.outputTokens) ? usage : null;
};

/** Text that cannot be stored as it is (a lone surrogate) is kept in its JSON form, which loses nothing. */
const storable = (text: string): string => (isWellFormed(text) ? text : JSON.stringify(text));

export interface JudgedAttempt {
  readonly outcome: ModelReceipt;
  /** Kept sealed with the receipt: the reply as received and what the guard said of it. */
  readonly detail: AttemptDetail;
}

export const judgeAttempt = async (deps: ActivityDeps, arg: ModelCallArg, attempt: Attempt): Promise<JudgedAttempt> => {
  const reply = { ...attempt.reply, usage: soundUsage(attempt.reply) };
  const kit = deps.kits(arg.turn.agent);
  const judged = judgeReply({
    mode: guardMode,
    text: reply.text,
    calls: reply.calls,
    ending: reply.ending,
    toolsOffered: arg.purpose === 'act',
    outputTokens: reply.usage?.outputTokens ?? null,
    outputTokensMax: arg.outputTokensMax,
    schema: customerReplySchemaOf(kit.answerCharsMax),
    meaning: meaningOf(kit, attempt.grounds),
    attempt: arg.attempt,
  });
  const appended = judged.errorKind === null && (reply.ending === 'answered' || reply.ending === 'toolsProposed');
  const head = appended
    ? await deps.store.transcripts.append(arg.turn.caseId, attempt.head, {
        role: 'assistant',
        text: reply.text,
        calls: reply.calls,
      })
    : attempt.head;
  const calls = appended ? propose(kit, arg.turn, { key: attempt.key, head, calls: reply.calls }) : [];
  const outcome: ModelReceipt = {
    kind: 'replied',
    receiptKey: attempt.receiptKey,
    head,
    ending: reply.ending,
    calls,
    handOff: handOffOf(kit, reply.calls),
    guard: {
      accepted: judged.errorKind === null,
      error: judged.errorKind,
      errorCount: judged.errors.length,
      fixes: judged.fixes,
      ...(judged.unchecked === undefined ? {} : { uncheckedCount: judged.unchecked.length }),
    },
    usage: reply.usage,
    costMicro: costOf(arg.model.price, reply.usage),
    latencyMs: attempt.latencyMs,
    model: nameOf(reply),
    ...(arg.inbox === undefined ? {} : { inboxTaken: arg.inbox.length }),
  };
  const detail = await detailOf(deps, arg, { attempt: { ...attempt, reply }, judged, appended });
  return { outcome, detail };
};

/** Kept sealed with the receipt: the reply as received, what the next attempt is shown, and the guard's record so far. */
const detailOf = async (
  deps: ActivityDeps,
  arg: ModelCallArg,
  { attempt, judged, appended }: { attempt: Attempt; judged: AttemptResult; appended: boolean },
): Promise<AttemptDetail> => {
  const { reply } = attempt;
  const receipt = await growReceipt(deps.store.receipts, arg, {
    result: judged,
    figures: {
      replyDigest: hmacSha256Hex(attempt.key, reply.text),
      ending: reply.ending,
      usage: reply.usage,
      latencyMs: attempt.latencyMs,
      model: reply.model,
      prompt: arg.prompt,
    },
  });
  return {
    replyText: storable(reply.text),
    replyCalls: appended
      ? []
      : reply.calls.map(({ tool, argsText }) => ({ tool: storable(tool), argsText: storable(argsText) })),
    feedback: judged.feedback,
    feedbackOf: arg.feedbackOf,
    receipt,
  };
};

const propose = (
  kit: AgentKit,
  turn: TurnRef,
  { key, head, calls }: { key: Uint8Array; head: TranscriptHead; calls: readonly StoredCall[] },
): readonly ProposedCall[] =>
  calls.map((call, position) => {
    const declaration = kit.tools.find((tool) => tool.name === call.tool);
    const place = { rootTurnKey: turn.rootTurnKey, branch: turn.branch, depth: head.depth, position };
    const ref = {
      callId: callIdOf(key, place),
      replyAddress: head.address,
      replyDepth: head.depth,
      position,
      // A name that is no tool's is a model's words: it stays in the transcript.
      tool: declaration?.name ?? 'unknown',
    };
    const exact = exactKey(key, call.tool, call.argsText);
    if (declaration === undefined)
      return { ...ref, tag: 'untagged', valid: false, exactKey: exact, duplicateKey: exact };
    const read = readToolArguments(declaration, call.argsText);
    const source = read.kind === 'valid' ? read.args : read.canonicalSource;
    return {
      ...ref,
      tag: declaration.tag,
      ...(declaration.retryLimit === undefined ? {} : { retryLimit: declaration.retryLimit }),
      valid: read.kind === 'valid',
      exactKey: exact,
      duplicateKey: source === null ? exact : duplicateKey(key, declaration, canonicalArgs(declaration, source)),
    };
  });

/** A call of the agent's hand-off tool asks for a person; its reason code is a closed list, anything else is `unclear`. */
const handOffOf = (kit: AgentKit, calls: readonly StoredCall[]): { readonly reasonCode: string } | null => {
  const call = calls.find((proposed) => proposed.tool === kit.handOffTool);
  const declaration = kit.tools.find((tool) => tool.name === kit.handOffTool);
  if (call === undefined || declaration === undefined) return null;
  const read = readToolArguments(declaration, call.argsText);
  const code = read.kind === 'valid' ? read.args['reason_code'] : undefined;
  return { reasonCode: `handOff.${typeof code === 'string' ? code : 'unclear'}` };
};

/** What crosses is a name, not what a provider or a reader says of itself besides. */
const nameOf = ({ model }: RawReply): string => /^[\w.:@/+-]{1,200}/.exec(model)?.[0] ?? 'unnamed';
