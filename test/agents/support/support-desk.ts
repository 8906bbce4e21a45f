// A support turn in memory: the offline reader, the real tools on the real order database, the Gatekeeper and a ledger of a list.
import path from 'node:path';

import { supportKit } from '../../../agents/support/kit';
import { createSupportTools } from '../../../activities/tools/support';
import type { RefundOrder } from '../../../activities/tools/payments/payment-gateway';
import type { AgentTools, OrderEffect, OutsideAnswer } from '../../../activities/tools/tool-port';
import { makeTemporaryFolder } from '../../support/temporary-folder';
import type { JsonObject } from '../../../core/kernel/json';
import { toMinor } from '../../../core/kernel/money';
import type {
  EffectIdentity,
  PolicyAnswer,
  RawReply,
  StoredCall,
  TranscriptMessage,
} from '../../../core/moves/agent-kit';
import { evidenceIn } from '../../../core/moves/observed-evidence';
import { toModelSchema } from '../../../core/output-guard/model-schema';

export const SOURCE_FOLDER = path.resolve(__dirname, '../../../data/support');

const pay =
  (prefix: string) =>
  ({ outsideKey, amountMinor, currency }: RefundOrder): Promise<OutsideAnswer> =>
    Promise.resolve({
      kind: 'done',
      outsideId: `${prefix}_${outsideKey}`,
      value: { id: `${prefix}_${outsideKey}`, status: 'succeeded', amountMinor, currency },
    });

export const openTools = (dataFolder = makeTemporaryFolder('support-tools-')): AgentTools =>
  createSupportTools({
    dataFolder,
    sourceFolder: SOURCE_FOLDER,
    payments: {
      refund: pay('re'),
      cancel: pay('ca'),
      lookUp: () => Promise.resolve({ kind: 'none' }),
      sendTimeoutMs: 10_000,
      keyWindowMs: 86_400_000,
    },
  });

export interface Judged {
  readonly tool: string;
  readonly args: JsonObject;
  readonly answer: PolicyAnswer;
}
export interface Turn {
  readonly calls: readonly StoredCall[];
  readonly firstCalls: readonly StoredCall[];
  readonly judged: readonly Judged[];
  readonly handOff: string | null;
  readonly message: string | null;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly largestView: number;
}

export const toolsForModel = supportKit.tools.map((tool) => ({
  name: tool.name,
  description: tool.description,
  parameters: toModelSchema(tool.args),
}));

/** What a person is asked to decide. */
export interface Proposal {
  readonly tool: string;
  readonly args: JsonObject;
  readonly rule: string;
}
type Decision = 'approve' | 'reject' | 'expire';

export const viewOf = (messages: readonly TranscriptMessage[], purpose: 'act' | 'answer' = 'act') => ({
  purpose,
  system: supportKit.prompt('support@1', purpose),
  messages,
  tools: purpose === 'act' ? toolsForModel : [],
  outputTokensMax: 800,
});

export interface DeskOptions {
  readonly tools: AgentTools;
  readonly subject: string;
  /** Whether what was sent before is known to be done; left out: done. */
  readonly outcomes?: 'done' | 'unknown';
  /** What a person decides on a review. */
  readonly person?: Decision | ((proposal: Proposal) => Decision);
  /** Earlier turns are shown as what was written and answered, without the results of their calls; left out: whole. */
  readonly earlier?: 'asTold';
}

/** An effect that was carried out. */
export interface Done {
  readonly tool: string;
  readonly args: JsonObject;
  readonly answer: 'allow' | 'review';
}

type Taken = { takenMinor: number; items: string[] | 'whole' };

export class SupportDesk {
  readonly messages: TranscriptMessage[] = [];
  readonly done: Done[] = [];
  private readonly ledger = new Map<string, Taken>();
  private readonly effects: OrderEffect[] = [];
  private sent = 0;

  constructor(private readonly options: DeskOptions) {}

  async say(text: string): Promise<Turn> {
    if (this.options.earlier === 'asTold') this.forgetResults();
    this.messages.push({ role: 'customer', text });
    const turn = { calls: [] as StoredCall[], judged: [] as Judged[], modelCalls: 0, tokens: 0, largestView: 0 };
    let firstCalls: readonly StoredCall[] | null = null;
    let end: { handOff: string | null; message: string | null } | null = null;
    while (end === null) {
      if (turn.modelCalls === 6) throw new Error(`no end after ${turn.modelCalls} model calls: ${text}`);
      const reply = this.read(turn);
      firstCalls ??= reply.calls;
      turn.calls.push(...reply.calls);
      this.messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
      end = await this.follow(reply, turn.judged);
    }
    return { ...turn, ...end, firstCalls: firstCalls ?? [] };
  }

  private forgetResults(): void {
    const told = this.messages.filter(
      (message) => message.role === 'customer' || (message.role === 'assistant' && message.calls.length === 0),
    );
    this.messages.splice(0, this.messages.length, ...told);
  }

  private read(turn: { modelCalls: number; tokens: number; largestView: number }): RawReply {
    const view = viewOf(this.messages);
    const reply = supportKit.readOffline(view);
    turn.modelCalls += 1;
    turn.tokens += (reply.usage?.inputTokens ?? 0) + (reply.usage?.outputTokens ?? 0);
    turn.largestView = Math.max(turn.largestView, Buffer.byteLength(JSON.stringify(view)));
    return reply;
  }

