// Each exit code of `turnkeep help exit-codes`, reached for real by a command, with the finer word beside it.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitMeanings } from '../../client/cli/exit-codes';
import { describeWithTemporal } from '../support/needs';
import { startSystem, until, type System } from '../support/start-system';
import { jsonOf, MAIN, runTurnkeep, spawnTurnkeep } from './run-turnkeep';

const REFUND =
  'Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the 207.75 USD I paid for them.';
const reached = new Set<number>();

describeWithTemporal('exit codes, one by one', () => {
  let system: System;
  let waiting: { readonly run: string; readonly reviewId: string };

  beforeAll(async () => {
    system = await startSystem({
      scripts: { hanging: { replies: [{ text: '{"message": "late"}', hangMs: 600_000 }] } },
    });
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const turnkeep = async (...args: readonly string[]) => {
    const ended = await runTurnkeep([...args, '--json'], { env: system.env });
    reached.add(ended.code ?? -1);
    return { code: ended.code, ...jsonOf(ended) };
  };

  it('0: what was asked was done', async () => {
    expect(await turnkeep('run', 'list')).toMatchObject({ code: 0, ok: true });
  });

  it('1: the answer could not be written', () => {
    const { status, stderr } = spawnSync('sh', ['-c', `'${process.execPath}' '${MAIN}' help exit-codes > /dev/full`], {
      encoding: 'utf8',
    });
    reached.add(status ?? -1);
    expect(status).toBe(1);
    expect(stderr).toContain('could not be written (ENOSPC)');
  });

  it('2: a flag there is not', async () => {
    expect(await turnkeep('run', 'list', '--statsu', 'running')).toMatchObject({ code: 2, error: { code: 'USAGE' } });
  });

  it('8: a run waits for a person', async () => {
    waiting = await turnkeep('run', 'start', 'support', '--customer', 'olivia_ito_3591', '--message', REFUND, '--wait');
    expect(waiting).toMatchObject({ code: 8, error: { code: 'WAITS_FOR_PERSON', retryable: true } });
  }, 60_000);

  it('3: an amount that nobody confirmed', async () => {
    const approved = await turnkeep('review', 'approve', waiting.reviewId, '--reason', 'ok', '--yes');
    expect(approved).toMatchObject({ code: 3, error: { code: 'AMOUNT_NOT_CONFIRMED' } });
  });

  it('6: another amount than what waits', async () => {
    const flags = ['--reason', 'ok', '--confirm-amount', '207.76'];
    expect(await turnkeep('review', 'approve', waiting.reviewId, ...flags)).toMatchObject({
      code: 6,
      error: { code: 'WRONG_AMOUNT' },
    });
  });

  it('4: what moves money next is resumed by nobody who does not say so', async () => {
    expect(await turnkeep('run', 'stop', waiting.run, '--reason', 'a look')).toMatchObject({ code: 0 });
    const flags = ['--reason', 'ok', '--confirm-amount', '207.75', '--as', 'ana'];
    expect(await turnkeep('review', 'approve', waiting.reviewId, ...flags)).toMatchObject({ code: 0, parked: true });
    await until(async () => (await system.client.status(waiting.run)).view?.movesMoneyNext === true);
    expect(await turnkeep('run', 'resume', waiting.run)).toMatchObject({
      code: 4,
      error: { code: 'MONEY_NEEDS_PERSON' },
    });
    const env = { ...system.env, TURNKEEP_PERSON: '' };
    const unnamed = await runTurnkeep(['run', 'resume', waiting.run, '--money', '--json'], { env });
    expect({ code: unnamed.code, ...jsonOf(unnamed) }).toMatchObject({
      code: 4,
      error: { code: 'NEEDS_PERSON' },
      next: [`turnkeep run resume ${waiting.run} --money --as NAME`],
    });
  }, 60_000);

  it('5: a run that was handed off', async () => {
    const started = await turnkeep('run', 'start', 'support', '--customer', 'nobody_1', '--message', 'hello', '--wait');
    expect(started).toMatchObject({ code: 5, error: { code: 'HANDED_OFF' } });
  }, 60_000);

  it('7: a server that is not there', async () => {
    const env = { ...system.env, TEMPORAL_ADDRESS: '127.0.0.1:9' };
    const ended = await runTurnkeep(['run', 'stop', waiting.run, '--reason', 'why', '--json'], { env });
    reached.add(ended.code ?? -1);
    expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({
      code: 7,
      error: { code: 'SERVER_UNREACHABLE', retryable: true },
    });
  });

  it('9: a text that the guard refuses', async () => {
    const schema = join(system.home, 'schema.json');
    const text = join(system.home, 'reply.txt');
    writeFileSync(schema, '{"type": "object"}');
    writeFileSync(text, 'no JSON at all');
    expect(await turnkeep('guard', 'check', '--schema', schema, text)).toMatchObject({
      code: 9,
      error: { code: 'GUARD_REFUSED' },
    });
  });

  it('130: Ctrl-C', async () => {
    const args = ['run', 'start', 'support', '--customer', 'olivia_ito_3591', '--message', 'hi', '--wait', '--json'];
    const { child, output, ended } = spawnTurnkeep([...args, '--model', 'scripted:hanging'], { env: system.env });
    await until(() => Promise.resolve(output.stderr.includes('started')));
    child.kill('SIGINT');
    const end = await ended;
    reached.add(end.code ?? -1);
    expect({ code: end.code, ...jsonOf(end) }).toMatchObject({ code: 130, error: { code: 'INTERRUPTED' } });
    await system.client.abort(/support\/[^ ]+/.exec(end.stderr)?.[0] ?? '', 'the test is over');
  }, 60_000);

  it('no code of the table was left out', () => {
    expect([...reached].sort((a, b) => a - b)).toEqual(Object.keys(exitMeanings).map(Number));
  });
});
