// One attempt of a model call: results first, one request, the guard's judgement, a receipt under the call's key before anything is
// returned. Dispatched again it returns the stored receipt, calls nothing, appends nothing and bills nothing. A customer who asks for
// a person gets one before any model is asked: by rule, whatever the model would have said.
import { assertInvariant } from '../../core/kernel/assert-never';
import { deniedCallWords } from '../../core/output-guard/channel';
import { modelReceiptKeyOf } from '../../core/kernel/ids';
import type { JsonObject } from '../../core/kernel/json';
import type { ModelCallArg, ModelOutcome } from '../../core/moves/activity-shapes';
import type { AgentKit, RawReply, TranscriptMessage } from '../../core/moves/agent-kit';
import { earlierMessages } from '../../core/moves/earlier-view';
import type { ActivityDeps } from '../activity-deps';
import { readEarlierTurns } from '../earlier-turns';
import { settleTranscript } from '../settle-transcript';
import { createFailure } from '../to-application-failure';
import type { Grounds } from './check-facts';
import { readAttempt, type AttemptDetail } from './guard-receipt';
import { judgeAttempt, soundUsage } from './judge-attempt';
import { markStale } from './mark-stale';
import { ModelFailure, type BackendRequest } from './model-backend';
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
  const messages = await deps.store.transcripts.read(caseId, head.address, head.depth);
  const keep = async (value: object): Promise<ModelOutcome> => {
    const kept = await deps.store.receipts.keep({
      receiptKey,
      caseId,
      turnKey,
      kind: 'model',
      value: value as JsonObject,
    });
    return kept['outcome'] as unknown as ModelOutcome;
  };
  if (asksForPerson(deps.kits(arg.turn.agent), arg, messages))
    return keep({ outcome: { kind: 'personRequested', receiptKey, head, ...takenOf(arg) } satisfies ModelOutcome });
  const asked = await ask(deps, arg, { receiptKey, messages, signal });
  if (asked.kind !== 'replied') return { ...asked, head: arg.head };
  const judged = await judgeAttempt(deps, arg, { key, receiptKey, head, ...asked });
  return keep({ outcome: judged.outcome, detail: judged.detail });
};

const takenOf = ({ inbox }: ModelCallArg): { readonly inboxTaken?: number } =>
  inbox === undefined ? {} : { inboxTaken: inbox.length };

/** Of the customer's messages only those no model of this turn has seen: an earlier turn's wish for a person was answered there. */
const asksForPerson = (kit: AgentKit, arg: ModelCallArg, messages: readonly TranscriptMessage[]): boolean => {
  if (kit.asksForPerson === undefined || arg.purpose !== 'act') return false;
  const unseen = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  return unseen.some((message) => message.role === 'customer' && kit.asksForPerson?.(message.text) === true);
};

type Asked =
  | { readonly kind: 'replied'; readonly reply: RawReply; readonly latencyMs: number; readonly grounds: Grounds }
  | { readonly kind: 'transport'; readonly type: string; readonly unbilled?: true }
  | { readonly kind: 'spendCapped' };

interface AskWith {
  readonly receiptKey: string;
  readonly messages: readonly TranscriptMessage[];
  readonly signal: AbortSignal;
}

const ask = async (
  deps: ActivityDeps,
  arg: ModelCallArg,
  { receiptKey, messages, signal }: AskWith,
): Promise<Asked> => {
  const backend = deps.backends[arg.model.backend];
  if (backend === undefined) throw createFailure({ type: 'model.invalidRequest', code: 'unknownBackend' });
  const earlier = earlierMessages(await readEarlierTurns(deps.store.receipts, arg.turn));
  const grounds = { messages: [...earlier, ...messages], askedAtMs: Date.now() };
  const kit = deps.kits(arg.turn.agent);
  const shown = [...markStale(kit.tools, grounds.messages, grounds.askedAtMs), ...(await failedAttempts(deps, arg))];
  const view = viewFor(kit, arg, shown);
  const counted = await countCall(deps, arg, { receiptKey, view });
  if (counted === null) return { kind: 'spendCapped' };
  const deadline = AbortSignal.timeout(Math.max(1, arg.deadlineAtMs - Date.now()));
  const request: BackendRequest = {
    agent: arg.turn.agent,
    choice: arg.model,
    view,
    callPosition: arg.callPosition,
    signal: AbortSignal.any([signal, deadline]),
  };
  try {
    await backend.admit?.(request);
    const begun = performance.now();
    const reply = await backend.call(request);
    const latencyMs = Math.round(performance.now() - begun);
    await counted.settle(soundUsage(reply));
    return { kind: 'replied', reply, latencyMs, grounds };
  } catch (error) {
    await settleFailed(counted, error);
    // A stop, wherever the call stood: Temporal has to see its own cancellation.
    if (signal.aborted) throw signal.reason;
    if (deadline.aborted) return tooLate(error);
    return transportOf(error, arg.deadlineAtMs);
  }
};

/** A failure that the provider provably did not bill gives its reservation back; any other may have been billed in full. */
const settleFailed = (counted: CountedCall, error: unknown): Promise<void> =>
  counted.settle(error instanceof ModelFailure && !error.billed ? 'nothing' : null);

const tooLate = (error: unknown): Asked => ({
  kind: 'transport',
  type: 'model.timeout',
  ...(error instanceof ModelFailure && !error.billed ? { unbilled: true } : {}),
});

/** Unbilled failures are Temporal's to retry; what may have been billed comes back as an outcome, unless it is not to be repeated. */
const transportOf = (error: unknown, deadlineAtMs: number): Asked => {
  if (!(error instanceof ModelFailure)) throw error;
  const { type, billed, facts } = error;
  if (billed && facts.final !== true) return { kind: 'transport', type };
  const { retryAfterMs } = facts;
  // No wait is longer than the time left: the run learns in time that it has none.
  const waitMs = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, deadlineAtMs - Date.now());
  throw createFailure({ type, code: facts.code ?? type, retryAfterMs: waitMs, final: facts.final === true });
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
