// An agent of the tests' own, with a policy of four lines: the door must not depend on any shipped one. Its world is a JSON file, so
// that a test may change a fact and another process sees it.
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { createSandboxGateway } from '../../activities/tools/payments/sandbox-gateway';
import type { AgentTools } from '../../activities/tools/tool-port';
import type { JsonObject } from '../../core/kernel/json';
import type { AgentKit, JudgeInput, PolicyAnswer } from '../../core/moves/agent-kit';

export interface World {
  readonly orders: Readonly<Record<string, { owner: string; total: string; currency: string; status: string }>>;
  readonly aloneMaxMinor: number;
  readonly aloneCapsPerDay?: { count: number; amount: string; currency: string };
  /** Over it two persons must approve. */
  readonly twoPersonsOverMinor?: number;
  readonly agentCapsPerDay?: { count: number; amount: string; currency: string };
}

export const readWorld = (path: string): World => JSON.parse(readFileSync(path, 'utf8')) as World;
export const writeWorld = (path: string, world: World): void => writeFileSync(path, JSON.stringify(world));

interface RefundArgs {
  readonly order_id: string;
  readonly item_ids: readonly string[] | 'whole';
  readonly amount: string;
}
const argsOf = (input: JudgeInput): RefundArgs => input.args as unknown as RefundArgs;
type OrderFacts = World['orders'][string] | null;
const orderOf = (input: JudgeInput): OrderFacts => (input.facts as unknown as { order: OrderFacts }).order;
const minor = (amount: string): number => Math.round(Number(amount) * 100);

const answer = (of: PolicyAnswer['answer'], rule: string): PolicyAnswer => ({ answer: of, rule, words: rule });

const judge =
  (world: () => World) =>
  (input: JudgeInput): PolicyAnswer => {
    const order = orderOf(input);
    if (order === null || order.owner !== input.subject) return answer('refuse', 'till.ownership');
    if (order.status !== 'delivered') return answer('refuse', 'till.status');
    return minor(argsOf(input).amount) > world().aloneMaxMinor
      ? answer('review', 'till.overLimit')
      : answer('allow', 'till.small');
  };

export function createRefundKit(worldPath: string): AgentKit {
  const world = (): World => readWorld(worldPath);
  const { aloneCapsPerDay: caps, agentCapsPerDay: agentCaps } = world();
  return {
    name: 'till',
    tools: [
      {
        name: 'process_refund',
        tag: 'movesMoney',
        description: 'Refunds.',
        args: z.strictObject({
          order_id: z.string(),
          item_ids: z.union([z.literal('whole'), z.array(z.string())]),
          amount: z.string(),
          reason_code: z.string(),
          note: z.string().optional(),
        }),
        freeText: ['note'],
        caseSensitive: [],
        idempotent: 'byKey',
        identity: ['order_id', 'item_ids', 'amount'],
        amountField: 'amount',
        currencyFrom: 'facts',
        timeoutMs: 1000,
      },
    ],
    ...(caps === undefined ? {} : { aloneCapsPerDay: caps }),
    review: {
      queue: 'till',
      substitutes: [],
      atExpiry: 'stayPending',
      approvalsNeeded: (amountMinor: number | null) =>
        (amountMinor ?? 0) > (world().twoPersonsOverMinor ?? Infinity) ? 2 : 1,
    },
    ...(agentCaps === undefined ? {} : { agentCapsPerDay: agentCaps }),
    policy: { id: 'till@1' },
    reviewExpiryMs: 60_000,
    rulesOf: () => ({ till: 1, aloneMaxMinor: world().aloneMaxMinor }),
    identify: (input: JudgeInput) => {
      const { order_id, item_ids, amount } = argsOf(input);
      const order = orderOf(input);
      const items = item_ids === 'whole' ? 'whole' : [...item_ids].sort();
      return {
        identity: { order_id, item_ids: items, amount },
        orderRef: order_id,
        items,
        amount,
        currency: order?.currency ?? null,
        orderTotal: order?.total ?? null,
      };
    },
    judge: judge(world),
  } as unknown as AgentKit;
}

export interface TillOptions {
  readonly worldPath: string;
  readonly gatewayUrl: string;
  readonly sendTimeoutMs?: number;
  readonly keyWindowMs?: number;
}

export function createTillTools({
  worldPath,
  gatewayUrl,
  sendTimeoutMs = 2_000,
  keyWindowMs,
}: TillOptions): AgentTools {
  const gateway = createSandboxGateway({
    url: gatewayUrl,
    sendTimeoutMs,
    ...(keyWindowMs === undefined ? {} : { keyWindowMs }),
  });
  return {
    reads: {},
    effects: {
      process_refund: {
        send: (call) =>
          gateway.refund({
            outsideKey: call.outsideKey,
            paymentReference: 'pm_1',
            orderReference: call.orderRef ?? '',
            amountMinor: call.amountMinor ?? 0,
            currency: call.currency ?? '',
            deadlineAtMs: call.deadlineAtMs,
            signal: call.signal,
          }),
        lookUp: (key, signal) => gateway.lookUp(key, signal),
        sendTimeoutMs: gateway.sendTimeoutMs,
        keyWindowMs: gateway.keyWindowMs,
      },
    },
    facts: (_tool, args, _subject) => {
      const order = readWorld(worldPath).orders[args['order_id'] as string];
      return Promise.resolve({ order: order ?? null } as unknown as JsonObject);
    },
    establish: () => Promise.resolve(true),
    close: () => Promise.resolve(),
  };
}
