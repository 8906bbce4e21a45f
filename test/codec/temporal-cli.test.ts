// The Temporal CLI of a stranger, with nothing of ours but the address and the token: what it shows and sends with the codec server,
// and what without.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RunStatusView } from '../../workflows/messages';
import { jsonOf, spawnTurnkeep } from '../cli/run-turnkeep';
import { describeWithCli } from '../support/needs';
import { largeOrder, refundScript } from '../support/refund-scripts';
import { startSystem, until, type System } from '../support/start-system';

interface Ready {
  readonly url: string;
  readonly tokenFile: string;
  readonly auditFile: string;
}
interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a history in JSON says, its base64 read. */
const wordsIn = (history: string): string =>
  history.replace(/"((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"/g, (_quoted, text: string) =>
    Buffer.from(text, 'base64').toString('latin1'),
  );
const signalsOf = async (shown: Promise<Told>): Promise<string> => {
  const { events } = JSON.parse((await shown).stdout) as { events: Record<string, unknown>[] };
  const signalled = events.flatMap((event) => event['workflowExecutionSignaledEventAttributes'] ?? []);
  return wordsIn(JSON.stringify(signalled));
};

const cliPath = process.env['TEST_TEMPORAL_CLI'];

describeWithCli('codec server and the Temporal CLI', () => {
  let system: System;
  let server: ReturnType<typeof spawnTurnkeep>;
  let ready: Ready;
  beforeAll(async () => {
    system = await startSystem({ scripts: { large: refundScript(largeOrder, 'Your request was looked at.') } });
    server = spawnTurnkeep(['serve', '--codec', '--port', '0', '--json'], { env: system.env });
    await Promise.race([until(() => Promise.resolve(server.output.stdout.includes('\n'))), server.ended]);
    ready = jsonOf({ code: null, ...server.output }) as Ready;
  }, 60_000);
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
    await system.stop();
  }, 60_000);

  const temporal = (args: readonly string[], env: Record<string, string> = {}): Promise<Told> => {
    const address = ['--address', system.env['TEMPORAL_ADDRESS'] ?? ''];
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
    return new Promise((done) => {
      execFile(cliPath ?? '', [...args, ...address], { env: { ...own, ...env } }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  };
  const bearer = (): string => `Bearer ${readFileSync(ready.tokenFile, 'utf8').trim()}`;
  const withCodec = (...args: readonly string[]) =>
    temporal([...args, '--codec-endpoint', ready.url, '--codec-auth', bearer()]);
  const start = async (): Promise<{ turnKey: string; view: RunStatusView }> => {
    const options = { agent: 'support', subject: largeOrder.customer, model: 'scripted:large' };
    const { turnKey } = await system.client.start({ ...options, message: 'Please refund my order.' });
    const view = await until(async () => {
      const { view: now } = await system.client.status(turnKey);
      return now?.status === 'interrupted' && now.reviews.length > 0 ? now : undefined;
    });
    return { turnKey, view };
  };
  const decisionOn = (view: RunStatusView, change: object): string => {
    const [review] = view.reviews;
    const { reviewId, round, actionHash } = review!;
    return JSON.stringify({ reviewId, round, actionHash, by: 'ana', reasonCode: 'ok', ...change });
  };
  const charges = async () => (await system.gateway.ledger()).charges.length;
  const auditLines = (): readonly { act: string; opened: { payloads: number; cases: string[] } }[] =>
    readFileSync(ready.auditFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as never);

  test('no token, a wrong one, another namespace -> the CLI fails with our words, and no signal leaves', async () => {
    const { turnKey, view } = await start();
    const decision = decisionOn(view, { decision: 'approve', confirmAmount: largeOrder.total });
    const signal = ['workflow', 'signal', '-w', turnKey, '--name', 'reviewDecision', '--input', decision];
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [[], 'TOKEN'],
      [['--codec-auth', `Bearer ${'x'.repeat(40)}`], 'TOKEN'],
      [['--codec-auth', bearer(), '--codec-header', 'X-Namespace=other'], 'NAMESPACE'],
    ];
    for (const [flags, code] of refusals) {
      const refused = await temporal([...signal, '--codec-endpoint', ready.url, ...flags]);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(code)]);
    }
    const history = await temporal(['workflow', 'show', '-w', turnKey, '-o', 'json']);
    expect(history.stdout).not.toContain('EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED');
  }, 60_000);

  test('show, describe, query, signal: sealed without the codec server, opened with it; a sealed decision counts', async () => {
    const { turnKey, view } = await start();
    const [, caseId] = turnKey.split('/');
    const { reviewId } = view.reviews[0]!;

    const sealed = wordsIn((await temporal(['workflow', 'show', '-w', turnKey, '-o', 'json'])).stdout);
    expect([sealed.includes('binary/sealed'), sealed.includes(reviewId)]).toEqual([true, false]);
    const shown = wordsIn((await withCodec('workflow', 'show', '-w', turnKey, '-o', 'json')).stdout);
    expect([shown.includes('binary/sealed'), shown.includes(reviewId)]).toEqual([false, true]);
    // One command asks several times, and not each time for something of the case.
    const opened = auditLines().filter(({ act }) => act === 'decode');
    expect(opened.flatMap(({ opened: { cases } }) => cases)).toContain(caseId);

    // By the environment, as a shell keeps it.
    const env = { TEMPORAL_CODEC_ENDPOINT: ready.url, TEMPORAL_CODEC_AUTH: bearer() };
    const described = await temporal(['workflow', 'describe', '-w', turnKey, '-o', 'json'], env);
    expect([described.code, described.stdout.includes('binary/sealed')]).toEqual([0, false]);

    const queried = await withCodec('workflow', 'query', '-w', turnKey, '--type', 'runStatus', '-o', 'json');
    expect(queried.code).toBe(0);
    expect(queried.stdout).toContain(reviewId);

    const decision = decisionOn(view, { decision: 'reject' });
    const args = ['workflow', 'signal', '-w', turnKey, '--name', 'reviewDecision', '--input', decision];
    expect(await withCodec(...args)).toMatchObject({ code: 0 });
    await until(async () => {
      const { status } = await system.client.wait(turnKey);
      return status === 'completed';
    });
    expect(auditLines().some(({ act }) => act === 'encode')).toBe(true);
    expect(await signalsOf(temporal(['workflow', 'show', '-w', turnKey, '-o', 'json']))).not.toContain('reject');
    const signals = await signalsOf(withCodec('workflow', 'show', '-w', turnKey, '-o', 'json'));
    expect([signals.includes('"decision":"reject"'), signals.includes('unsealed')]).toEqual([true, false]);
    expect(await charges()).toBe(0);
  }, 60_000);

  test('update: a sealed decision counts and its answer is shown; a wrong one is refused in words', async () => {
    const { turnKey, view } = await start();
    const update = (decision: string) =>
      withCodec('workflow', 'update', 'execute', '-w', turnKey, '--name', 'submitReviewDecision', '--input', decision);
    const wrong = await update(decisionOn(view, { decision: 'approve', round: 9 }));
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('review.wrongRound')]);
    const before = await charges();
    const right = await update(decisionOn(view, { decision: 'approve', confirmAmount: largeOrder.total }));
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('counted')]);
    await until(async () => (await charges()) === before + 1);
  }, 60_000);
});
