import { caseIdOf, referenceOf } from '../../core/kernel/ids';
import { claimCaseSubject } from '../../client/case-subject';
import type { RecordContext } from '../../client/client-context';
import type { ListRunsOptions } from '../../client/check-list-options';
import { listRuns } from '../../client/list-runs';
import { onBothDatabases, type StorePlace } from '../stores/store-targets';
import { putRun } from '../support/registry-rows';
import { openRecordsAt } from './records';

onBothDatabases('list runs', (make) => {
  let place: StorePlace;
  let records: RecordContext;
  let keys: Readonly<Record<'old' | 'waiting' | 'handedOff' | 'marked', string>>;

  beforeAll(async () => {
    place = await make();
    records = await openRecordsAt(place);
    const { store } = records;
    const mine = caseIdOf(store.keys.identityKey, 'ticket-7');
    const customerRef = referenceOf(store.keys.identityKey, 'customer', 'ana_1');
    await claimCaseSubject(records, { caseId: 'c_1', agent: 'support', subject: 'ana_1' });
    keys = {
      old: await putRun(store, { caseId: 'c_1', startedMs: 1_000, status: 'completed', outcome: 'answered' }),
      waiting: await putRun(store, {
        caseId: 'c_2',
        startedMs: 2_000,
        status: 'interrupted',
        waitingKind: 'review',
        customerRef: referenceOf(store.keys.identityKey, 'customer', 'bob_2'),
      }),
      handedOff: await putRun(store, { caseId: mine, startedMs: 3_000, status: 'completed', outcome: 'handedOff' }),
      marked: await putRun(store, { caseId: 'c_3', startedMs: 4_000, status: 'failed_resumable', customerRef }),
    };
  }, 30_000);
  afterAll(async () => {
    await records.store.close();
    await place.remove();
  });

  const listed = async (options: ListRunsOptions) =>
    (await listRuns(records, options)).runs.map(({ workflowId }) => workflowId);

  it('no filter -> all, newest first', async () => {
    expect(await listed({})).toEqual([keys.marked, keys.handedOff, keys.waiting, keys.old]);
  });

  it('each filter -> what it names, and several narrow together', async () => {
    expect(await listed({ status: 'completed' })).toEqual([keys.handedOff, keys.old]);
    expect(await listed({ outcome: 'answered' })).toEqual([keys.old]);
    expect(await listed({ waiting: 'review' })).toEqual([keys.waiting]);
    expect(await listed({ sinceMs: 3_000 })).toEqual([keys.marked, keys.handedOff]);
    expect(await listed({ agent: 'support', status: 'completed', sinceMs: 3_000 })).toEqual([keys.handedOff]);
  });

  it("case: the opaque id's run and the caller's own reference -> the same; an unknown one -> CASE_NOT_FOUND", async () => {
    expect(await listed({ case: 'ticket-7' })).toEqual([keys.handedOff]);
    await expect(listRuns(records, { case: 'ticket-8' })).rejects.toMatchObject({ code: 'CASE_NOT_FOUND', exit: 2 });
  });

  it('case: the beginning of an id -> refused with the ids that begin so, and with no id that nobody typed', async () => {
    await putRun(records.store, { caseId: 'c_cb3d000000000001', startedMs: 500, status: 'completed' });
    const refused = async (typed: string) => listRuns(records, { case: typed }).catch((error: unknown) => error);
    expect(await refused('c_cb3d')).toMatchObject({
      code: 'CASE_NOT_FOUND',
      message: expect.stringMatching(
        /a whole case id .* or your own reference .* got "c_cb3d"; did you mean c_cb3d000000000001\?$/,
      ),
      next: ['turnkeep run list --case c_cb3d000000000001'],
    });
    expect(await refused('c_cb3d000000000007')).toMatchObject({
      message: expect.stringContaining('c_cb3d000000000001?'),
    });
    const { message } = (await refused('ana@example.com')) as Error;
    expect(message).not.toMatch(/ana@|c_[0-9a-f]{16}/);
    await records.store.db.write((tx) => tx.deleteFrom('run').where('caseId', '=', 'c_cb3d000000000001').execute());
  });

  it('customer: a run of before customers were marked -> found with the marked ones, and no other', async () => {
    expect(await listed({ customer: 'ana_1' })).toEqual([keys.marked, keys.old]);
    expect(await listed({ customer: 'bob_2' })).toEqual([keys.waiting]);
    expect(await listed({ customer: 'nobody' })).toEqual([]);
  });

  it('limit: fewer than there are -> the newest, and how many more', async () => {
    expect(await listRuns(records, { limit: 1 })).toMatchObject({ runs: [{ workflowId: keys.marked }], more: 3 });
    expect(await listRuns(records, { limit: 4 })).toMatchObject({ more: 0 });
    expect(await listRuns(records, { limit: 1, status: 'completed' })).toMatchObject({ more: 1 });
  });

  it.each<[string, ListRunsOptions, string]>([
    ['a mistyped status', { status: 'interupted' }, 'did you mean interrupted?'],
    ['a mistyped wait', { waiting: 'reviews' }, 'did you mean review?'],
    ['a mistyped agent', { agent: 'suport' }, 'did you mean support?'],
    ['a mistyped outcome', { outcome: 'handedOf' }, 'did you mean handedOff?'],
    ['no outcome at all', { outcome: 'handed off' }, 'expected a name'],
    ['a limit of none', { limit: 0 }, '--limit: expected a whole number of 1 to 10000, got 0'],
    ['an empty customer', { customer: '' }, '--customer: expected 1 to 500 characters, got 0'],
  ])('%s -> refused with what it may be', async (_what, options, words) => {
    await expect(listRuns(records, options)).rejects.toMatchObject({
      code: 'USAGE',
      exit: 2,
      message: expect.stringContaining(words),
    });
  });

  it('an outcome of which nobody heard and that is near none -> no runs', async () => {
    expect(await listRuns(records, { outcome: 'escalated' })).toEqual({ runs: [], more: 0 });
  });
});
