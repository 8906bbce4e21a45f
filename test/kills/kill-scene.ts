// One scene: a refund turn runs to an instant, its worker process is frozen, what it left is read, it is killed with -9, and another
// worker brings the run to its end.
import { selectEffects, type EffectRecord } from '../../stores/effect-ledger';
import { isStoreOlderThanAnchor } from '../../stores/anchor';
import type { RunReport } from '../../client/wait-for-run';
import type { TurnResult } from '../../workflows/agent-turn';
import { bareApproval } from '../support/bare-approval';
import { smallOrder } from '../support/refund-scripts';
import type { GatewayFault, GatewayLedger } from '../support/start-gateway';
import { startSystem, until, type System } from '../support/start-system';
import { verifyByCommand, type VerifyEnd } from './run-command';
import { openProbe, poll, type StoreProbe } from './store-probe';

export type Order = {
  readonly customer: string;
  readonly orderId: string;
  readonly total: string;
  readonly method: string;
};

export interface Stage {
  readonly system: System;
  readonly probe: StoreProbe;
  readonly turnKey: string;
  readonly requests: () => Promise<number>;
  readonly charges: () => Promise<number>;
  readonly pending: () => Promise<readonly string[]>;
}

export interface KillRow {
  readonly at: string;
  readonly order: Order;
  readonly script: unknown;
  readonly faults: readonly GatewayFault[];
  /** The gateway stands still from before the turn until the worker is dead. */
  readonly gatewayFrozen?: true;
  /** Called before the turn starts; what it returns brings the run to the instant. */
  readonly prepare: (system: System) => Reach;
  /** `pending` by name. */
  readonly hit: { readonly ledger: string; readonly charges: number; readonly pending: readonly string[] };
}
/** Takes away, before another worker starts, what held the first one. */
export type Undo = () => void | Promise<void>;
export type Reach = (stage: Stage) => Promise<Undo | undefined>;

export interface KillHit {
  readonly ledger: string;
  readonly charges: number;
  readonly requests: number;
  readonly pending: readonly string[];
}

export interface Played {
  readonly hit: KillHit;
  readonly run: RunReport;
  /** What the run itself says its effects came to. */
  readonly told: TurnResult['effects'];
  readonly entries: readonly EffectRecord[];
  readonly gateway: GatewayLedger;
  readonly verified: VerifyEnd;
  readonly anchorInChain: boolean;
  readonly recoveredMs: number;
}

export const startRefund = (system: System, order: Order, caseReference: string): Promise<string> =>
  system.client
    .start({
      agent: 'support',
      subject: order.customer,
      message: `Please refund ${order.total} for ${order.orderId}, it came damaged.`,
      model: 'scripted:turn',
      caseReference,
    })
    .then(({ turnKey }) => turnKey);

/** By the bare signal: it needs no worker. */
export const approve = async (system: System, turnKey: string): Promise<void> => {
  const [review] = await system.client.context.store.db.read((query) =>
    query.selectFrom('review').selectAll().where('turnKey', '=', turnKey).execute(),
  );
  if (review === undefined) throw new Error(`${turnKey} waits for nothing`);
  const handle = system.client.context.temporal.workflow.getHandle(turnKey);
  await handle.signal('reviewDecision', bareApproval(review));
};

export const isInterrupted = async (system: System, turnKey: string): Promise<boolean> =>
  (await system.client.wait(turnKey, { timeoutMs: 0 })).status === 'interrupted';

export const completed = (system: System, turnKey: string): Promise<RunReport> =>
  until(async () => {
    const report = await system.client.wait(turnKey, { timeoutMs: 60_000 });
    return report.status === 'completed' ? report : undefined;
  }, 60_000);

const toldOf = (system: System, turnKey: string): Promise<TurnResult> =>
  system.client.context.temporal.workflow.getHandle(turnKey).result() as Promise<TurnResult>;

export const entriesOf = (system: System, turnKey: string): Promise<readonly EffectRecord[]> =>
  system.client.context.store.db.read((query) => selectEffects(query, { turnKey }));

export const isAnchorInChain = async ({ client }: System): Promise<boolean> => {
  const { db, anchor } = client.context.store;
  const point = await anchor.read();
  return point !== undefined && !(await db.read((query) => isStoreOlderThanAnchor(query, point)));
};

/** Activities that Temporal believes to be under way, with their attempt. */
const pendingOf = async (system: System, turnKey: string): Promise<readonly string[]> => {
  const { raw } = await system.client.context.temporal.workflow.getHandle(turnKey).describe();
  return (raw.pendingActivities ?? []).map(
    ({ activityType, attempt }) => `${activityType?.name ?? '?'}#${attempt ?? 0}`,
  );
};

export const openStage = (system: System, turnKey: string): Stage => {
  const probe = openProbe(system.env['TURNKEEP_HOME'] ?? '');
  return {
    system,
    probe,
    turnKey,
    requests: async () => (await system.gateway.ledger()).requests,
    charges: async () => (await system.gateway.ledger()).charges.length,
    pending: () => pendingOf(system, turnKey),
  };
};

/** Freezes the worker first, so that what is read is what the kill hits. */
export const killWorker = async ({ system, probe, ...stage }: Stage, gatewayFrozen = false): Promise<KillHit> => {
  const worker = system.worker();
  worker.child.kill('SIGSTOP');
  const { state, attempt } = probe.entry();
  const gateway = gatewayFrozen ? { requests: 0, charges: [] } : await system.gateway.ledger();
  const pending = await stage.pending();
  await worker.kill('SIGKILL');
  return {
    ledger: state === 'none' ? state : `${state}#${attempt}`,
    charges: gateway.charges.length,
    requests: gateway.requests,
    pending,
  };
};

export const playScene = async (row: KillRow, tell: (hit: KillHit) => void): Promise<Played> => {
  const system = await startSystem({ scripts: { turn: row.script } });
  try {
    await system.gateway.setFaults(row.faults);
    if (row.gatewayFrozen === true) process.kill(system.gateway.pid, 'SIGSTOP');
    const reach = row.prepare(system);
    const turnKey = await startRefund(system, row.order, row.at);
    const stage = openStage(system, turnKey);
    if (row.order !== smallOrder) {
      await poll('the review', () => isInterrupted(system, turnKey));
      await approve(system, turnKey);
    }
    const undo = await reach(stage);
    const hit = await killWorker(stage, row.gatewayFrozen);
    tell(hit);
    const killedAt = Date.now();
    await undo?.();
    stage.probe.close();
    await system.startWorker();
    const run = await completed(system, turnKey);
    const recoveredMs = Date.now() - killedAt;
    return {
      hit,
      run,
      recoveredMs,
      told: (await toldOf(system, turnKey)).effects,
      entries: await entriesOf(system, turnKey),
      gateway: await system.gateway.ledger(),
      verified: await verifyByCommand(system.env),
      anchorInChain: await isAnchorInChain(system),
    };
  } catch (error) {
    process.stderr.write(`${row.at}: ${String(error)}; its worker said: ${system.worker().stderr()}\n`);
    throw error;
  } finally {
    process.kill(system.gateway.pid, 'SIGCONT');
    await system.stop();
  }
};
