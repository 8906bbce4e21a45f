// What a hand-off record says besides who and where: read from receipts, results and rows, never from what a model claims. A model's
// note stands in it as the model's, for the person to judge.
import { toolReceiptKeyOf } from '../core/kernel/ids';
import type { HandOffEffect, HandOffFacts } from '../core/human-review/hand-off';
import { sayHandOffReason } from '../core/human-review/hand-off-reasons';
import type { JsonObject } from '../core/kernel/json';
import { fromMinor } from '../core/kernel/money';
import type { HandOffArg, TranscriptHead } from '../core/moves/activity-shapes';
import type { AgentKit, ReadResult, TranscriptMessage } from '../core/moves/agent-kit';
import { tellEarlierTurn } from '../core/moves/earlier-view';
import type { EarlierTurn } from '../core/moves/earlier-turns';
import { callsInTranscript, subjectOfCall, type CallInTranscript } from '../core/moves/proposed-calls';
import { parseObject } from '../core/output-guard/parse';
import { findReviewRows } from '../stores/review-rows';
import type { ActivityDeps } from './activity-deps';
import type { WaitingReview } from './case-standing';
import { readEarlierTurns } from '../stores/earlier-turns';

type Gathered = Pick<
  HandOffFacts,
  | 'established'
  | 'effects'
  | 'whyStopped'
  | 'reasonCode'
  | 'limits'
  | 'earlier'
  | 'next'
  | 'stillUnknown'
  | 'pendingReviewIds'
>;

const lineCharsMax = 480;
const quotedCharsMax = 120;

/** One line of a record: no longer than the record takes, and it says when it was cut. */
const toLine = (text: string, max = lineCharsMax): string => {
  const points = Array.from(text.replace(/\s+/g, ' ').trim());
  return points.length <= max ? points.join('') : `${points.slice(0, max).join('')} [cut]`;
};

/** `head` is the branch with every result appended; `waitsEarlier` what earlier turns of the case wait for. */
export const gatherHandOff = async (
  deps: ActivityDeps,
  arg: HandOffArg,
  { head, waitsEarlier }: { readonly head: TranscriptHead; readonly waitsEarlier: readonly WaitingReview[] },
): Promise<Gathered> => {
  const kit = deps.kits(arg.turn.agent);
  const messages = await deps.store.transcripts.read(arg.turn.caseId, head.address, head.depth);
  const calls = callsInTranscript(await deps.identityKey(), arg.turn, messages);
  const reads = await readResults(deps, arg, { kit, calls });
  const { turns } = await readEarlierTurns(deps.store.receipts, arg.turn);
  const reviews = await tellPending(deps, arg, { kit, calls });
  const verdict = arg.verdict?.value === null ? null : arg.verdict;
  return {
    established: (kit.establishedFacts?.(reads) ?? []).map((fact) => toLine(fact)).filter((fact) => fact !== ''),
    effects: [
      ...arg.effects.map((effect) => ({ ...effect, ...aboutOf(kit, callOf(calls, effect.callId), false) })),
      ...notAtTheDoor({ kit, calls, messages, arg }),
    ],
    whyStopped: toLine(sayHandOffReason(arg.reason)),
    reasonCode: arg.reason,
    limits: verdict === null ? [] : [{ what: verdict.by, value: verdict.value, limit: verdict.limit }],
    earlier: turns.map((earlier) => toLine(tellTurn(earlier))),
    next: nextOf(arg, { kit, calls }),
    stillUnknown: [
      ...reads.flatMap((read) => tellFailed(kit, read)),
      ...waitsEarlier.map((waits) => tellWaiting(kit, waits)),
      ...reviews,
    ],
    pendingReviewIds: [
      ...new Set([...waitsEarlier.map(({ review }) => review.reviewId), ...(arg.pendingReviewIds ?? [])]),
    ],
  };
};

interface Proposed {
  readonly kit: AgentKit;
  readonly calls: readonly CallInTranscript[];
}

const toolOf = (kit: AgentKit, name: string) => kit.tools.find((tool) => tool.name === name);
const isEffect = (kit: AgentKit, name: string): boolean => {
  const tag = toolOf(kit, name)?.tag;
  return (tag === 'writes' || tag === 'movesMoney') && name !== kit.handOffTool;
};
const callOf = (calls: readonly CallInTranscript[], callId: string): CallInTranscript | undefined =>
  calls.find((call) => call.callId === callId);

/** What a person knows the call by; with the amount as proposed where the record holds none of the ledger's. */
const aboutOf = (kit: AgentKit, call: CallInTranscript | undefined, withAmount: boolean): { about?: string } => {
  if (call === undefined) return {};
  const tool = toolOf(kit, call.tool);
  const amount = withAmount && tool?.amountField !== undefined ? call.args?.[tool.amountField] : undefined;
  const parts = [subjectOfCall(tool, call.args), typeof amount === 'string' ? `amount ${amount}` : null];
  const about = toLine(parts.filter((part) => part !== null).join(', '));
  return about === '' ? {} : { about };
};

