// What recorded cases would have done under another policy: each judgement is opened, asked again and compared. Cases whose words
// were erased, or whose facts the rules no longer read, are counted apart: nothing is said of them.
import { judgeCaseAgain, judgedKind, readJudgedCase, type JudgedCase } from '../core/evaluation/judged-case';
import type { RuledAnswer } from '../core/effects/standing-rule';
import type { JsonObject } from '../core/kernel/json';
import type { AgentKit } from '../core/moves/agent-kit';
import { listReceipts } from '../stores/list-receipts';
import { messageOf } from '../temporal-config/error-facts';
import type { RecordContext } from './client-context';

export interface PolicyTestAsk {
  readonly agent: string;
  /** The agent's kit under the other policy. */
  readonly kit: AgentKit;
  readonly sinceMs?: number;
  /** Adds arguments and the customer's last message to what changed. */
  readonly words?: boolean;
  /** Told after each case, how many there were. */
  readonly onCase?: (cases: number) => void;
}

export interface ChangedCase {
  readonly turnKey: string;
  readonly callId: string;
  readonly tool: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly before: RuledAnswer & { readonly policy: string | null };
  readonly after: RuledAnswer;
  readonly words?: { readonly args: JsonObject; readonly lastMessage: string };
}

export interface Unreadable {
  readonly turnKey: string;
  readonly why: string;
}

export type AnswerCounts = Readonly<Record<RuledAnswer['answer'], number>>;

export interface PolicyTestReport {
  readonly agent: string;
  readonly policy: { readonly id: string };
  /** Judgements that were recorded, the unreadable ones included. */
  readonly cases: number;
  readonly unreadable: number;
  readonly before: AnswerCounts;
  readonly after: AnswerCounts;
  readonly changed: readonly ChangedCase[];
  readonly notTestable: readonly Unreadable[];
}

export const testPolicy = async ({ store }: RecordContext, ask: PolicyTestAsk): Promise<PolicyTestReport> => {
  const before = { allow: 0, review: 0, refuse: 0 };
  const after = { allow: 0, review: 0, refuse: 0 };
  const changed: ChangedCase[] = [];
  const notTestable: Unreadable[] = [];
  const seen = new Set<string>();
  let cases = 0;
  for await (const { turnKey, value } of listReceipts(store, filterOf(ask))) {
    const again = judgeAgain(ask.kit, value);
    if (again.kind === 'judged' && isKnown(seen, again.judged)) continue;
    cases += 1;
    ask.onCase?.(cases);
    if (again.kind === 'unreadable') {
      notTestable.push({ turnKey, why: again.why });
      continue;
    }
    before[again.judged.ruled.answer] += 1;
    after[again.after.answer] += 1;
    if (differs(again)) changed.push(toChanged(again, ask.words ?? false));
  }
  const policy = { id: ask.kit.policy?.id ?? 'unnamed' };
  return { agent: ask.agent, policy, cases, unreadable: notTestable.length, before, after, changed, notTestable };
};

const filterOf = ({ agent, sinceMs }: PolicyTestAsk) => ({
  kind: judgedKind,
  agent,
  ...(sinceMs === undefined ? {} : { sinceMs }),
});

/** A call that was judged twice, as after an edit of its arguments, is one case, by its first judgement. */
const isKnown = (seen: Set<string>, { call }: JudgedCase): boolean => {
  if (seen.has(call.callId)) return true;
  seen.add(call.callId);
  return false;
};

interface Again {
  readonly kind: 'judged';
  readonly judged: JudgedCase;
  readonly after: RuledAnswer;
}

const judgeAgain = (kit: AgentKit, value: JsonObject | null): Again | { kind: 'unreadable'; why: string } => {
  if (value === null) return { kind: 'unreadable', why: 'erased' };
  const judged = readJudgedCase(value);
  if (judged === null) return { kind: 'unreadable', why: 'recorded in another form' };
  try {
    return { kind: 'judged', judged, after: judgeCaseAgain(kit, judged) };
  } catch (error) {
    return { kind: 'unreadable', why: `the rules do not read its facts: ${messageOf(error).slice(0, 200)}` };
  }
};

const differs = ({ judged, after }: Again): boolean =>
  judged.ruled.answer !== after.answer || judged.ruled.rule !== after.rule;

const toChanged = ({ judged, after }: Again, words: boolean): ChangedCase => ({
  turnKey: judged.turnKey,
  callId: judged.call.callId,
  tool: judged.call.tool,
  amountMinor: judged.standing.amountMinor,
  currency: judged.standing.currency,
  before: { ...judged.ruled, policy: judged.policyId },
  after,
  ...(words ? { words: { args: judged.input.args, lastMessage: judged.input.customerMessages.at(-1) ?? '' } } : {}),
});
