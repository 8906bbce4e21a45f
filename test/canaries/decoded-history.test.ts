// With the key in hand a history still tells nobody's words: addresses, ids, codes, digests and figures. Every string of every
// decoded payload is looked at, the names of its fields too; what has a blank in it is one of the program's own lines or a find.
// The note of a bare signal is the one exception.
import { Client } from '@temporalio/client';
import { createCaseSealer } from '../../stores/case-sealer';
import { exportHistory } from '../../temporal-config/export-history';
import { createPayloadCodec } from '../../temporal-config/payload-codec';
import { describeWithTemporal } from '../support/needs';
import { startCanarySystem, type CanarySystem } from './canary-system';
import { bareNotes, canaries, sentence, shopCanaries } from './canary-words';
import { decodedStrings, type DecodedString } from './decoded-strings';

describeWithTemporal('a decoded history', () => {
  let shop: CanarySystem;
  let strings: readonly DecodedString[];

  beforeAll(async () => {
    shop = await startCanarySystem(process.env['TEST_TEMPORAL_ADDRESS'] ?? '');
    const { connection, runs, system } = shop;
    const client = new Client({ connection });
    const codec = createPayloadCodec({ keys: createCaseSealer(system.client.context.store.keys), side: 'passThrough' });
    const texts = await Promise.all(runs.map(({ workflowId, runId }) => exportHistory(client, { workflowId, runId, codec })));
    strings = texts.flatMap(decodedStrings);
  }, 120_000);

  afterAll(async () => {
    await shop?.stop();
  }, 60_000);

  test('every string -> id', () => {
    const odd = strings.filter(({ text }) => /\s/.test(text));
    const seen = new Map(odd.map((one) => [one.text, one.path]));
    for (const [text, path] of seen) console.log(path, '::', text.slice(0, 300));
    console.log(strings.length, sentence(canaries.message), shopCanaries, bareNotes);
  });
});
