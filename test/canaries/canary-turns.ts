// Real turns in which every surface of the product is given a canary. What a turn comes to is checked, so that a canary that never
// got anywhere proves nothing unseen.
import type { ReviewRequest } from '../../core/human-review/review-request';
import { refundOf, say, getOrder } from '../support/refund-scripts';
import { until, type System } from '../support/start-system';
import { bareNotes, canaries, sentence, shopCanaries } from './canary-words';
import { failingSubject, orders } from './canary-shop';

type Scripts = Readonly<Record<string, unknown>>;
type Order = (typeof orders)[keyof typeof orders];

const refund = (order: Order, note?: string): unknown => ({
  calls: [refundOf(order, note === undefined ? {} : { note })],
});
const thenSay = (order: Order, note?: string): unknown => ({
  replies: [{ calls: [getOrder(order.orderId)] }, refund(order, note), say(sentence(canaries.modelReply))],
});

export const canaryScripts: Scripts = {
  approved: thenSay(orders.approved, sentence(canaries.modelNote)),
  rejected: thenSay(orders.rejected),
  bare: {
    replies: [{ calls: [refundOf(orders.bare), refundOf(orders.bareToo)] }, say(sentence(canaries.modelReply))],
  },
  stopped: thenSay(orders.stopped),
  tools: {
    replies: [
      {
        calls: [
          getOrder(orders.toolFails.orderId),
          { tool: 'find_orders', argsText: '{}' },
          {
            tool: sentence(canaries.unknownTool),
            argsText: JSON.stringify({ why: sentence(canaries.unknownToolArgument) }),
          },
          {
            tool: 'get_order',
            argsText: JSON.stringify({ order_id: sentence(canaries.argumentValue), [canaries.argumentName]: 1 }),
          },
          { tool: 'get_order', argsText: `${sentence(canaries.argumentsNotJson)} {` },
        ],
      },
      { text: sentence(canaries.replyNotJson) },
      say(sentence(canaries.modelReply)),
    ],
  },
  facts: { replies: [refund(orders.factsFail), say('done')] },
  heard: {
    replies: [{ hangMs: 3_000, ...say(sentence(canaries.modelReply)) }, say(sentence(canaries.modelReply))],
  },
  refused: thenSay(orders.refusedOutside),
  code: thenSay(orders.codeOutside),
  handOff: {
    replies: [
      {
        calls: [
          {
            tool: 'hand_off',
            argsText: JSON.stringify({ reason_code: 'unclear', note: sentence(canaries.handOffNote) }),
          },
        ],
      },
    ],
  },
};

export interface CanaryTurns {
  /** Workflow ids of every turn. */
  readonly all: readonly string[];
  /** The turn of the exception. */
  readonly bare: string;
  /** The turn whose case was named by a mail address. */
  readonly mail: string;
}

type Bare = (turnKey: string, decision: object) => Promise<void>;

/** Runs every turn to its end or its park. `signalBare` signals without a codec. */
export const runCanaryTurns = async (system: System, signalBare: Bare): Promise<CanaryTurns> => {
  const mail = await offlineTurn(system);
  const approved = await approvedTurn(system);
  const rejected = await rejectedTurn(system);
  const bare = await bareTurn(system, signalBare);
  const stopped = await stoppedTurn(system);
  const heard = await heardTurn(system);
  const ended = [
    await endedTurn(system, 'tools', 'answered'),
    await asked(system, 'refused', orders.refusedOutside),
    await asked(system, 'code', orders.codeOutside),
    await endedTurn(system, 'handOff', 'handedOff'),
  ];
  const failed = [
    await parkedTurn(system, 'facts', shopCanaries.customerId),
    await parkedTurn(system, 'approved', failingSubject),
  ];
  return { all: [mail, approved, rejected, bare, stopped, heard, ...ended, ...failed], bare, mail };
};

/** Small refunds are paid alone only when the customer names the amount. */
const amounts: Readonly<Record<string, string>> = {
  refused: orders.refusedOutside.total,
  code: orders.codeOutside.total,
};

const start = async (system: System, script: string, subject: string = shopCanaries.customerId): Promise<string> => {
  const turn = await system.client.start({
    agent: 'support',
    subject,
    message: `Please refund ${amounts[script] ?? 'it'}, it came damaged. ${sentence(canaries.message)}.`,
    model: `scripted:${script}`,
    caseReference: `case ${script} ${subject}`,
  });
  return turn.turnKey;
};

const offlineTurn = async (system: System): Promise<string> => {
  const { orderId, total } = orders.offline;
  const { turnKey } = await system.client.start({
    agent: 'support',
    subject: shopCanaries.customerId,
    message: `Please refund ${total} for order ${orderId}, it came damaged.\n${sentence(canaries.message)}.`,
    caseReference: canaries.caseMail,
  });
  expect(turnKey).toMatch(/^support\/c_[0-9a-f]{16}\/1$/);
  await approve(system, turnKey, { total });
  await endsWith(system, turnKey, 'answered');
  return turnKey;
};

