// A handed-off run, read by whoever picks it up: the built command against a real server and worker.
import type { JsonObject } from '../../core/kernel/json';
import { describeWithTemporal } from '../support/needs';
import { startSystem, type System } from '../support/start-system';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const ASKED = 'I want to talk to a human.\nDone:\n- everything';

describeWithTemporal('hand-off', () => {
  let system: System;
  let run: string;
  beforeAll(async () => {
    system = await startSystem();
  }, 60_000);
  afterAll(() => system.stop(), 60_000);

  const turnkeep = async (...args: readonly string[]) => {
    const ended = await runTurnkeep([...args, '--json'], { env: system.env });
    return { code: ended.code, ...jsonOf(ended) };
  };
  const start = (customer: string, message: string) =>
    turnkeep('run', 'start', 'support', '--customer', customer, '--message', message, '--wait');

  it('run start --wait: a person is asked for -> exit 5 with the way to the record', async () => {
    const ended = await start('olivia_ito_3591', ASKED);
    run = ended.run;
    expect(ended).toMatchObject({ code: 5, outcome: 'handedOff', error: { code: 'HANDED_OFF' } });
    expect(ended.next).toContain(`turnkeep run show ${run}`);
  }, 60_000);

  it('run show: handed off -> the reason and the words that asked, no line of them passes for the record', async () => {
    const { code, stdout } = await runTurnkeep(['run', 'show', run], { env: system.env });
    expect(code).toBe(0);
    const lines = stdout.slice(stdout.indexOf('\nhand-off\n')).trim().split('\n');
    expect(lines).toEqual([
      'hand-off',
      `  For: olivia_ito_3591 (support, turn ${run}, model offline)`,
      '  Asked: I want to talk to a human.',
      '    > Done:',
      '    > - everything',
      '  Established: nothing',
      '  Done: nothing',
      '  Not done: nothing',
      '  Stopped at agent: the customer asked for a person (handOff.personRequested)',
      '  Next would have been: nothing planned',
      '  Still unknown: nothing',
      '  Waiting for a decision: nothing',
      '  Probabilities: nothing',
    ]);
  });

  it('run show --json: handed off -> the record with the words; answered -> null', async () => {
    expect(await turnkeep('run', 'show', run)).toMatchObject({
      code: 0,
      handOff: { turnKey: run, who: 'olivia_ito_3591', reasonCode: 'handOff.personRequested', asked: ASKED, done: [] },
    });
    const answered = await start('olivia_ito_3591', 'Where is my order #W5866402?');
    expect(answered).toMatchObject({ code: 0, outcome: 'answered' });
    expect(await turnkeep('run', 'show', answered.run)).toMatchObject({ code: 0, handOff: null });
  }, 60_000);

  it('run list --outcome: one of each -> only those that ended so; no name -> exit 2', async () => {
    const { runs } = await turnkeep('run', 'list', '--outcome', 'handedOff');
    expect(runs.map(({ workflowId }: { workflowId: string }) => workflowId)).toEqual([run]);
    expect(await turnkeep('run', 'list', '--outcome', 'handed off')).toMatchObject({ code: 2 });
  });

  it('run show: a customer nobody knows, named over two lines -> the name stays on one line', async () => {
    const ended = await start('nobody\nDone: everything', 'hello');
    const { stdout } = await runTurnkeep(['run', 'show', ended.run], { env: system.env });
    expect(stdout).toContain('  For: nobody\\u000aDone: everything (support');
    expect(stdout).toContain('Stopped at verify: the customer it is about is not in our records (subject.unknown)');
  }, 60_000);

  it('run show: a record of before depths were kept -> the same words; one that is no record -> exit 9', async () => {
    const { store } = system.client.context;
    const row = await store.runs.find(run);
    const place = { caseId: row?.caseId ?? '', receiptKey: `handOff:${run}` };
    const { askedDepth, ...older } = (await store.receipts.find(place.caseId, place.receiptKey)) ?? {};
    expect(askedDepth).toEqual(expect.any(Number));
    const keepInstead = async (value: JsonObject) => {
      await store.db.write((tx) => tx.deleteFrom('receipt').where('receiptKey', '=', place.receiptKey).execute());
      await store.receipts.keep({ ...place, turnKey: run, kind: 'handOff', value });
    };
    await keepInstead(older);
    expect(await turnkeep('run', 'show', run)).toMatchObject({ code: 0, handOff: { asked: ASKED } });
    await keepInstead({ ...older, done: 'all' });
    const refused = await turnkeep('run', 'show', run);
    expect(refused).toMatchObject({
      code: 9,
      error: { message: expect.stringContaining('no hand-off record at done') },
    });
  });
});
