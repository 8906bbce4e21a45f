// The one result of each proposed call, in words for the model. Words of the program come from codes; what a tool returned is
// data and marked as such. An error result says which kind it is, so that a model can act on it.
import { canonicalJson } from '../core/kernel/canonical-json';
import type { JsonObject } from '../core/kernel/json';
import type { CallResult, SettledCall } from '../core/moves/activity-shapes';
import type { TranscriptMessage } from '../core/moves/agent-kit';
import { parseObject } from '../core/output-guard/parse';
import type { ReceiptStore, TranscriptStore } from '../stores/store-port';

export interface RenderSources {
  readonly receipts: ReceiptStore;
  readonly transcripts: TranscriptStore;
}

const resultCharsMax = 12_000;
const earlierCharsMax = 600;

/** The tool message of one settled call. */
export const renderResult = async (
  sources: RenderSources,
  caseId: string,
  settled: SettledCall,
): Promise<TranscriptMessage> => {
  const body = await sayEdit(sources, caseId, { settled, body: await bodyOf(sources, caseId, settled.result) });
  return {
    role: 'tool',
    callId: settled.callId,
    tool: settled.tool,
    isError: body.isError,
    text: shorten(canonicalJson(body.value), resultCharsMax),
    ...(body.atMs === undefined ? {} : { atMs: body.atMs }),
  };
};

interface Body {
  readonly isError: boolean;
  readonly value: JsonObject;
  /** When the tool was asked; a result without one was not observed. */
  readonly atMs?: number | undefined;
}

const bodyOf = async (sources: RenderSources, caseId: string, result: CallResult): Promise<Body> => {
  if (result.code === 'ran' || result.code === 'effect') return readReceipt(sources, caseId, result);
  if (result.code === 'suppressed') return suppressed(sources, caseId, result);
  if (result.code === 'rejected') return rejected(sources, caseId, result);
  if (result.code === 'asked') return asked(sources, caseId, result);
  return refusal(result);
};

const readReceipt = async ({ receipts }: RenderSources, caseId: string, result: CallResult): Promise<Body> => {
  const stored = result.receiptKey === undefined ? undefined : await receipts.find(caseId, result.receiptKey);
  if (stored === undefined) return refusal(result);
  const status = stored['status'];
  const isError = status !== 'ok' && status !== 'empty' && status !== 'done';
  const { atMs, ...value } = stored;
  return { isError, value, atMs: typeof atMs === 'number' ? atMs : undefined };
};

const suppressed = async (sources: RenderSources, caseId: string, result: CallResult): Promise<Body> => {
  const earlier = result.receiptKey === undefined ? undefined : await sources.receipts.find(caseId, result.receiptKey);
  return {
    isError: true,
    value: {
      status: 'suppressed',
      kind: 'not_permitted',
      rule: result.rule ?? 'duplicate',
      words: suppressedWords(result),
      ...(earlier === undefined ? {} : { earlierResult: shorten(canonicalJson(earlier), earlierCharsMax) }),
    },
  };
};

/** What stopped a call, by the governor's mechanism; anything else is a repeat of an earlier call. */
const suppressedBy: Readonly<Record<string, string>> = {
  tool_cap: 'Not run: this tool may not be called again in this turn. Use what you have.',
  tool_call_cap: 'Not run: no more tool calls are left in this turn. Answer from what you have.',
  volatile_cap: 'Not run: this was asked as often as it may be. Use the newest result.',
  deadline: 'Not run: no time is left. Answer from what you have.',
  finalizing: 'Not run: only the final answer is left to make.',
  closing: 'Not run: the turn ends.',
  pending_review: 'Not run: the same action waits for a person already. Do not ask again.',
};

const suppressedWords = ({ rule, ofStep }: CallResult): string => {
  const made = ofStep === undefined ? '' : ` in step ${ofStep}`;
  return (
    suppressedBy[rule ?? ''] ??
    `This call was not run: it repeats one made${made}. Use that result instead; do not ask again.`
  );
};

