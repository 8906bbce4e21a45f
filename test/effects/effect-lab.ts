// A store of its own on either database, the real payment sandbox, and an agent with a small policy: everything a test of the door
// needs, and the steps of a refund as a workflow would take them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import type { EffectDeps } from '../../activities/effects/effect-deps';
import { judgeAction } from '../../activities/effects/judge-action';
import { openReview } from '../../activities/effects/open-review';
import { performEffect } from '../../activities/effects/perform-effect';
import { recordDecision } from '../../activities/effects/record-decision';
import { callIdOf, turnKeyOf } from '../../core/kernel/ids';
import type {
  CallRef,
  EarlierApproval,
  EffectArg,
  EffectOutcome,
  JudgeArg,
  JudgeReceipt,
  OpenReviewArg,
  OpenReviewReceipt,
  RecordDecisionReceipt,
  TurnRef,
} from '../../core/moves/activity-shapes';
import { openStore } from '../../stores/open-store';
import type { Store } from '../../stores/open-store';
import type { StorePlace } from '../stores/store-targets';
import { startGateway } from '../support/start-gateway';
import type { Gateway } from '../support/start-gateway';
import { createRefundKit, createTillTools, writeWorld } from './refund-agent';
import type { TillOptions, World } from './refund-agent';

export const defaultWorld: World = {
  orders: {
    W1: { owner: 'ann', total: '100.00', currency: 'USD', status: 'delivered' },
    W2: { owner: 'ann', total: '50.00', currency: 'USD', status: 'delivered' },
  },
  aloneMaxMinor: 10_000,
};

export interface Lab {
  readonly place: StorePlace;
  readonly worldPath: string;
  readonly gateway: Gateway;
  readonly store: Store;
  readonly deps: EffectDeps;
  setWorld(world: World): void;
  /** Another worker: the same store and gateway, other dependencies. */
  worker(change?: Partial<EffectDeps> & { till?: Partial<TillOptions> }): EffectDeps;
  close(): Promise<void>;
}

export const storePlaceOf = (
  place: Pick<StorePlace, 'home' | 'databaseUrl' | 'keysUrl'>,
): Parameters<typeof openStore>[0] => ({
  home: join(place.home, 'data'),
  ...(place.databaseUrl === undefined ? {} : { databaseUrl: place.databaseUrl }),
  ...(place.keysUrl === undefined ? {} : { keysUrl: place.keysUrl }),
});

export async function openLab(make: () => Promise<StorePlace>, world: World = defaultWorld): Promise<Lab> {
  const place = await make();
  const gatewayData = join(place.home, 'gateway');
  mkdirSync(gatewayData, { recursive: true });
  const store = await openStore(storePlaceOf(place));
  const gateway = await startGateway({ dataDir: gatewayData });
  const worldPath = join(place.home, 'world.json');
  writeWorld(worldPath, world);
  const worker: Lab['worker'] = ({ till, ...change } = {}) => {
    const tools = createTillTools({ worldPath, gatewayUrl: gateway.url, ...till });
    return {
      store,
      kits: () => createRefundKit(worldPath),
      tools: () => tools,
      identityKey: () => store.keys.identityKey,
      signatures: { required: false, reviewers: [] },
      workerId: 'w1',
      leaseMs: 5_000,
      ...change,
    };
  };
  return {
    place,
    worldPath,
    gateway,
    store,
    deps: worker(),
    worker,
    setWorld: (next) => writeWorld(worldPath, next),
    close: async () => {
      await gateway.stop();
      await store.close();
      await place.remove();
    },
  };
}

export interface RefundAsk {
  readonly order?: string;
  readonly amount?: string;
  readonly items?: readonly string[] | 'whole';
  readonly note?: string;
  readonly caseId?: string;
  readonly turn?: number;
  readonly subject?: string;
}