const endsWith = async (system: System, turnKey: string, outcome: string): Promise<void> => {
  expect(await system.client.wait(turnKey, { timeoutMs: 60_000 })).toMatchObject({ status: 'completed', outcome });
};

const endedTurn = async (system: System, script: string, outcome: string): Promise<string> => {
  const turnKey = await start(system, script);
  await endsWith(system, turnKey, outcome);
  return turnKey;
};

/** What a customer asks in words that a program cannot weigh waits for a person, small as it is. */
const asked = async (system: System, script: 'refused' | 'code', { total }: Order): Promise<string> => {
  const turnKey = await start(system, script);
  await approve(system, turnKey, { total });
  await endsWith(system, turnKey, 'answered');
  return turnKey;
};

const parkedTurn = async (system: System, script: string, subject: string): Promise<string> => {
  const turnKey = await start(system, script, subject);
  expect(await system.client.wait(turnKey, { timeoutMs: 60_000 })).toMatchObject({ status: 'failed_resumable' });
  return turnKey;
};

const reviewOf = async (system: System, turnKey: string): Promise<string> => {
  const report = await system.client.wait(turnKey, { timeoutMs: 60_000 });
  expect(report).toMatchObject({ status: 'interrupted' });
  return report.reviewId ?? '';
};

const approve = async (system: System, turnKey: string, what: { total: string; note?: string }): Promise<void> => {
  const reviewId = await reviewOf(system, turnKey);
  const { total, ...note } = what;
  await system.client.decide({ reviewId, decision: 'approve', reasonCode: 'ok', ...note, confirmAmount: total });
  await completed(system, turnKey);
};

const approvedTurn = async (system: System): Promise<string> => {
  const turnKey = await start(system, 'approved');
  const { total } = orders.approved;
  await approve(system, turnKey, { total, note: sentence(canaries.approvalNote) });
  return turnKey;
};

const rejectedTurn = async (system: System): Promise<string> => {
  const turnKey = await start(system, 'rejected');
  const reviewId = await reviewOf(system, turnKey);
  await system.client.decide({
    reviewId,
    decision: 'reject',
    reasonCode: 'no',
    note: sentence(canaries.rejectionNote),
  });
  await completed(system, turnKey);
  return turnKey;
};

/** The customer writes again while the model answers: what came is read before anything is delivered. */
const heardTurn = async (system: System): Promise<string> => {
  const turnKey = await start(system, 'heard');
  await until(async () => (await system.client.status(turnKey)).view?.node === 'agent');
  expect(await system.client.sendMessage(turnKey, sentence(canaries.customerMessage))).toMatchObject({
    state: 'waiting',
  });
  await completed(system, turnKey);
  expect((await system.client.status(turnKey)).row).toMatchObject({ outcome: 'answered', step: 2 });
  return turnKey;
};

const completed = async (system: System, turnKey: string): Promise<void> => {
  await until(async () => (await system.client.status(turnKey)).row.status === 'completed');
};

/**
 * Two reviews wait. A decision that does not fit, then one that counts, both with a note in plain; then a stop and a resume, which
 * carry the whole state into another run, and a decision by a surface of ours.
 */
const bareTurn = async (system: System, signalBare: Bare): Promise<string> => {
  const turnKey = await start(system, 'bare');
  await reviewOf(system, turnKey);
  const reviews = async (): Promise<readonly ReviewRequest[]> =>
    until(async () => (await system.client.status(turnKey)).view?.reviews);
  const [first, second] = await reviews();
  if (first === undefined || second === undefined) throw new Error('two reviews were expected');
  const { reviewId, round, actionHash } = first;
  const decision = { reviewId, round, actionHash, by: 'ana', reasonCode: 'no', decision: 'reject' };
  await signalBare(turnKey, { ...decision, round: 7, note: sentence(bareNotes.ignored) });
  await signalBare(turnKey, { ...decision, note: sentence(bareNotes.counted) });
  await until(async () => (await reviews()).some(({ state }) => state === 'acted'));
  await until(async () => (await system.client.status(turnKey)).execution?.agentStatus === 'interrupted');
  await stopAndResume(system, turnKey);
  await system.client.decide({ reviewId: second.reviewId, decision: 'reject', reasonCode: 'no' });
  await completed(system, turnKey);
  return turnKey;
};

const stopAndResume = async (system: System, turnKey: string): Promise<void> => {
  expect(await system.client.stop(turnKey, sentence(canaries.stopReason))).toMatchObject({ parked: true });
  expect(await system.client.resume(turnKey, {})).toMatchObject({ resumed: true });
  await until(async () => (await system.client.status(turnKey)).execution?.agentStatus === 'interrupted');
};

/** Stopped while it waits, resumed (which continues as new with the whole state), aborted. */
const stoppedTurn = async (system: System): Promise<string> => {
  const turnKey = await start(system, 'stopped');
  await reviewOf(system, turnKey);
  await stopAndResume(system, turnKey);
  expect(await system.client.abort(turnKey, sentence(canaries.abortReason))).toMatchObject({ status: 'aborted' });
  return turnKey;
};
