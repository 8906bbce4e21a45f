// What the activities of a story answer: the shapes of core/moves/activity-shapes, made of one script line each. The keys of
// proposed calls are the real ones.
import { supportTools } from '../../agents/support/tools';
import { canonicalArgs, duplicateKey, exactKey } from '../../core/kernel/action-key';
import { assertInvariant } from '../../core/kernel/assert-never';
import type {
  EffectArg,
  EffectKind,
  EffectOutcome,
  Ending,
  GuardErrorKind,
  JudgeArg,
  JudgeReceipt,
  ModelCallArg,
  ModelOutcome,
  OpenReviewArg,
  OpenReviewReceipt,
  ProposedCall,
  RecordDecisionArg,
  RecordDecisionReceipt,
  ToolCallArg,
  ToolReceipt,
  ToolStatus,
  TranscriptHead,
} from '../../core/moves/activity-shapes';
import { readToolArguments } from '../../core/output-guard/tool-arguments';
import type { StoryLine } from './read-story';

const identityKey = new TextEncoder().encode('a key of the stories, 32 bytes long');
const resultTokens = 100;

/** The reply's place in the transcript names its calls: `c<reply>.<place>`. */
const propose = (detail: string, reply: number, position: number): ProposedCall => {
  const [, tool = '', argsText = ''] = /^(\S+)\s*(.*)$/.exec(detail) ?? [];
  const declaration = supportTools.find(({ name }) => name === tool);
  const ref = {
    callId: `c${reply}.${position + 1}`,
    replyAddress: `reply-${reply}`,
    replyDepth: reply,
    position,
    tool: declaration?.name ?? 'unknown',
  };
  const exact = exactKey(identityKey, tool, argsText);
  if (declaration === undefined) return { ...ref, tag: 'untagged', valid: false, exactKey: exact, duplicateKey: exact };
  const read = readToolArguments(declaration, argsText);
  const source = read.kind === 'valid' ? read.args : read.canonicalSource;
  return {
    ...ref,
    tag: declaration.tag,
    valid: read.kind === 'valid',
    exactKey: exact,
    duplicateKey: source === null ? exact : duplicateKey(identityKey, declaration, canonicalArgs(declaration, source)),
  };
};

const endings: Readonly<Record<string, Ending>> = {
  'model proposes': 'toolsProposed',
  'model answers': 'answered',
  'model answers badly': 'answered',
  'model asks for a person': 'toolsProposed',
  'model is cut': 'cut',
  'model refuses': 'refused',
  'model says nothing': 'empty',
};

const usageOf = (line: StoryLine): { inputTokens: number; outputTokens: number } | null => {
  const written = line.options['used'];
  if (written === 'unknown') return null;
  const [inputTokens = 100, outputTokens = 50] = written === undefined ? [] : written.split('+').map(Number);
  return { inputTokens, outputTokens };
};

const headAfter = ({ head, settle }: ModelCallArg, written: number): TranscriptHead => ({
  address: `head-${head.depth + settle.length + 1}`,
  depth: head.depth + settle.length + 1,
  bytes: head.bytes + settle.length * resultTokens + written,
  tokensUpper: head.tokensUpper + settle.length * resultTokens + written,
});

const guardOf = (line: StoryLine, ending: Ending) => {
  if (ending === 'cut') return { accepted: false, error: 'COMPLETION' as const, errorCount: 1, fixes: [] };
  const error = (line.options['error'] ?? null) as GuardErrorKind | null;
  return { accepted: error === null, error, errorCount: error === null ? 0 : 1, fixes: [] };
};

/** `model …`: undefined when the line is no answer of a model. */
export const modelAnswer = (line: StoryLine, arg: ModelCallArg): ModelOutcome | undefined => {
  const said = line.words.join(' ');
  if (said === 'model times out') return { kind: 'transport', type: 'model.timeout', head: arg.head };
  if (said === 'customer asks for a person')
    return { kind: 'personRequested', receiptKey: `reply-${arg.callPosition + 1}`, head: headAfter(arg, 0) };
  const ending = endings[said];
  if (ending === undefined) return undefined;
  const reply = arg.callPosition + 1;
  const usage = usageOf(line);
  const reason = line.options['reason'];
  return {
    kind: 'replied',
    receiptKey: `reply-${reply}`,
    head: headAfter(arg, usage?.outputTokens ?? 0),
    ending,
    calls: line.details.map((detail, position) => propose(detail, reply, position)),
    handOff: said === 'model asks for a person' ? { reasonCode: `handOff.${reason ?? 'unclear'}` } : null,
    guard: guardOf(line, ending),
    usage,
    costMicro: 0,
    latencyMs: 0,
    model: 'scripted',
    ...(arg.inbox === undefined ? {} : { inboxTaken: arg.inbox.length }),
  };
};

