// Two deployments on one task queue: the worker of the one takes the runs of the other and can open none of them.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithTemporal } from '../support/needs';
import { startSystem, until, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

describeWithTemporal('another deployment', () => {
  let system: System;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    system = await startSystem();
    folder = mkdtempSync(join(tmpdir(), 'turnkeep-other-'));
    env = { ...system.env, TURNKEEP_HOME: join(folder, 'home') };
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const checkOf = async (name: string, of: Record<string, string>) => {
    const ended = await runTurnkeep(['doctor', '--json'], { env: of });
    const { checks } = jsonOf(ended) as { checks: { name: string; state: string; words: string; fix?: string }[] };
    return { code: ended.code, ...checks.find((check) => check.name === name) };
  };

  it("files of a whole system: -> for their user alone, the agents' own databases too", () => {
    const home = system.env['TURNKEEP_HOME'] ?? '';
    const files = readdirSync(home);
    expect(files).toContainEqual(expect.stringMatching(/^support-orders-.*\.db$/));
    const open = files.filter((name) => (statSync(join(home, name)).mode & 0o077) !== 0);
    expect({ open, home: statSync(home).mode & 0o777 }).toEqual({ open: [], home: 0o700 });
  });

  it('no store yet: a worker of another deployment -> a warning, and nothing is made', async () => {
    expect(await checkOf('deployment', env)).toMatchObject({ code: 0, state: 'warn' });
  }, 60_000);

  it('run start --wait: nobody who can open it takes it up -> exit 8 with the way to the doctor, who names the worker', async () => {
    const message = ['--customer', 'olivia_ito_3591', '--message', 'hello'];
    const args = ['run', 'start', 'support', ...message, '--wait', '--timeout', '2s', '--json'];
    const started = await runTurnkeep(args, { env });
    expect({ code: started.code, ...jsonOf(started) }).toMatchObject({
      code: 8,
      status: 'starting',
      error: { code: 'STILL_RUNNING', message: expect.stringContaining('turnkeep doctor') },
    });
    const { run } = jsonOf(started);

    const found = await checkOf('deployment', env);
    expect(found).toMatchObject({ code: 9, state: 'fail', fix: expect.stringContaining('TURNKEEP_HOME') });
    expect(found.words).toMatch(new RegExp(`: turnkeep:[0-9a-f]{8}@${system.worker().pid};`));
    expect(await checkOf('deployment', system.env)).toEqual({ code: 0 });

    const shown = await runTurnkeep(['run', 'show', run], { env });
    expect(shown.stdout).toContain('no worker answers for this run; turnkeep doctor says who polls its queue');
    expect(shown.stderr).toContain('next: turnkeep doctor');

    const failing = await until(async () => {
      const check = await checkOf('open runs', env);
      return check.state === 'warn' && check;
    }, 60_000);
    expect(failing.words).toContain(run);
  }, 120_000);
});
