// Turns recorded from a server, replayed against today's workflows: a run that was begun by an earlier build must be able to go on.
// Red here means that open runs would break: put the changed rule beside the old one under a new number.
import { join, resolve } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { readHistoryFixture } from '../../temporal-config/export-history';
import { historiesFolder, listHistories } from '../replay/histories';
import { bundleTestWorkflows } from '../support/bundle-test-workflows';
import { describeWithTemporal } from '../support/needs';
import { replayHistory } from '../support/replay-history';

const histories = listHistories();
const fixtureAt = (path: string) => readHistoryFixture(join(historiesFolder, path));

test.each(['rules-1', 'rules-2'])(
  'histories of %s: the four ways of a turn are recorded, every run of each chain',
  (rules) => {
    const turns = histories.flatMap((path) => (path.includes(`/${rules}/`) ? (path.split('/').at(-1) ?? []) : []));
    expect(turns).toEqual(
      expect.arrayContaining([
        'completed-1.json',
        'stopped-and-resumed-1.json',
        'stopped-and-resumed-2.json',
        'aborted-1.json',
        'continued-as-new-1.json',
        'continued-as-new-2.json',
      ]),
    );
  },
);

test.each(histories)('history %s: holds what a replay reads and nothing sealed', (path) => {
  const { events } = fixtureAt(path);
  expect(JSON.stringify(events)).not.toContain('binary/sealed');
  expect(events.length).toBeLessThan(120);
});

describeWithTemporal('replay', () => {
  beforeAll(() => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  });

  test.each(histories)(
    'replay: %s against the current workflows -> fits',
    async (path) => {
      await replayHistory(fixtureAt(path));
    },
    60_000,
  );

  test('replay: against workflows that call their activities in another order -> refused', async () => {
    const reordered = await bundleTestWorkflows(resolve(__dirname, '../support/workflows/reordered-turns.ts'));
    const first = histories.filter((path) => path.endsWith('supportTurn/rules-1/completed-1.json'));
    expect(first).toHaveLength(1);
    await expect(replayHistory(fixtureAt(first[0]!), reordered)).rejects.toThrow(/[Nn]ondeterminism|determinism/);
  }, 120_000);
});
