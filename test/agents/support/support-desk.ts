// A support turn in memory: the offline reader, the real tools on the real order database, the Gatekeeper and a ledger of a list.
import path from 'node:path';

import { supportKit } from '../../../agents/support/kit';
import { createSupportTools } from '../../../activities/tools/support';
import type { RefundOrder } from '../../../activities/tools/payments/payment-gateway';
import type { AgentTools, OutsideAnswer } from '../../../activities/tools/tool-port';
import { makeTemporaryFolder } from '../../support/temporary-folder';
import type { JsonObject } from '../../../core/kernel/json';
import { toMinor } from '../../../core/kernel/money';
import type { PolicyAnswer, RawReply, StoredCall, TranscriptMessage } from '../../../core/moves/agent-kit';
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
  readonly person?: 'approve' | 'reject' | 'expire';
}

export class SupportDesk {
  readonly messages: TranscriptMessage[] = [];
  private readonly ledger = new Map<string, { takenMinor: number; items: string[] | 'whole' }>();
  private sent = 0;

  constructor(private readonly options: DeskOptions) {}

  async say(text: string): Promise<Turn> {
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
    if (read === undefined) return this.refund(args, judged);
    const result = await read(args, {
      subject: this.options.subject,
      signal: new AbortController().signal,
      effectsOf: () => Promise.resolve([]),
    });
    return { isError: !('value' in result), text: JSON.stringify(result) };
  }

  private async refund(args: JsonObject, judged: Judged[]): Promise<{ isError: boolean; text: string }> {
    const { tools, subject, person } = this.options;
    const outside = await tools.facts('process_refund', args, subject);
    const orderId = args['order_id'] as string;
    const none = { takenMinor: 0, items: [] };
    const taken = this.ledger.get(orderId) ?? none;
    const ledger = { ...taken, done: this.options.outcomes === 'unknown' ? none : taken };
    const customerMessages = this.messages.flatMap((message) => (message.role === 'customer' ? [message.text] : []));
    const input = {
      tool: 'process_refund',
      args,
      subject,
      facts: { ...outside, ledger },
      customerMessages,
      nowMs: Date.now(),
    };
    const answer = supportKit.judge(input);
    judged.push({ args, answer });
    const refusal = (fields: JsonObject) => ({ isError: true, text: JSON.stringify(fields) });
    if (answer.answer === 'refuse')
      return refusal({ status: 'error', kind: 'not_permitted', words: 'no', rule: answer.rule });
    if (answer.answer === 'review' && person === 'reject')
      return refusal({ status: 'rejected', kind: 'not_permitted', words: 'no' });
    if (answer.answer === 'review' && person === 'expire') {
      return refusal({ status: 'error', kind: 'not_permitted', words: 'late', rule: 'review.expired' });
    }
    const identity = supportKit.identify(input);
    const amountMinor = toMinor(identity.amount!, identity.currency!);
    this.sent += 1;
    const done = await tools.effects['process_refund']!.send({
      outsideKey: `k${this.sent}`,
      orderRef: identity.orderRef,
      amountMinor,
      currency: identity.currency,
      args,
      facts: outside,
      deadlineAtMs: Date.now() + 10_000,
      signal: new AbortController().signal,
    });
    const items =
      identity.items === 'whole' || ledger.items === 'whole' ? 'whole' : [...ledger.items, ...identity.items];
    this.ledger.set(orderId, { takenMinor: ledger.takenMinor + amountMinor, items });
    return { isError: false, text: JSON.stringify({ status: 'ok', value: done.kind === 'done' ? done.value : {} }) };
  }
}