const rejected = async (sources: RenderSources, caseId: string, result: CallResult): Promise<Body> => {
  const note = result.noteRef === undefined ? undefined : await sources.transcripts.readNote(caseId, result.noteRef);
  return {
    isError: true,
    value: {
      status: 'rejected',
      kind: 'not_permitted',
      reasonCode: result.reasonCode ?? '',
      words:
        'A person decided against this action. It stays refused for this case, also reworded or for the same amount.',
      ...(note === undefined ? {} : { note }),
    },
  };
};

const asked = async (sources: RenderSources, caseId: string, result: CallResult): Promise<Body> => {
  const question = result.noteRef === undefined ? '' : await sources.transcripts.readNote(caseId, result.noteRef);
  return {
    isError: true,
    value: {
      status: 'asked',
      kind: 'temporary',
      reviewId: result.reviewId ?? '',
      words:
        'A person who looks at this action asks the question below. Nothing was decided and nothing was done. Find the answer, ' +
        'or ask the customer; then propose the action again.',
      question,
    },
  };
};

/** A result of what a person made of the call says so: the model must not take its own arguments for what was done. */
const sayEdit = async (
  { transcripts }: RenderSources,
  caseId: string,
  { settled, body }: { readonly settled: SettledCall; readonly body: Body },
): Promise<Body> => {
  if (settled.editRef === undefined) return body;
  const parsed = parseObject(await transcripts.readNote(caseId, settled.editRef));
  const changed = {
    words:
      'A person changed the arguments of this call; this is the result of the call with the arguments below. Do not propose the ' +
      'original again.',
    arguments: parsed.kind === 'object' ? parsed.value : {},
  };
  return { ...body, value: { ...body.value, changedByPerson: changed } };
};

interface Refusal {
  /** What a model can do about it: fix the arguments, try later, or nothing. */
  readonly kind: 'invalid_arguments' | 'temporary' | 'not_permitted' | 'permanent' | 'unavailable';
  readonly words: string;
  /** Stands in for a rule the result does not name. */
  readonly rule?: string;
}

const unreadable: Refusal = {
  kind: 'unavailable',
  words: 'The recorded result cannot be read; nothing is assumed.',
};

const refusals: Readonly<Record<CallResult['code'], Refusal>> = {
  ran: unreadable,
  effect: unreadable,
  suppressed: unreadable,
  rejected: unreadable,
  asked: unreadable,
  invalidArguments: {
    kind: 'invalid_arguments',
    words: 'The arguments do not fit the tool. Compare them with its description, correct them and call again.',
  },
  unknownTool: { kind: 'invalid_arguments', words: 'There is no such tool. Use one of the tools offered.' },
  refusedByRule: {
    kind: 'not_permitted',
    words: 'A rule refuses this action. Do not ask again; tell the customer or ask for a person.',
  },
  vetoed: {
    kind: 'not_permitted',
    words: 'A person decided against this before; that decision holds for this case.',
  },
  held: {
    kind: 'not_permitted',
    words: 'Effects are held by an operator at the moment; a person has to look at this.',
    rule: 'hold',
  },
  capped: { kind: 'not_permitted', words: 'A cap on what may be done without a person is reached.' },
  expired: {
    kind: 'not_permitted',
    words: 'Nobody decided in time. That is no approval; the action was not done.',
    rule: 'review.expired',
  },
  pendingElsewhere: {
    kind: 'not_permitted',
    words: 'The same action waits for a person already. Do not ask again.',
    rule: 'review.pending',
  },
  toolFailed: { kind: 'permanent', words: 'The tool failed for a reason of its own. Do not call it again.' },
  notRun: { kind: 'temporary', words: 'not run: the turn ended or was stopped before.' },
};

const refusal = ({ code, rule, reviewId }: CallResult): Body => {
  const { kind, words, rule: ownRule } = refusals[code];
  const named = rule ?? ownRule;
  return {
    isError: true,
    value: {
      status: 'error',
      kind,
      words,
      ...(named === undefined ? {} : { rule: named }),
      ...(reviewId === undefined ? {} : { reviewId }),
    },
  };
};

/** Cut on a code point, and it says so. */
const shorten = (text: string, max: number): string => {
  const points = Array.from(text);
  return points.length <= max ? text : `${points.slice(0, max).join('')} [cut: ${points.length} characters]`;
};
