// The examples as a program of somebody else runs them: by the package's own name, from the built package, against a real system.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeWithTemporal } from '../support/needs';
import { startSystem, type System } from '../support/start-system';

const root = resolve(__dirname, '..', '..');
const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.mjs'));
const textOf = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8');

describe('examples', () => {
  test.each(examples)('%s: under 40 lines, and in docs/client.md as it stands', (name) => {
    const text = textOf('examples', name);
    expect(text.split('\n').length).toBeLessThan(40);
    expect(textOf('docs', 'client.md')).toContain(`\`\`\`js\n${text}\`\`\``);
  });

  it('package.json: each entry and its types are built', () => {
    const { exports } = JSON.parse(textOf('package.json')) as { exports: Record<string, Record<string, string>> };
    const files = [exports['./client'], exports['./workflows']].flatMap((entry) => Object.values(entry ?? {}));
    expect(files).toHaveLength(4);
    for (const file of files) expect(textOf(file)).not.toBe('');
  });
});

describeWithTemporal('examples, run', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem();
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const run = (name: string, ...args: readonly string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
      const env = { ...process.env, ...system.env };
      execFile(process.execPath, [join(root, 'examples', name), ...args], { env }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });

  it('start, find, approve by another amount, approve by the exact one, watch -> paid once', async () => {
    const answered = await run('start-and-wait.mjs');
    expect(answered).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/with model offline\ncompleted, answered: /),
    });

    const words =
      'Hi, the sneakers from my order #W5866402 arrived damaged. Please refund the 207.75 USD I paid for them.';
    const asked = await run('start-and-wait.mjs', 'olivia_ito_3591', words);
    const [, reviewId = ''] = /waits for a person: (rv_\w+)/.exec(asked.stdout) ?? [];
    const [turnKey = ''] = /support\/\S+/.exec(asked.stdout) ?? [];

    const found = await run('list-and-watch.mjs');
    expect(found.stdout).toContain(`waits: ${turnKey} (support) for ${reviewId}`);
    expect(found.stdout).toMatch(/step 2 judge: mustAsk\n[^]*waits: interrupted\n$/);

    expect(await run('approve-review.mjs', reviewId, '207.74')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('WRONG_AMOUNT'),
    });
    expect(await run('approve-review.mjs', reviewId, '207.75')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/approved by ana: 207.75 USD\ncompleted: .*207\.75/),
    });
    expect(await run('approve-review.mjs', reviewId, '207.75')).toMatchObject({ code: 6 });
    const { charges } = await system.gateway.ledger();
    expect(charges.filter(({ amount }) => amount === 20_775)).toHaveLength(1);
    expect((await run('list-and-watch.mjs', turnKey)).stdout).toMatch(/ended: completed\n$/);
  }, 90_000);

  it('no such run, no such review, no server: -> one line with the code, no stack', async () => {
    const oneLine = (code: string): unknown => expect.stringMatching(new RegExp(`^${code}: [^\\n]*\\n$`));
    expect(await run('list-and-watch.mjs', 'support/c_none/1')).toMatchObject({
      code: 2,
      stderr: oneLine('RUN_NOT_FOUND'),
    });
    expect(await run('approve-review.mjs', 'rv_none', '1.00')).toMatchObject({
      code: 2,
      stderr: oneLine('REVIEW_NOT_FOUND'),
    });
    const { TEMPORAL_ADDRESS } = system.env;
    system.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
    const unanswered = await Promise.all(examples.map((name) => run(name)));
    const refused = { code: 7, stderr: oneLine('SERVER_UNREACHABLE') };
    expect(unanswered).toMatchObject(examples.map(() => refused));
    system.env['TEMPORAL_ADDRESS'] = TEMPORAL_ADDRESS ?? '';
  }, 60_000);
});
