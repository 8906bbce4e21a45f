// One attempt of a model call: results first, one request, the guard's judgement, a receipt under the call's key before anything is
// returned. Dispatched again it returns the stored receipt, calls nothing, appends nothing and bills nothing.
import { assertInvariant } from '../../core/kernel/assert-never';
import { deniedCallWords } from '../../core/output-guard/channel';
import { modelReceiptKeyOf } from '../../core/kernel/ids';
import type { JsonObject } from '../../core/kernel/json';
import type { ModelCallArg, ModelOutcome, TranscriptHead } from '../../core/moves/activity-shapes';
import type { RawReply, TranscriptMessage } from '../../core/moves/agent-kit';
import type { ActivityDeps } from '../activity-deps';
import { settleTranscript } from '../settle-transcript';
import { createFailure } from '../to-application-failure';
import { readAttempt, type AttemptDetail } from './guard-receipt';
import { judgeAttempt, soundUsage } from './judge-attempt';
import { ModelFailure } from './model-backend';
import { countCall, type CountedCall } from './model-spend';
import { viewFor } from './model-view';

export const callModel = async (deps: ActivityDeps, arg: ModelCallArg, signal: AbortSignal): Promise<ModelOutcome> => {
  const key = await deps.identityKey();
  const { caseId, turnKey, rootTurnKey, branch } = arg.turn;
  const receiptKey = modelReceiptKeyOf(key, {
    rootTurnKey,
    branch,
    callPosition: arg.callPosition,
    attempt: arg.attempt,
    head: arg.head.address,
    prompt: arg.prompt,
  });
  const stored = await deps.store.receipts.find(caseId, receiptKey);
  if (stored !== undefined) return stored['outcome'] as unknown as ModelOutcome;
  const head = await settleTranscript(deps.store, caseId, arg);
  const asked = await ask(deps, arg, { receiptKey, head, signal });
  if (asked.kind !== 'replied') return { ...asked, head: arg.head };
  const judged = await judgeAttempt(deps, arg, { key, receiptKey, head, ...asked });
  const value = { outcome: judged.outcome, detail: judged.detail } as unknown as JsonObject;
  const kept = await deps.store.receipts.keep({ receiptKey, caseId, turnKey, kind: 'model', value });
  return kept['outcome'] as unknown as ModelOutcome;
};

type Asked =
  | { readonly kind: 'replied'; readonly reply: RawReply; readonly latencyMs: number }
  | { readonly kind: 'transport'; readonly type: string }
  | { readonly kind: 'spendCapped' };

interface AskWith {
  readonly receiptKey: string;
  readonly head: TranscriptHead;
  readonly signal: AbortSignal;
}

const ask = async (deps: ActivityDeps, arg: ModelCallArg, { receiptKey, head, signal }: AskWith): Promise<Asked> => {
  const backend = deps.backends[arg.model.backend];
  if (backend === undefined) throw createFailure({ type: 'model.invalidRequest', code: 'unknownBackend' });
  const messages = await deps.store.transcripts.read(arg.turn.caseId, head.address, head.depth);
  const view = viewFor(deps.kits(arg.turn.agent), arg, [...messages, ...(await failedAttempts(deps, arg))]);
  const counted = await countCall(deps, arg, { receiptKey, view });
  if (counted === null) return { kind: 'spendCapped' };
  const deadline = AbortSignal.timeout(Math.max(1, arg.deadlineAtMs - Date.now()));
  const begun = performance.now();
  try {
    const reply = await backend.call({
      agent: arg.turn.agent,
      choice: arg.model,
      view,
      callPosition: arg.callPosition,
      signal: AbortSignal.any([signal, deadline]),
    });
    const latencyMs = Math.round(performance.now() - begun);
    await counted.settle(soundUsage(reply));
    return { kind: 'replied', reply, latencyMs };
  } catch (error) {
    await settleFailed(counted, error);
    if (signal.aborted) throw error;
    if (deadline.aborted) return { kind: 'transport', type: 'model.timeout' };
    return transportOf(error);
  }
};

/** A failure that the provider provably did not bill gives its reservation back; any other may have been billed in full. */
const settleFailed = (counted: CountedCall, error: unknown): Promise<void> =>
  counted.settle(error instanceof ModelFailure && !error.billed ? 'nothing' : null);

/** Unbilled failures are Temporal's to retry; what may have been billed comes back as an outcome. */
const transportOf = (error: unknown): Asked => {
  if (!(error instanceof ModelFailure)) throw error;
  if (error.billed) return { kind: 'transport', type: error.type };
  throw createFailure({ type: error.type, code: error.type, retryAfterMs: error.retryAfterMs });
};

/** The failed attempts of this step, verbatim, each before its feedback; later steps never see them. */
const failedAttempts = async (deps: ActivityDeps, arg: ModelCallArg): Promise<readonly TranscriptMessage[]> => {
  const messages: TranscriptMessage[] = [];
  let link = arg.feedbackOf;
  while (link !== null) {
    const failed: AttemptDetail | undefined = await readAttempt(deps.store.receipts, arg.turn.caseId, link);
    assertInvariant(failed !== undefined, 'the attempt whose feedback is shown has its receipt');
    messages.unshift(...shownAttempt(failed));
    link = failed.feedbackOf;
  }
  return messages;
};

const shownAttempt = ({ replyText, replyCalls, feedback }: AttemptDetail): readonly TranscriptMessage[] => [
  { role: 'assistant', text: replyText, calls: replyCalls },
  ...replyCalls.map(({ tool }, position): TranscriptMessage => ({
    role: 'tool',
    callId: `denied-${position}`,
    tool,
    isError: true,
    text: deniedCallWords,
  })),
  { role: 'program', text: feedback ?? '' },
];