/** Writes the customer's message and the reply that proposes the refund; returns what a workflow would hand on. */
export async function propose(lab: Lab, ask: RefundAsk = {}): Promise<JudgeArg> {
  const { order = 'W1', amount = '40.00', items = 'whole', note, caseId = 'c_1', turn = 1, subject = 'ann' } = ask;
  const turnKey = turnKeyOf('till', caseId, turn);
  const { transcripts, keys } = lab.store;
  const args = {
    order_id: order,
    item_ids: items,
    amount,
    reason_code: 'damaged',
    ...(note === undefined ? {} : { note }),
  };
  const first = await transcripts.append(caseId, null, { role: 'customer', text: `turn ${turn}: refund ${amount}` });
  const reply = await transcripts.append(caseId, first, {
    role: 'assistant',
    text: '',
    calls: [{ tool: 'process_refund', argsText: JSON.stringify(args) }],
  });
  const place = {
    rootTurnKey: turnKey,
    branch: `main-${order}-${amount}-${note ?? ''}`,
    depth: reply.depth,
    position: 0,
  };
  const call: CallRef = {
    callId: callIdOf(keys.identityKey, place),
    replyAddress: reply.address,
    replyDepth: reply.depth,
    position: 0,
    tool: 'process_refund',
  };
  const ref: TurnRef = { agent: 'till', caseId, turn, turnKey, rootTurnKey: turnKey, branch: 'main' };
  return { turn: ref, subject, call };
}

export interface Judged {
  readonly arg: JudgeArg;
  readonly judged: JudgeReceipt;
}

export async function proposeAndJudge(lab: Lab, ask: RefundAsk = {}, deps: EffectDeps = lab.deps): Promise<Judged> {
  const arg = await propose(lab, ask);
  return { arg, judged: await judgeAction(deps, arg) };
}

export const toEffectArg = ({ arg, judged }: Judged, review: EffectArg['review'] = null): EffectArg => ({
  ...arg,
  judged,
  review,
  step: 1,
});

export const open = (
  lab: Lab,
  { arg, judged }: Judged,
  more: Pick<OpenReviewArg, 'editOf' | 'startedBy'> = {},
): Promise<OpenReviewReceipt> => openReview(lab.deps, { ...arg, judged, expiryMs: 60_000, step: 1, ...more });

export interface DecideAsk {
  readonly decision?: 'approve' | 'reject' | 'ask' | 'edit';
  readonly approvals?: readonly EarlierApproval[];
  /** Of an edit: address of the new arguments. */
  readonly editRef?: string;
  readonly by?: string;
  readonly decidedAtMs?: number;
  readonly note?: string | null;
  /** What came beside it; with a proof it is recorded as signed. */
  readonly sent?: EarlierApproval['sent'];
}

export const decide = (
  lab: Lab,
  { arg, judged }: Judged,
  at: { reviewId: string; round: number } & DecideAsk,
): Promise<RecordDecisionReceipt> =>
  recordDecision(lab.deps, {
    turn: arg.turn,
    reviewId: at.reviewId,
    round: at.round,
    actionHash: judged.actionHash,
    rulesDigest: judged.rulesDigest,
    decision: at.decision ?? 'approve',
    by: at.by ?? 'rita',
    authenticated: (at.sent?.proof ?? null) === null ? 'unverified' : 'signed',
    surface: 'test',
    reasonCode: 'ok',
    note: at.note ?? null,
    noteRef: null,
    decidedAtMs: at.decidedAtMs ?? 1_000,
    ...(at.approvals === undefined ? {} : { approvals: at.approvals }),
    ...(at.sent === undefined ? {} : { sent: at.sent }),
    ...(at.editRef === undefined ? {} : { edit: { subject: arg.subject, call: { ...arg.call, editRef: at.editRef } } }),
  });

/** Judged, opened and approved: what a workflow has when it stands at the door with a grant. */
export async function grant(lab: Lab, ask: RefundAsk): Promise<EffectArg> {
  const judged = await proposeAndJudge(lab, ask);
  const review = await open(lab, judged);
  await decide(lab, judged, review);
  return toEffectArg(judged, { reviewId: review.reviewId, round: review.round });
}

export async function reject(lab: Lab, ask: RefundAsk): Promise<void> {
  const judged = await proposeAndJudge(lab, ask);
  await decide(lab, judged, { ...(await open(lab, judged)), decision: 'reject' });
}

const never = new AbortController().signal;
export const perform = (deps: EffectDeps, arg: EffectArg, lastAttempt = false): Promise<EffectOutcome> =>
  performEffect(deps, arg, { signal: never, lastAttempt });

/** The type an activity failed with, or a loud error when it did not. */
export async function failureOf(run: Promise<unknown>): Promise<{ type: string; code: unknown }> {
  const error: unknown = await run.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApplicationFailure)) throw error;
  return { type: error.type ?? '', code: (error.details?.[0] as { code: unknown } | undefined)?.code };
}

/** As Temporal would: again after a retryable failure, a bounded number of times. */
export async function performUntilSettled(deps: EffectDeps, arg: EffectArg, tries = 100): Promise<EffectOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await perform(deps, arg, attempt === tries);
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || error.nonRetryable || attempt >= tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