  private async follow(reply: RawReply, judged: Judged[]) {
    if (reply.calls.length === 0) {
      const { message } = JSON.parse(reply.text) as { message: string };
      this.checkFacts(message);
      return { handOff: null, message };
    }
    const handOff = reply.calls.find((call) => call.tool === 'hand_off');
    if (handOff !== undefined) {
      return { handOff: (JSON.parse(handOff.argsText) as { reason_code: string }).reason_code, message: null };
    }
    for (const call of reply.calls) {
      const result = await this.run(call, judged);
      this.messages.push({ role: 'tool', callId: 'c', tool: call.tool, ...result, atMs: Date.now() });
    }
    return null;
  }

  /** Every reply of the offline reader passes the same check a model's has to pass. */
  private checkFacts(message: string): void {
    const messages = this.messages.slice(0, -1);
    const nowMs = Date.now();
    const { errors } = supportKit.checkFacts!({
      message,
      evidence: evidenceIn({ tools: supportKit.tools, messages, nowMs }),
      customerMessages: messages.flatMap((one) => (one.role === 'customer' ? [one.text] : [])),
      programMessages: [],
      nowMs,
    });
    if (errors.length > 0) throw new Error(`the reply disagrees with the evidence: ${errors.join('; ')}: ${message}`);
  }

  private async run(call: StoredCall, judged: Judged[]): Promise<{ isError: boolean; text: string }> {
    const args = JSON.parse(call.argsText) as JsonObject;
    const declaration = supportKit.tools.find((tool) => tool.name === call.tool);
    if (declaration?.args.safeParse(args).success !== true) throw new Error(`invalid arguments: ${call.argsText}`);
    const read = this.options.tools.reads[call.tool];
    if (read === undefined) return this.perform(call.tool, args, judged);
    const result = await read(args, {
      subject: this.options.subject,
      signal: new AbortController().signal,
      effectsOf: (orderRefs) => Promise.resolve(this.effects.filter(({ orderRef }) => orderRefs.includes(orderRef))),
    });
    return { isError: !('value' in result), text: JSON.stringify(result) };
  }

  private decide(proposal: Proposal): Decision {
    const { person = 'approve' } = this.options;
    return typeof person === 'string' ? person : person(proposal);
  }

  private async judge(tool: string, args: JsonObject) {
    const { tools, subject } = this.options;
    const outside = await tools.facts(tool, args, subject);
    const none: Taken = { takenMinor: 0, items: [] };
    const taken = this.ledger.get(args['order_id'] as string) ?? none;
    const ledger = { ...taken, done: this.options.outcomes === 'unknown' ? none : taken };
    const customerMessages = this.messages.flatMap((message) => (message.role === 'customer' ? [message.text] : []));
    const facts = { ...outside, ledger };
    const input = { tool, args, subject, facts, customerMessages, nowMs: Date.now() };
    return { outside, taken, answer: supportKit.judge(input), identity: supportKit.identify(input) };
  }

  private async perform(tool: string, args: JsonObject, judged: Judged[]): Promise<{ isError: boolean; text: string }> {
    const { tools } = this.options;
    const { outside, taken, answer, identity } = await this.judge(tool, args);
    judged.push({ tool, args, answer });
    const refusal = (fields: JsonObject) => ({ isError: true, text: JSON.stringify(fields) });
    if (answer.answer === 'refuse')
      return refusal({ status: 'error', kind: 'not_permitted', words: 'no', rule: answer.rule });
    const decision = answer.answer === 'review' ? this.decide({ tool, args, rule: answer.rule }) : 'approve';
    if (decision === 'reject') return refusal({ status: 'rejected', kind: 'not_permitted', words: 'no' });
    if (decision === 'expire') {
      return refusal({ status: 'error', kind: 'not_permitted', words: 'late', rule: 'review.expired' });
    }
    const amountMinor = toMinor(identity.amount!, identity.currency!);
    this.sent += 1;
    const sent = await tools.effects[tool]!.send({
      outsideKey: `k${this.sent}`,
      orderRef: identity.orderRef,
      amountMinor,
      currency: identity.currency,
      args,
      facts: outside,
      deadlineAtMs: Date.now() + 10_000,
      signal: new AbortController().signal,
    });
    this.record({ tool, args, answer: answer.answer }, taken, identity);
    return { isError: false, text: JSON.stringify({ status: 'ok', value: sent.kind === 'done' ? sent.value : {} }) };
  }

  private record(done: Done, taken: Taken, identity: EffectIdentity): void {
    const orderId = identity.orderRef!;
    const items = identity.items === 'whole' || taken.items === 'whole' ? 'whole' : [...taken.items, ...identity.items];
    this.ledger.set(orderId, { takenMinor: taken.takenMinor + toMinor(identity.amount!, identity.currency!), items });
    this.done.push(done);
    this.effects.push({
      orderRef: orderId,
      tool: done.tool,
      state: 'done',
      amountMinor: toMinor(identity.amount!, identity.currency!),
      currency: identity.currency,
      items: identity.items,
    });
  }
}
