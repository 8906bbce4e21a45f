// The built command against a real server, worker and payment sandbox: every exit code of a run and of a decision.
import { exec } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { describeWithTemporal } from '../support/needs';
import { startSystem, until, type System } from '../support/start-system';
import { jsonOf, runTurnkeep, spawnTurnkeep } from './run-turnkeep';

const CUSTOMER = 'olivia_ito_3591';
const OVER_LIMIT =
  'Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the 207.75 USD I paid for them.';
const SMALL = 'Hello, the jigsaw puzzle from order #W7752779 is missing pieces. Please refund 52.01 USD.';

describeWithTemporal('commands', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({
      scripts: {
        hanging: { replies: [{ text: '{"message": "late"}', hangMs: 600_000 }] },
        slow: { replies: [{ text: '{"message": "One."}', hangMs: 5_000 }, { text: '{"message": "Two."}' }] },
      },
    });
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const turnkeep = async (...args: readonly string[]) => {
    const ended = await runTurnkeep([...args, '--json'], { env: system.env });
    return { code: ended.code, ...jsonOf(ended) };
  };
  const start = (message: string, ...more: readonly string[]) =>
    turnkeep('run', 'start', 'support', '--customer', CUSTOMER, '--message', message, ...more);

  /** By the Temporal command line where there is one, else by a client that knows nothing of ours. */
  const sendAsPasted = async (command: string): Promise<void> => {
    const cli = process.env['TEST_TEMPORAL_CLI'];
    if (cli !== undefined) {
      await promisify(exec)(command.replace(/^temporal /, `'${cli}' `));
      return;
    }
    const [, workflowId = '', payload = ''] = /-w (\S+) --name reviewDecision --input '(.+)'$/.exec(command) ?? [];
    const connection = await Connection.connect({ address: system.env['TEMPORAL_ADDRESS'] ?? '' });
    await new Client({ connection }).workflow.getHandle(workflowId).signal('reviewDecision', JSON.parse(payload));
    await connection.close();
  };

  it('run start --wait: a small refund -> exit 0 with outcome, reply and the label of the model', async () => {
    const args = ['run', 'start', 'support', '--input', '-', '--wait', '--json'];
    const input = JSON.stringify({ message: SMALL, customer: 'isabella_brown_3584', case: 'ticket-7' });
    const ended = await runTurnkeep(args, { env: system.env, input });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
      code: 0,
      ok: true,
      status: 'completed',
      outcome: 'answered',
      case: null,
      model: 'offline',
      reply: expect.stringContaining('52.01'),
    });
    const shown = await turnkeep('run', 'show', jsonOf(ended).run);
    expect(shown).toMatchObject({
      code: 0,
      run: { status: 'completed' },
      effects: [{ state: 'done', amountMinor: 5201 }],
    });
    expect(shown.moves.map(({ node }: { node: string }) => node)).toEqual(
      expect.arrayContaining(['judge', 'send', 'reply']),
    );
  }, 60_000);

  it('run start --wait: a customer nobody knows -> handed off, exit 5', async () => {
    const ended = await turnkeep('run', 'start', 'support', '--customer', 'nobody_1', '--message', 'hello', '--wait');
    expect(ended).toMatchObject({ code: 5, ok: false, error: { code: 'HANDED_OFF' }, outcome: 'handedOff' });
  }, 60_000);

  it('run start --wait --timeout: a model that hangs -> exit 8; stop, resume and abort end as they say', async () => {
    const started = await start('hello', '--model', 'scripted:hanging', '--wait', '--timeout', '1s');
    expect(started).toMatchObject({ code: 8, error: { code: 'STILL_RUNNING' }, model: 'scripted' });
    const { run } = started;
    expect(await turnkeep('run', 'resume', run)).toMatchObject({ code: 6, error: { code: 'RUN_NOT_PARKED' } });
    expect(await turnkeep('run', 'stop', run, '--reason', 'wait a moment')).toMatchObject({
      code: 0,
      status: 'cancelled',
    });
    expect(await turnkeep('run', 'stop', run, '--reason', 'again')).toMatchObject({ code: 0, alreadyStopped: true });
    expect(await turnkeep('run', 'list', '--status', 'cancelled')).toMatchObject({
      code: 0,
      runs: [{ workflowId: run }],
    });
    expect(await turnkeep('run', 'resume', run)).toMatchObject({ code: 0, resumed: true, by: 'tester' });
    expect(await turnkeep('run', 'abort', run, '--reason', 'no use')).toMatchObject({ code: 0, parkedFirst: true });
    expect(await turnkeep('run', 'abort', run, '--reason', 'again')).toMatchObject({
      code: 6,
      error: { code: 'RUN_CLOSED' },
    });
  }, 90_000);

  it('review: over the limit -> exit 8 with the review; wrong, missing and stale answers change nothing; the right one counts once', async () => {
    const waiting = await start(OVER_LIMIT, '--wait');
    expect(waiting).toMatchObject({
      code: 8,
      error: { code: 'WAITS_FOR_PERSON' },
      status: 'interrupted',
      reply: null,
      interimReply: expect.stringContaining('the refund of 207.75 USD for order #W5866402'),
    });
    const plain = await runTurnkeep(['run', 'show', waiting.run], { env: system.env });
    expect(plain.stdout).toContain('interim reply, until a person decides');
    expect(await turnkeep('run', 'message', waiting.run, '--message', 'hello?')).toMatchObject({
      code: 6,
      error: { code: 'RUN_WAITS' },
      next: [expect.stringContaining('run start support --case REF')],
    });
    const id = waiting.reviewId;
    const approve = (...flags: readonly string[]) =>
      turnkeep('review', 'approve', id, '--reason', 'photo-seen', ...flags);

    expect(await turnkeep('review', 'list')).toMatchObject({ code: 0, reviews: [{ reviewId: id }] });
    expect(await approve()).toMatchObject({ code: 3, error: { code: 'AMOUNT_NOT_CONFIRMED' } });
    expect(await approve('--yes')).toMatchObject({ code: 3 });
    expect(await approve('--confirm-amount', '207.74')).toMatchObject({ code: 6, error: { code: 'WRONG_AMOUNT' } });
    expect(await approve('--confirm-amount', '207.75', '--round', '2')).toMatchObject({
      code: 6,
      error: { code: 'STALE_ROUND' },
    });
    expect((await system.gateway.ledger()).charges.filter(({ amount }) => amount === 20_775)).toEqual([]);

    expect(await approve('--confirm-amount', '207.75', '--as', 'ana')).toMatchObject({
      code: 0,
      by: 'ana',
      authenticated: 'unverified',
    });
    expect(await approve('--confirm-amount', '207.75')).toMatchObject({ code: 6, ok: false });
    await until(async () => (await turnkeep('run', 'show', waiting.run)).run.status === 'completed');
    expect((await system.gateway.ledger()).charges.filter(({ amount }) => amount === 20_775)).toHaveLength(1);
    expect(await turnkeep('effects', 'list', '--state', 'done')).toMatchObject({ code: 0 });
    expect(await turnkeep('effects', 'reconcile')).toMatchObject({ code: 0, lines: [] });
    expect(await turnkeep('effects', 'verify')).toMatchObject({ code: 0, findings: [], checked: { charges: 2 } });
  }, 90_000);

  it('run message: while the model answers -> exit 0, waiting; read before the reply; refused once the run has ended', async () => {
    const options = { agent: 'support', subject: CUSTOMER, message: 'hello', model: 'scripted:slow' };
    const { turnKey: run } = await system.client.start(options);
    await until(async () => (await system.client.status(run)).view?.node === 'agent');
    expect(await turnkeep('run', 'message', run, '--message', 'one more thing')).toMatchObject({
      code: 0,
      state: 'waiting',
      unread: false,
    });
    await until(async () => (await system.client.wait(run)).status === 'completed', 60_000);
    expect(await turnkeep('run', 'show', run)).toMatchObject({ reply: 'Two.', unread: 0 });
    expect(await turnkeep('run', 'message', run, '--message', 'too late')).toMatchObject({
      code: 6,
      error: { code: 'RUN_CLOSED' },
    });
    expect(await turnkeep('run', 'message', `${run}9`, '--message', 'x')).toMatchObject({
      code: 2,
      error: { code: 'RUN_NOT_FOUND' },
    });
  }, 90_000);

  it('review show: the amount first, the customer in their own words, and a signal that counts as it stands', async () => {
    const message = 'The espresso machine of order #W5866402 is broken, please refund 2996.03 USD.';
    const { reviewId, run } = await start(message, '--wait');
    const { stdout } = await runTurnkeep(['review', 'show', reviewId], { env: system.env });
    expect(stdout.split('\n')[0]).toBe('USD 2996.03');
    expect(stdout).toContain(message);
    const { signal } = await turnkeep('review', 'show', reviewId);
    await sendAsPasted(signal.replace('"approve"', '"reject"').replace('YOUR-NAME', 'ben').replace('CODE', 'no-photo'));
    await until(async () => (await turnkeep('run', 'show', run)).run.status === 'completed');
    expect(await turnkeep('run', 'show', run)).toMatchObject({
      reviews: [{ state: 'rejected', decidedBy: 'ben' }],
      effects: [],
    });
  }, 90_000);

  it('Ctrl-C: while it waits -> exit 130 at once, told as JSON; the run goes on', async () => {
    const args = ['run', 'start', 'support', '--customer', CUSTOMER, '--message', 'hi', '--model', 'scripted:hanging'];
    const { child, output, ended } = spawnTurnkeep([...args, '--wait', '--json'], { env: system.env });
    await until(() => Promise.resolve(output.stderr.includes('started')));
    child.kill('SIGINT');
    const end = await ended;
    expect({ code: end.code, ...jsonOf(end) }).toMatchObject({ code: 130, ok: false, error: { code: 'INTERRUPTED' } });
    const [run = ''] = /support\/[^ ]+/.exec(end.stderr) ?? [];
    expect(await turnkeep('run', 'abort', run, '--reason', 'the test is over')).toMatchObject({ code: 0 });
  }, 60_000);

  it('doctor: a whole set-up -> exit 0; a key file that others may read -> exit 9', async () => {
    expect(await turnkeep('doctor')).toMatchObject({ code: 0, ok: true });
    const keyFile = `${system.env['TURNKEEP_HOME'] ?? ''}/keys/surface-key.json`;
    chmodSync(keyFile, 0o644);
    const ended = await turnkeep('doctor');
    chmodSync(keyFile, 0o600);
    expect(ended).toMatchObject({ code: 9, ok: false });
  }, 60_000);

  it('effects verify: a gateway that paid twice under one key -> exit 9, naming it', async () => {
    await system.gateway.setFaults([{ kind: 'duplicate' }]);
    const message = 'The tea kettle from order #W8171054 is faulty. Please refund 94.01 USD.';
    await turnkeep('run', 'start', 'support', '--customer', 'chen_silva_7485', '--message', message, '--wait');
    const ended = await turnkeep('effects', 'verify');
    expect(ended).toMatchObject({ code: 9, ok: false, error: { code: 'EFFECTS_DEPART' } });
    expect(ended.findings.length).toBeGreaterThan(0);
  }, 60_000);

  it('effects verify: a gateway that is gone -> exit 7', async () => {
    const env = { ...system.env, TURNKEEP_PAYMENTS_URL: 'http://127.0.0.1:9' };
    const ended = await runTurnkeep(['effects', 'verify', '--json'], { env });
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 7, error: { code: 'GATEWAY_UNREACHABLE' } });
  });
});