const readResults = async (
  deps: ActivityDeps,
  { turn }: HandOffArg,
  { kit, calls }: Proposed,
): Promise<readonly ReadResult[]> => {
  const key = await deps.identityKey();
  const results: ReadResult[] = [];
  for (const { callId, tool, args } of calls) {
    if (toolOf(kit, tool)?.tag !== 'reads') continue;
    const receipt = await deps.store.receipts.find(turn.caseId, toolReceiptKeyOf(key, callId));
    if (receipt === undefined) continue;
    const value = receipt['value'];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const status = typeof receipt['status'] === 'string' ? receipt['status'] : 'unknown';
    results.push({ tool, args: args ?? {}, status, value: isObject ? (value as JsonObject) : null });
  }
  return results;
};

const tellFailed = (kit: AgentKit, { tool, args, status }: ReadResult): readonly string[] => {
  if (status === 'ok' || status === 'empty') return [];
  const about = subjectOfCall(toolOf(kit, tool), args);
  return [toLine(`what ${tool}${about === null ? '' : ` of ${about}`} would have shown: it failed (${status})`)];
};

/** Proposed effects that never reached the ledger, with why; what was only not run any more is told as what would come next. */
const notAtTheDoor = ({
  kit,
  calls,
  messages,
  arg,
}: Proposed & { messages: readonly TranscriptMessage[]; arg: HandOffArg }): readonly HandOffEffect[] =>
  calls.flatMap((call): readonly HandOffEffect[] => {
    if (!isEffect(kit, call.tool) || arg.effects.some(({ callId }) => callId === call.callId)) return [];
    const kind = whyNot(messages, call.callId);
    return kind === null
      ? []
      : [
          {
            callId: call.callId,
            tool: call.tool,
            kind,
            amountMinor: null,
            currency: null,
            ...aboutOf(kit, call, true),
          },
        ];
  });

const RULE_KINDS: Readonly<Record<string, string>> = {
  veto: 'vetoed',
  'review.expired': 'expired',
  'review.pending': 'pendingElsewhere',
  hold: 'held',
};

const whyNot = (messages: readonly TranscriptMessage[], callId: string): string | null => {
  const result = messages.find((message) => message.role === 'tool' && message.callId === callId);
  const parsed = result === undefined ? undefined : parseObject(result.text);
  if (parsed?.kind !== 'object') return null;
  const { status, rule } = parsed.value;
  if (status === 'rejected') return 'rejected';
  if (status !== 'error' || typeof rule !== 'string' || rule === '') return null;
  if (/^(?:governor\.|answered$|handedOff$)/.test(rule)) return null;
  return RULE_KINDS[rule] ?? `not allowed by the rule ${rule}`;
};

const nextOf = (arg: HandOffArg, { kit, calls }: Proposed): string | null => {
  const unrun = arg.settle.filter(({ tool, result }) => result.code === 'notRun' && tool !== kit.handOffTool);
  const planned = unrun.map(({ callId, tool }) => {
    const { about } = aboutOf(kit, callOf(calls, callId), true);
    return `${tool}${about === undefined ? '' : ` (${about})`}, not run`;
  });
  const note = arg.settle
    .filter(({ tool }) => tool === kit.handOffTool)
    .map(({ callId }) => callOf(calls, callId)?.args?.['note'])
    .find((text) => typeof text === 'string' && text.trim() !== '');
  const parts = [...planned, ...(typeof note === 'string' ? [`the model wrote: "${toLine(note, 400)}"`] : [])];
  return parts.length === 0 ? null : toLine(parts.join('; '));
};

const tellPending = async (
  deps: ActivityDeps,
  arg: HandOffArg,
  { kit, calls }: Proposed,
): Promise<readonly string[]> => {
  const pending = new Set(arg.pendingReviewIds ?? []);
  if (pending.size === 0) return [];
  const rows = await deps.store.db.read((query) => findReviewRows(query, { turnKey: arg.turn.turnKey }));
  return rows
    .filter(({ reviewId, state }) => pending.has(reviewId) && state === 'pending')
    .map(({ reviewId, tool, amountMinor, currency, callId }) => {
      const money = amountMinor === null || currency === null ? '' : ` ${fromMinor(amountMinor, currency)} ${currency}`;
      const { about } = aboutOf(kit, callOf(calls, callId), false);
      return toLine(`whether a person allows ${tool}${money}${about === undefined ? '' : ` (${about})`}: ${reviewId}`);
    });
};

const tellWaiting = (kit: AgentKit, { turn, review, effect }: WaitingReview): string => {
  const { tool, args, amount, currency } = effect;
  const about = subjectOfCall(toolOf(kit, tool), args);
  const money = amount === null || currency === null ? '' : ` ${amount} ${currency}`;
  const what = `${tool}${money}${about === null ? '' : ` (${about})`}`;
  const asks =
    review.state === 'granted'
      ? `when ${what} is carried out, which a person allowed`
      : `whether a person allows ${what}`;
  return toLine(`${asks}: ${review.reviewId}, of turn ${turn}`);
};

/** What was asked and how it stands, in one line. */
const tellTurn = (earlier: EarlierTurn): string => {
  const asked = toLine(earlier.messages.join(' '), quotedCharsMax);
  return `${tellEarlierTurn(earlier)}${asked === '' ? '' : ` Asked: "${asked}"`}`;
};
