// A run that persons stop, decide on while it is stopped, resume and end: what each command says of it by the built command.
import { describeWithTemporal } from '../support/needs';
import { largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

describeWithTemporal('a run that persons stop, approve and resume', () => {
  let system: System;
  let turnKey: string;
  let reviewId: string;
  const start = async (): Promise<{ turnKey: string; reviewId: string }> => {
    const { client } = system;
    const asked = { agent: 'support', subject: largeOrder.customer, message: 'Please refund my order.' };
    const started = await client.start({ ...asked, model: 'scripted:large' });
    const report = await client.wait(started.turnKey, { timeoutMs: 60_000 });
    return { turnKey: started.turnKey, reviewId: report.reviewId ?? '' };
  };
  beforeAll(async () => {
    system = await startSystem({ scripts: { large: refundScript(largeOrder) }, env: { TURNKEEP_PERSON: 'ops' } });
    ({ turnKey, reviewId } = await start());
  }, 120_000);
  afterAll(() => system.stop(), 60_000);

  const turnkeep = (...args: readonly string[]) => runTurnkeep(args, { env: system.env });
  const ask = async (...args: readonly string[]) => {
    const ended = await turnkeep(...args, '--json');
    return { code: ended.code, ...jsonOf(ended) };
  };
  const approve = (...more: readonly string[]) =>
    ask('review', 'approve', reviewId, '--reason', 'photo-seen', '--confirm-amount', largeOrder.total, ...more);

  it('waiting: attention names act, amount and rule; review show by whoever started it -> the printed approval asks for another name', async () => {
    const { runs } = await ask('run', 'attention');
    expect(runs).toMatchObject([
      { reason: 'reviewWaiting', words: expect.stringMatching(/: process_refund of USD 436\.96, asked by rule \w/) },
    ]);
    const { startedBy } = await ask('review', 'show', reviewId);
    const byStarter = await ask('review', 'show', reviewId, '--as', startedBy as string);
    expect(byStarter.next[0]).toMatch(/^turnkeep review approve .* --as NAME$/);
    const byAna = await ask('review', 'show', reviewId, '--as', 'ana');
    expect(byAna.next[0]).toMatch(/ --as ana$/);
    expect(byAna.signal).toContain('temporal workflow signal');
    const unconfirmed = await ask('review', 'approve', reviewId, '--reason', 'ok', '--as', 'ana');
    expect(unconfirmed).toMatchObject({ code: 3, error: { code: 'AMOUNT_NOT_CONFIRMED' } });
    expect(unconfirmed.next[0]).toMatch(/--confirm-amount 436\.96 --as ana$/);
  }, 30_000);

  it('a decision that does not count -> run show says how many, the last reason and its words', async () => {
    const handle = system.client.context.temporal.workflow.getHandle(turnKey);
    await handle.signal('reviewDecision', { reviewId, decision: 'approve' });
    const { stdout } = await turnkeep('run', 'show', turnKey);
    expect(stdout).toMatch(/^did not count {2}1, last malformed: a field is missing/m);
  }, 30_000);

  it('stopped, then approved -> who and why; every hint is the resume with --money; a second approver is told who was first', async () => {
    await ask('run', 'stop', turnKey, '--reason', 'the customer called', '--as', 'sam');
    expect(await approve('--as', 'ana', '--note', 'saw the photo')).toMatchObject({ code: 0, parked: true });

    const resume = `turnkeep run resume ${turnKey} --money --as NAME`;
    expect((await ask('run', 'attention')).runs).toMatchObject([{ reason: 'moneyWaits', next: resume }]);
    const shown = await turnkeep('review', 'show', reviewId);
    expect(shown.stdout).toMatch(/state +approved by ana at .*; carried out when a named person resumes the run/);
    expect(shown.stdout).not.toMatch(/By Temporal alone|^due /m);
    expect(shown.stderr).toContain(resume);
    const run = await turnkeep('run', 'show', turnKey);
    expect(run.stdout).toMatch(/round 1: approved by ana at .*; carried out when a named person resumes the run/);
    expect(run.stdout).toMatch(/^stopped by sam at .* UTC\n {2}the customer called$/m);
    expect(run.stderr).toContain(resume);
    expect(await approve('--as', 'ben')).toMatchObject({
      code: 6,
      error: { code: 'ALREADY_DECIDED', message: expect.stringContaining('approved by ana already') },
    });
    const reject = ['review', 'reject', reviewId, '--reason', 'late', '--as', 'ben'];
    expect(await ask(...reject)).toMatchObject({
      code: 6,
      error: { code: 'ALREADY_DECIDED', message: expect.stringContaining('approved by ana already') },
    });
  }, 60_000);

  it('resumed -> by whom, with the note in words; nothing to approve is printed any more; the export names who and the receipt', async () => {
    expect(await ask('run', 'resume', turnKey, '--money', '--as', 'lee')).toMatchObject({ code: 0, resumed: true });
    await system.client.wait(turnKey, { timeoutMs: 60_000 });
    const { stdout } = await turnkeep('run', 'show', turnKey);
    expect(stdout).toMatch(/^resumed by lee at .*, with leave to move money$/m);
    expect(stdout).toMatch(/note\n +saw the photo$/m);
    expect(stdout).toMatch(/^did not count {2}1, last malformed/m);
    const timeline = await turnkeep('run', 'show', turnKey, '--timeline');
    expect(timeline.stdout).toMatch(/UTC +stopped by sam$[^]*UTC +resumed by lee$/m);

    const review = await turnkeep('review', 'show', reviewId);
    expect(review.stdout).toMatch(/state +consumed by ana/);
    expect(review.stdout).not.toMatch(/By Temporal alone|^due /m);
    expect(await ask('review', 'list', '--state', 'all')).toEqual({
      ...{ code: 0, ok: true },
      reviews: [expect.objectContaining({ state: 'consumed' })],
    });

    const md = (await turnkeep('run', 'export', turnKey, '--format', 'md')).stdout;
    const { effects } = await ask('run', 'show', turnKey);
    expect(md).toContain(` ${effects[0].receipt.value.id as string} |`);
    expect(md).toMatch(/## Reviews/);
    expect(md).toMatch(/\| stopped \| sam \| {2}\| the customer called \|/);
    expect(md).toMatch(/cost_budget USD 0\.\d{6} of USD 0\.\d{6}/);
    const redacted = (await turnkeep('run', 'export', turnKey, '--format', 'md', '--redact')).stdout;
    expect(redacted).not.toMatch(/sam|lee|the customer called/);
    const csv = (await turnkeep('run', 'export', turnKey, '--format', 'csv')).stdout;
    expect(csv).toMatch(/cost_budget USD 0\.\d{6}\/USD/);
  }, 60_000);

  it('aborted with nothing in the ledger -> one line says so; who ended it and why is shown', async () => {
    const other = await start();
    const aborted = await turnkeep('run', 'abort', other.turnKey, '--reason', 'asked twice', '--as', 'lee');
    expect(aborted.stdout).toContain('nothing stands in the ledger of this run');
    const { stdout } = await turnkeep('run', 'show', other.turnKey);
    expect(stdout).toMatch(/^ended for good by lee at .* UTC\n {2}asked twice$/m);
  }, 60_000);
});
