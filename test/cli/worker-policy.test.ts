// A policy file that was changed while a worker runs is not in force: doctor and policy show must say so.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describeWithTemporal } from '../support/needs';
import { startSystem, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const root = resolve(__dirname, '..', '..');
const SHIPPED = join(root, 'agents', 'support', 'policy.json');

describeWithTemporal('policy a worker runs under', () => {
  let folder: string;
  let policyFile: string;
  let system: System;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turnkeep-worker-policy-'));
    policyFile = join(folder, 'policy.json');
    writeFileSync(policyFile, readFileSync(SHIPPED));
    const config = JSON.parse(readFileSync(join(root, 'turnkeep.config.json'), 'utf8')) as { agents: object[] };
    const agents = config.agents.map((agent) => ({ ...agent, policy: './policy.json' }));
    const configFile = join(folder, 'turnkeep.config.json');
    writeFileSync(configFile, JSON.stringify({ ...config, agents }));
    system = await startSystem({ env: { TURNKEEP_CONFIG: configFile } });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const json = async (...args: readonly string[]) =>
    jsonOf(await runTurnkeep([...args, '--json'], { env: system.env }));
  const told = async () => {
    const { checks } = await json('doctor');
    const { policies } = await json('policy', 'show');
    const check = (checks as { name: string; state: string; message?: string }[]).find(
      ({ name }) => name === 'policy support',
    );
    return { doctor: check?.state, show: policies[0].worker as { policy: string } | null };
  };

  it('file changed under a running worker -> both warn, until it was restarted', async () => {
    expect(await told()).toEqual({ doctor: undefined, show: null });
    const policy = JSON.parse(readFileSync(policyFile, 'utf8')) as object;
    writeFileSync(policyFile, JSON.stringify({ ...policy, version: 2 }));
    expect(await told()).toMatchObject({ doctor: 'warn', show: { policy: 'support@1' } });
    const { stdout } = await runTurnkeep(['policy', 'show'], { env: system.env });
    expect(stdout).toMatch(/NOT IN FORCE: worker turnkeep:[0-9a-f]{8}@\d+, started .* read support@1/);
    await system.worker().kill('SIGTERM');
    await system.startWorker();
    expect(await told()).toEqual({ doctor: undefined, show: null });
  }, 90_000);
});
