import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type Gateway, GATEWAY_MAIN, startGateway } from '../support/start-gateway';
import { newFolder, postRefund, REFUND, refundOf, removeFolders, storedRows } from './gateway-client';

afterAll(removeFolders);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const runToEnd = (...flags: string[]): { status: number | null; stderr: string; stdout: string } =>
  spawnSync(process.execPath, [GATEWAY_MAIN, ...flags], { encoding: 'utf8', timeout: 10_000 });

describe('start and end', () => {
  test.each<[string, string[], string]>([
    ['no data folder', ['--port', '0'], '--data'],
    ['no port', ['--data', 'x'], '--port'],
    ['a port that is none', ['--data', 'x', '--port', '70000'], '70000'],
    ['an empty port', ['--data', 'x', '--port', ''], '--port'],
    ['a window of nothing', ['--data', 'x', '--port', '0', '--window-hours', '0'], '--window-hours'],
    ['an unknown flag', ['--data', 'x', '--port', '0', '--fast'], '--fast'],
    ['a stray word', ['--data', 'x', '--port', '0', 'stray'], 'stray'],
  ])('%s ends with exit code 2', (_name, flags, named) => {
    const { status, stderr, stdout } = runToEnd(...flags);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(named);
  });

  test('a data folder that cannot be written is named', () => {
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, '');
    const folder = path.join(file, 'data');
    const { status, stderr } = runToEnd('--data', folder, '--port', '0');
    expect(status).toBe(2);
    expect(stderr).toContain(`cannot use the data folder ${folder}`);
  });

  test('a database of something else is left alone', () => {
    const folder = newFolder();
    const db = new Database(path.join(folder, 'gateway.sqlite'));
    db.pragma('user_version = 9');
    db.close();
    const { status, stderr } = runToEnd('--data', folder, '--port', '0');
    expect(status).toBe(2);
    expect(stderr).toContain('schema version 9');
  });

  test('a folder or a port in use is refused', async () => {
    const folder = newFolder();
    const gateway = await startGateway({ dataDir: folder });
    try {
      const sameFolder = runToEnd('--data', folder, '--port', '0');
      expect(sameFolder.status).toBe(2);
      expect(sameFolder.stderr).toContain('another gateway is using it');
      const { port } = new URL(gateway.url);
      const samePort = runToEnd('--data', newFolder(), '--port', port);
      expect(samePort.status).toBe(2);
      expect(samePort.stderr).toContain('EADDRINUSE');
    } finally {
      await gateway.stop();
    }
  });

  test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])('%s ends it at once, even with work going on', async (signal) => {
    const gateway = await startGateway({ dataDir: newFolder() });
    await gateway.setFaults([{ kind: 'slow', delay_ms: 60_000 }]);
    const waiting = postRefund(gateway.url, 'k').catch(() => 'lost');
    await wait(100);
    const started = Date.now();
    expect(await gateway.stop(signal)).toEqual({ code: 0, signal: null });
    expect(Date.now() - started).toBeLessThan(2000);
    expect(await waiting).toBe('lost');
  });

  test('it prints one ready line and ends when its parent dies', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const flags = ['--data', process.argv[2], '--port', '0', '--exit-with-parent'];
      spawn(process.execPath, [process.argv[1], ...flags], { stdio: ['ignore', 'inherit', 'inherit'] });
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['-e', script, GATEWAY_MAIN, newFolder()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    // The pipe closes when the last process holding it, which is the gateway, has ended.
    const closed = new Promise((resolve) => parent.stdout.once('close', resolve));
    await new Promise<void>((resolve) => {
      parent.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('\n')) resolve();
      });
    });
    const ready = JSON.parse(output) as { url: string; pid: number };
    expect(ready).toEqual({ ready: true, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), pid: ready.pid });
    expect((await fetch(`${ready.url}/healthz`)).status).toBe(200);
    parent.kill('SIGKILL');
    // A gateway that stays would hold our pipes open and hang the whole test run.
    let stayed = false;
    const timer = setTimeout(() => {
      stayed = true;
      process.kill(ready.pid, 'SIGKILL');
    }, 5000);
    await closed;
    clearTimeout(timer);
    expect(stayed).toBe(false);
    await expect(fetch(`${ready.url}/healthz`)).rejects.toThrow();
    expect(output.split('\n')).toHaveLength(2);
  });
});

