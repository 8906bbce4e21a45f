// What a turn is told of the turns before it: frozen once, from rows and sealed words alone, sealed itself.
import { supportKit } from '../../agents/support/kit';
import { claimCaseSubject } from '../../client/case-subject';
import { freezeEarlier } from '../../client/freeze-earlier';
import type { TurnRef } from '../../core/moves/activity-shapes';
import { dialogOf } from '../../core/moves/earlier-turns';
import { openStore, type Store } from '../../stores/open-store';
import { onBothDatabases, placeOfStore, type StorePlace } from './store-targets';

onBothDatabases('earlier turns', (make) => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await make();
    store = await openStore(placeOfStore(place));
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const claim = async (text: string, agent = 'support'): Promise<TurnRef> => {
    const root = await store.transcripts.append('c_1', null, { role: 'program', text: `opened for ${text}` });
    const head = await store.transcripts.append('c_1', root, { role: 'customer', text });
    return store.runs.claimTurn({
      caseId: 'c_1',
      agent,
      messageAddress: head.address,
      modelLabel: 'scripted',
      nowMs: 1_000,
    });
  };
  const freeze = (turn: TurnRef) => freezeEarlier({ store }, { turn, kit: supportKit, tokensMax: 20_000 });
  const reply = async ({ turnKey, caseId }: TurnRef, text: string): Promise<void> =>
    store.runs.setReply(turnKey, await store.transcripts.keepNote(caseId, text));
  const end = async (turn: TurnRef): Promise<void> => {
    const root = await store.transcripts.append('c_1', null, { role: 'program', text: `end of ${turn.turn}` });
    const head = await store.transcripts.append('c_1', root, { role: 'customer', text: `said in ${turn.turn}` });
    await store.runs.record({
      turn,
      runId: 'run-1',
      step: 1,
      uptoMove: 1,
      moves: [],
      tokens: 0,
      costMicro: 0,
      costUnknown: false,
      head,
      node: 'answered',
      status: 'completed',
      outcome: 'answered',
      cause: null,
      waiting: null,
      verdict: null,
      rules: 1,
      atMs: 2_000,
      delta: '{}',
    });
  };

  it('first turn -> nothing came before', async () => {
    expect(await freeze(await claim('hello'))).toEqual({ version: 1, bytesMax: 4_000, turns: [] });
  });

  it('frozen, then the turn before goes on -> asked again it tells the same; two at once freeze one record', async () => {
    const first = await claim('hello');
    const second = await claim('and?');
    const [one, other] = await Promise.all([freeze(second), freeze(second)]);
    await reply(first, 'Good day');
    await end(first);
    expect(one).toEqual(other);
    expect(await freeze(second)).toEqual(one);
    expect(one.turns).toEqual([
      {
        turn: 1,
        messages: ['hello'],
        reply: null,
        status: 'starting',
        outcome: null,
        repliesBefore: [],
        effects: [],
        reviews: [],
      },
    ]);
  });

  it('a turn that ended -> its messages as recorded last, its reply, how it ended', async () => {
    const first = await claim('hello');
    await freeze(first);
    await reply(first, 'Good day');
    await end(first);
    expect((await freeze(await claim('and?'))).turns).toMatchObject([
      { messages: ['said in 1'], reply: 'Good day', status: 'completed', outcome: 'answered' },
    ]);
  });

  it('a reply given after a later message was sent -> the third turn hears it after that message', async () => {
    const first = await claim('hello');
    await freeze(first);
    const second = await claim('yes');
    await freeze(second);
    await reply(first, 'Shall I?');
    await end(first);
    const third = await freeze(await claim('so?'));
    expect(third.turns.map(({ repliesBefore }) => repliesBefore)).toEqual([[], []]);
    expect(dialogOf(third, ['so?']).map(({ text }) => text)).toEqual(['said in 1', 'yes', 'Shall I?', 'so?']);
    const fourth = await freeze(await claim('well?'));
    expect(fourth.turns.map(({ repliesBefore }) => repliesBefore)).toEqual([[], [], [1]]);
    expect(dialogOf(fourth, ['well?']).map(({ text }) => text)).toEqual([
      'said in 1',
      'yes',
      'Shall I?',
      'so?',
      'well?',
    ]);
  });

  it('a turn of another agent in the case -> not told', async () => {
    await claim('between us', 'desk');
    expect((await freeze(await claim('hello'))).turns).toEqual([]);
  });

  it('the record lies sealed: no word of it stands in the rows', async () => {
    await claim('the kestrel came damaged');
    await freeze(await claim('and?'));
    const rows = await store.db.read((query) => query.selectFrom('receipt').selectAll().execute());
    expect(rows.map(({ kind }) => kind)).toEqual(['earlier']);
    expect(Buffer.from(rows[0]?.sealed ?? []).toString('latin1')).not.toContain('kestrel');
  });

  it('the subject of a case: the first one stands; another is refused, the same goes on, another agent has its own', async () => {
    const of = (subject: string, agent = 'support') => claimCaseSubject({ store }, { caseId: 'c_1', agent, subject });
    await of('ann');
    await of('ann');
    await expect(of('ben')).rejects.toMatchObject({ code: 'CASE_SUBJECT', exit: 2 });
    await of('ben', 'desk');
    const at = await Promise.allSettled(
      ['cleo', 'dan'].map((subject) => claimCaseSubject({ store }, { caseId: 'c_2', agent: 'support', subject })),
    );
    expect(at.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
