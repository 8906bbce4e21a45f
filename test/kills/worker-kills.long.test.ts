// A refund turn whose worker process is killed with -9 at ten instants. Each kill prints what it hit; whatever that was, the run
// comes to its end with one charge, one entry and a ledger that verifies. Beside them: no worker at all, and lost answers. All scenes
// run a few at a time, each on a system of its own; the tests wait for theirs.
import { describeWithTemporal } from '../support/needs';
import { killRows } from './kill-rows';
import * as scene from './kill-scene';
import { loseAnswerForEver, loseAnswerOnce } from './lost-answer-scenes';
import { abortWithoutWorker, decideWithoutWorker } from './no-worker-scenes';

/** Systems at once: each is a gateway and a worker on two cores. */
const lanes = 4;
const limitMs = 240_000;

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const tellHit = (row: scene.KillRow, hit: scene.KillHit): void => {
  const place = `${killRows.indexOf(row) + 1}/${killRows.length}`.padStart(5);
  const held = hit.pending.join(', ') || 'nothing';
  say(
    `kill -9 ${place}  ${row.at}: ledger ${hit.ledger}, gateway ${hit.charges} charges of ${hit.requests} requests, under way ${held}`,
  );
};

/** A few at a time, in order; a failure waits for the test that asks for it. */
const inLanes = <T>(tasks: readonly (() => Promise<T>)[]): readonly Promise<T>[] => {
  const waiting: (() => void)[] = [];
  let free = lanes;
  const run = async (task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
  const results = tasks.map(run);
  for (const result of results) result.catch(() => undefined);
  return results;
};

const otherScenes = [
  {
    at: 'review: its worker is killed, the decision comes while there is none -> counted when one is back, paid once',
    play: decideWithoutWorker,
  },
  {
    at: 'abort: the worker is dead with an effect open -> journalled without stop, terminated, the open entry listed and kept',
    play: abortWithoutWorker,
  },
  { at: 'answer: lost once -> the same key is asked again, one charge, verify ends 0', play: loseAnswerOnce },
] as const;

interface Line {
  readonly row: scene.KillRow;
  readonly played: scene.Played;
}

describeWithTemporal('kills', () => {
  let plays: readonly Promise<scene.Played>[] = [];
  let others: readonly Promise<void>[] = [];
  let lostForEver: Promise<void> | undefined;
  const lines: Line[] = [];

  beforeAll(() => {
    // Waits for most of a minute and works hardly at all: beside the lanes.
    lostForEver = loseAnswerForEver();
    lostForEver.catch(() => undefined);
    const kills = killRows.map((row) => () => scene.playScene(row, (hit) => tellHit(row, hit)));
    const all = inLanes<scene.Played | undefined>([
      ...kills,
      ...otherScenes.map(
        ({ play }) =>
          () =>
            play().then(() => undefined),
      ),
    ]);
    plays = all.slice(0, kills.length) as Promise<scene.Played>[];
    others = all.slice(kills.length) as Promise<undefined>[];
  });

  afterAll(async () => {
    await Promise.allSettled([...plays, ...others, lostForEver]);
    say('\ninstant'.padEnd(66) + 'ledger     charges  recovered  attempts  charges  verify');
    for (const { row, played } of lines) {
      const { hit, gateway, verified, entries, recoveredMs } = played;
      const cells = [
        row.at.padEnd(64),
        hit.ledger.padEnd(10),
        String(hit.charges).padEnd(8),
        `${(recoveredMs / 1_000).toFixed(1)} s`.padEnd(10),
        String(entries[0]?.attempt ?? 0).padEnd(9),
        String(gateway.charges.length).padEnd(8),
        `ends ${verified.exit ?? '?'}`,
      ];
      say(cells.join(' '));
    }
  }, limitMs);

  test.each(killRows.map((row, index) => ({ row, index, at: row.at })))(
    'refund: worker killed $at -> the run answers, one charge, verify ends 0',
    async ({ row, index }) => {
      const played = await plays[index];
      if (played === undefined) throw new Error('no such scene');
      lines.push({ row, played });
      const pending = played.hit.pending.map((one) => one.replace(/#.*/, ''));
      expect({ ...played.hit, pending }).toMatchObject(row.hit);
      expect(played.run).toMatchObject({ status: 'completed', outcome: 'answered', reply: 'The refund is made.' });
      expect(played.told).toEqual([
        expect.objectContaining({ kind: 'done', amountMinor: played.entries[0]?.amountMinor }),
      ]);
      expect(played.entries.map(({ state }) => state)).toEqual(['done']);
      expect(played.gateway.charges).toEqual([
        expect.objectContaining({ key: played.entries[0]?.outsideKey, amount: played.entries[0]?.amountMinor }),
      ]);
      expect({
        exit: played.verified.exit,
        findings: played.verified.body.findings,
        open: played.verified.body.open,
      }).toEqual({
        exit: 0,
        findings: [],
        open: [],
      });
      expect(played.anchorInChain).toBe(true);
    },
    limitMs,
  );

  test(
    'ten kills: at least two lie between charge and record',
    async () => {
      const hits = (await Promise.all(plays)).map(({ hit }) => hit);
      expect(hits).toHaveLength(10);
      expect(
        hits.filter(({ ledger, charges }) => ledger.startsWith('started') && charges === 1).length,
      ).toBeGreaterThanOrEqual(2);
    },
    limitMs,
  );

  test.each(otherScenes.map(({ at }, index) => ({ at, index })))(
    '$at',
    async ({ index }) => {
      await others[index];
    },
    limitMs,
  );

  test(
    'answer: lost for ever -> parks as effect.unknown, is listed, resumes for a person with money only, paid once',
    async () => {
      await lostForEver;
    },
    limitMs,
  );
});