describe('kill -9', () => {
  test('charges, replays, stored errors and counters outlive a kill; faults do not', async () => {
    const dataDir = newFolder();
    const before = await startGateway({ dataDir });
    const made = await postRefund(before.url, 'made');
    await before.setFaults([{ kind: 'refuse' }, { kind: 'lost_answer', key_prefix: 'lost' }]);
    const refused = await postRefund(before.url, 'refused');
    await expect(postRefund(before.url, 'lost')).rejects.toThrow();
    await before.setFaults([
      { kind: 'refuse', times: -1 },
      { kind: 'slow', delay_ms: 60_000 },
    ]);
    const hanging = postRefund(before.url, 'hanging').catch(() => 'lost');
    await wait(100);
    const booked = (await before.ledger()).charges;
    expect(await before.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await hanging).toBe('lost');

    const after = await startGateway({ dataDir });
    try {
      expect(await after.ledger()).toEqual({ charges: booked, requests: 3, replays: 0 });
      const again = await postRefund(after.url, 'made');
      expect([again.text, again.replayed]).toEqual([made.text, 'true']);
      const stillRefused = await postRefund(after.url, 'refused');
      expect([stillRefused.status, stillRefused.text, stillRefused.replayed]).toEqual([402, refused.text, 'true']);
      expect((await postRefund(after.url, 'lost')).replayed).toBe('true');
      expect((await postRefund(after.url, 'hanging')).replayed).toBeNull();
      expect((await after.ledger()).charges.map((charge) => charge.key)).toEqual(['made', 'lost', 'hanging']);
    } finally {
      await after.stop();
    }
  });

  test('20 kills under load leave no charge without its answer and no answer without its charge', async () => {
    const dataDir = newFolder();
    const acknowledged = new Map<string, string>();
    const sent: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const gateway = await startGateway({ dataDir });
      const callers = Array.from({ length: 4 }, () => callUntilDead(gateway, sent, acknowledged));
      // Every other round is killed in full swing, also on a machine too busy to get there within the random wait.
      const known = acknowledged.size;
      while (round % 2 === 0 && acknowledged.size === known) await wait(1);
      await wait(10 + Math.random() * 60);
      await gateway.stop('SIGKILL');
      await Promise.all(callers);
      expectBothOrNeither(dataDir, acknowledged);
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(10);
    // Every caller who heard nothing asks again, and after that each key has exactly one charge.
    const gateway = await startGateway({ dataDir });
    try {
      for (const key of sent) {
        const { status, text } = await postRefund(gateway.url, key, { ...REFUND, order_reference: key });
        expect(status).toBe(200);
        expect(text).toBe(acknowledged.get(key) ?? text);
      }
      expect((await gateway.ledger()).charges.map((charge) => charge.key).sort()).toEqual([...sent].sort());
    } finally {
      await gateway.stop();
    }
  }, 60_000);
});

async function callUntilDead(gateway: Gateway, sent: string[], acknowledged: Map<string, string>): Promise<void> {
  for (;;) {
    const key = `load-${sent.length}`;
    sent.push(key);
    const reply = await postRefund(gateway.url, key, { ...REFUND, order_reference: key }).catch(() => undefined);
    if (reply === undefined) return;
    expect(reply.status).toBe(200);
    acknowledged.set(key, reply.text);
  }
}

function expectBothOrNeither(dataDir: string, acknowledged: ReadonlyMap<string, string>): void {
  const { integrity, answers, charges } = storedRows(dataDir);
  expect(integrity).toBe('ok');
  const told = answers.map(
    ({ answer_no, key, body }) => `${answer_no} ${key} ${(JSON.parse(body) as { id: string }).id}`,
  );
  expect(charges.map(({ answer_no, key, id }) => `${answer_no} ${key} ${id}`)).toEqual(told);
  const stored = new Map(answers.map(({ key, body }) => [key, body]));
  for (const [key, text] of acknowledged) expect(stored.get(key)).toBe(text);
  expect(new Set(charges.map(({ id }) => id)).size).toBe(charges.length);
}

test('refund ids of one run are all different', async () => {
  const gateway = await startGateway({ dataDir: newFolder() });
  try {
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => postRefund(gateway.url, `k-${n}`)));
    expect(new Set(replies.map((reply) => refundOf(reply).id)).size).toBe(10);
  } finally {
    await gateway.stop();
  }
});