/** `tool ok|empty|temporary|…`. */
export const toolAnswer = (line: StoryLine, { call }: ToolCallArg): ToolReceipt | undefined =>
  line.words[0] === 'tool'
    ? {
        receiptKey: `result-of-${call.callId}`,
        status: (line.words[1] ?? 'ok') as ToolStatus,
        tokensUpper: resultTokens,
      }
    : undefined;

const moneyOf = (line: StoryLine): { amountMinor: number | null; currency: string | null } => {
  const amount = line.options['amount'];
  return amount === undefined
    ? { amountMinor: null, currency: null }
    : { amountMinor: Math.round(Number(amount) * 100), currency: 'USD' };
};

/** `judge allow|review|refuse RULE amount=… pending=… rejected=… key=… round=…`. */
export const judgeAnswer = (line: StoryLine, { call }: JudgeArg): JudgeReceipt | undefined => {
  const answer = line.words[1];
  if (line.words[0] !== 'judge' || (answer !== 'allow' && answer !== 'review' && answer !== 'refuse')) return undefined;
  const { rejected } = line.options;
  return {
    answer,
    rule: line.words[2] ?? `policy.${answer}`,
    rulesDigest: 'rules-1',
    factsDigest: 'facts-1',
    effectKey: `effect-${line.options['key'] ?? call.callId}`,
    actionHash: `hash-of-${call.callId}${call.editRef === undefined ? '' : `-as-${call.editRef}`}`,
    ...moneyOf(line),
    pendingReviewId: line.options['pending'] ?? null,
    round: Number(line.options['round'] ?? 1),
    ...(rejected === undefined ? {} : { rejectedReviewId: rejected }),
  };
};

/** A review is opened without a line of the script: rv1, rv2, … */
export const openAnswer = (
  count: number,
  arg: OpenReviewArg,
  { nowMs, approvals }: { readonly nowMs: number; readonly approvals: number },
): OpenReviewReceipt => ({
  reviewId: `rv${count}`,
  round: arg.judged.round,
  openedAtMs: nowMs,
  expiresAtMs: nowMs + arg.expiryMs,
  ...(approvals === 1 ? {} : { approvalsNeeded: approvals }),
});

/** The ledger writes what was decided, unless the script says otherwise: `recorded conflict`, `recorded editRefused RULE`. */
export const recordAnswer = (line: StoryLine | undefined, arg: RecordDecisionArg): RecordDecisionReceipt => {
  if (arg.decision === 'expire') return { kind: 'expired' };
  if (line?.words[1] === 'conflict') return { kind: 'conflict', state: line.words[2] ?? 'recalled', noteRef: null };
  if (line?.words[1] === 'editRefused') return { kind: 'editRefused', rule: line.words[2] ?? 'edit.arguments' };
  return { kind: receiptKinds[arg.decision], noteRef: arg.noteRef };
};

const receiptKinds = { approve: 'granted', reject: 'rejected', ask: 'asked', edit: 'edited' } as const;

/** `effect done|refused|unknown|…`. */
export const effectAnswer = (line: StoryLine, { call, judged }: EffectArg): EffectOutcome | undefined => {
  if (line.words[0] !== 'effect') return undefined;
  const kind = line.words[1];
  assertInvariant(kind !== undefined, `line ${line.number}: an effect has an outcome`);
  return {
    kind: kind as EffectKind,
    effectKey: judged.effectKey,
    receiptKey: kind === 'done' || kind === 'refused' ? `receipt-of-${call.callId}` : null,
    replayed: false,
    rule: line.words[2] ?? null,
    amountMinor: judged.amountMinor,
    currency: judged.currency,
  };
};
