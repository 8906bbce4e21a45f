// A run is named by as little as names no other; on both databases, since ranges of texts differ between them.
import { caseIdOf } from '../../core/kernel/ids';
import { ClientError } from '../../client/client-error';
import type { RecordContext } from '../../client/client-context';
import { resolveRun } from '../../client/resolve-run';
import { onBothDatabases, type StorePlace } from '../stores/store-targets';
import { putRun } from '../support/registry-rows';
import { openRecordsAt } from './records';

const ONE = 'c_0123456789abcdef';
const TWO = 'c_0123a6789abcdef0';
const MANY = 'c_ffff000011112222';

onBothDatabases('resolve run', (make) => {
  let place: StorePlace;
  let records: RecordContext;
  let mine: string;

  beforeAll(async () => {
    place = await make();
    records = await openRecordsAt(place);
    mine = caseIdOf(records.store.keys.identityKey, 'ticket-7/a');
    await putRun(records.store, { caseId: ONE, turn: 1 });
    await putRun(records.store, { caseId: TWO, turn: 1 });
    for (let turn = 1; turn <= 12; turn += 1)
      await putRun(records.store, { caseId: MANY, turn, startedMs: 1_000 + turn });
    await putRun(records.store, { caseId: mine, turn: 1 });
  }, 30_000);
  afterAll(async () => {
    await records.store.close();
    await place.remove();
  });

  const refusalOf = async (named: string): Promise<object> => {
    try {
      return { key: await resolveRun(records, named) };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      const { code, exit, message, next } = error;
      return { code, exit, message, next };
    }
  };

  it.each([
    ['the whole key', `support/${ONE}/1`, `support/${ONE}/1`],
    ['the case', ONE, `support/${ONE}/1`],
    ['agent and case', `support/${ONE}`, `support/${ONE}/1`],
    ['case and turn', `${MANY}/3`, `support/${MANY}/3`],
    ['how a case begins', 'c_01234', `support/${ONE}/1`],
    ['how a case begins, up to a digit that others have behind it', 'c_0123a', `support/${TWO}/1`],
    ['how a case begins, and the turn', 'c_ffff/12', `support/${MANY}/12`],
  ])('%s -> the key', async (_what, named, key) => {
    expect(await resolveRun(records, named)).toBe(key);
  });

  it("the caller's own reference, with a turn behind it or without -> the key", async () => {
    expect(await resolveRun(records, 'ticket-7/a')).toBe(`support/${mine}/1`);
    expect(await resolveRun(records, 'ticket-7/a/1')).toBe(`support/${mine}/1`);
  });

  it('what begins two cases -> RUN_AMBIGUOUS with both, exit 2', async () => {
    const refused = await refusalOf('c_0123');
    expect(refused).toMatchObject({ code: 'RUN_AMBIGUOUS', exit: 2 });
    expect(refused).toMatchObject({
      next: [`turnkeep run show support/${ONE}/1`, `turnkeep run show support/${TWO}/1`],
    });
  });

  it('a case of twelve turns -> RUN_AMBIGUOUS with the ten newest, and that there are more', async () => {
    const refused = (await refusalOf(MANY)) as { message: string; next: string[] };
    expect(refused).toMatchObject({ code: 'RUN_AMBIGUOUS', message: expect.stringContaining('more than 10 runs') });
    expect(refused.next).toHaveLength(10);
    expect(refused.next[0]).toBe(`turnkeep run show support/${MANY}/12`);
  });

  it.each([
    ['another turn of a case', `support/${ONE}/2`, `support/${ONE}/1`],
    ['a mistyped agent', `suport/${ONE}/1`, `support/${ONE}/1`],
    ['a mistyped case', `support/c_0123456789abcdee/1`, `support/${ONE}/1`],
  ])('%s -> RUN_NOT_FOUND with the near one', async (_what, named, near) => {
    const refused = await refusalOf(named);
    expect(refused).toMatchObject({ code: 'RUN_NOT_FOUND', exit: 2, message: expect.stringContaining(near) });
    expect(refused).toMatchObject({ next: expect.arrayContaining([`turnkeep run show ${near}`, 'turnkeep run list']) });
  });

  it.each([
    ['three characters of a case', 'c_012'],
    ['an agent alone', 'support'],
    ['a turn alone', '1'],
    ['signs of a pattern', 'c_0123%'],
    ['nothing', ' '],
  ])('%s -> RUN_NOT_FOUND', async (_what, named) => {
    expect(await refusalOf(named)).toMatchObject({ code: 'RUN_NOT_FOUND', exit: 2 });
  });

  it('an unknown reference of the caller -> not repeated: it may be anybody’s address', async () => {
    const refused = (await refusalOf('ana@example.test')) as { message: string };
    expect(refused).toMatchObject({ code: 'RUN_NOT_FOUND' });
    expect(refused.message).not.toContain('ana');
  });
});
