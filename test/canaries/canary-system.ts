// One system in which every canary was said: the shop, the payment company, a worker whose output is kept, and the turns.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Connection } from '@temporalio/client';
import { connect } from '../../temporal-config/connection';
import { startSystem, type System } from '../support/start-system';
import { startCanaryGateway, writeCanaryShop } from './canary-shop';
import { canaryScripts, runCanaryTurns, type CanaryTurns } from './canary-turns';
import { readChain, type RawRun } from './raw-history';

export interface CanarySystem {
  readonly system: System;
  /** Without a codec: sees what the server holds. */
  readonly connection: Connection;
  readonly turns: CanaryTurns;
  readonly runs: readonly RawRun[];
  /** Everything the worker wrote on stdout and stderr. */
  log(): string;
  stop(): Promise<void>;
}

/** Ready when every turn has ended or parked. */
export const startCanarySystem = async (address: string): Promise<CanarySystem> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnkeep-canary-shop-'));
  const gateway = await startCanaryGateway();
  const env = {
    TEMPORAL_ADDRESS: address,
    TURNKEEP_CONFIG: writeCanaryShop(folder),
    TURNKEEP_PAYMENTS_URL: gateway.url,
  };
  const system = await startSystem({ env, worker: false, scripts: canaryScripts });
  gateway.forwardTo(system.gateway.url);
  const connection = await connect(address);
  const stop = async (): Promise<void> => {
    await connection.close();
    await system.stop();
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    let log = '';
    const { child } = await system.startWorker();
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const bare = new Client({ connection });
    const turns = await runCanaryTurns(system, (turnKey, decision) =>
      bare.workflow.getHandle(turnKey).signal('reviewDecision', decision),
    );
    const runs = (await Promise.all(turns.all.map((turnKey) => readChain(connection, turnKey)))).flat();
    return { system, connection, turns, runs, log: () => log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
