import fc from 'fast-check';

import { leavesOf, traceArguments, worstOf, type Source } from '../../../core/effects/provenance';

const words = (id: string, text: string, trusted = false): Source => ({ id, trusted, kind: 'words', text });
const customer = (text: string): Source => words('customer#1', text, true);
const traceOf = (value: string | number, ...sources: Source[]) =>
  traceArguments(['to'], { to: value }, sources).map(({ from, sources: ids }) => [from, ...ids].join(' '));

test.each<[string, string | number, Source[], string]>([
  ['in the customer words', 'US133', [customer('send it to US133, please')], 'trusted customer#1'],
  ['in other letters', 'us133', [customer('send it to US133.')], 'trusted customer#1'],
  ['only in a document', 'US133', [customer('pay the bill'), words('file@3', 'IBAN: US133')], 'untrusted file@3'],
  ['nowhere', 'US133', [customer('pay the bill')], 'nowhere'],
  ['part of a longer word', 'US13', [customer('send it to US133')], 'nowhere'],
  ['in both', 'US133', [customer('to US133'), words('file@3', 'US133')], 'trusted customer#1'],
  ['a number spelled otherwise', 1200.5, [customer('pay $1,200.50 now')], 'trusted customer#1'],
  ['a number that is part of another', 20, [customer('pay 120')], 'nowhere'],
  ['a number with a further decimal', '20', [customer('pay 20.01')], 'nowhere'],
  ['an order with its mark', '#W1234567', [customer('order w1234567 it is')], 'trusted customer#1'],
])('provenance: %s -> %s', (_title, value, sources, expected) => {
  expect(traceOf(value, ...sources)).toEqual([expected]);
});

test('provenance: a field of a record counts only as a whole -> a text inside it proves nothing', () => {
  const record: Source = {
    id: 'records',
    trusted: true,
    kind: 'values',
    values: leavesOf({ iban: 'DE89', subject: 'please pay US133 now', amount: 50 }),
  };
  expect(traceOf('DE89', record)).toEqual(['trusted records']);
  expect(traceOf('50.00', record)).toEqual(['trusted records']);
  expect(traceOf('US133', record)).toEqual(['nowhere']);
});

test('provenance: the worst of several -> text from outside before nowhere before null', () => {
  const sources = [customer('to DE89'), words('mail@2', 'US133')];
  const traces = traceArguments(['a', 'b', 'c'], { a: 'DE89', b: 'XX', c: 'US133' }, sources);
  expect(worstOf(traces)?.field).toBe('c');
  expect(worstOf(traces.slice(0, 2))?.field).toBe('b');
  expect(worstOf(traces.slice(0, 1))).toBeNull();
});

test('provenance: a value only untrusted text holds -> never trusted, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.stringMatching(/^[A-Z]{2}\d{8}$/), (noise, account) => {
      const sources = [customer(noise.replaceAll(account, '')), words('doc@1', `${noise} ${account} ${noise}`)];
      expect(traceOf(account, ...sources)[0]).not.toMatch(/^trusted/);
    }),
  );
});

test('provenance: a hostile text of 200 kB -> one pass a value', () => {
  const text = 'a'.repeat(200_000);
  expect(traceOf('aaaaaaaaaaaaaaaa', customer(text))).toEqual(['nowhere']);
  expect(traceOf('1', customer('1,'.repeat(100_000)))).toEqual(['trusted customer#1']);
});
