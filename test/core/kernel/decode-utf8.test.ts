import * as fc from 'fast-check';
import { decodeUtf8Strict } from '../../../core/kernel/decode-utf8';

const bytes = (...list: number[]) => Uint8Array.from(list);

describe('strict UTF-8', () => {
  test.each<[string, Uint8Array, number]>([
    ['a lone continuation byte', bytes(0x61, 0x80), 1],
    ['an overlong slash', bytes(0xc0, 0xaf), 0],
    ['an overlong three-byte form', bytes(0xe0, 0x80, 0xaf), 0],
    ['an encoded surrogate', bytes(0x61, 0x62, 0xed, 0xa0, 0x80), 2],
    ['past U+10FFFF', bytes(0xf4, 0x90, 0x80, 0x80), 0],
    ['a cut sequence', bytes(0x61, 0xe2, 0x82), 1],
    ['a byte that is never used', bytes(0xff), 0],
  ])('%s -> invalid at its place', (_what, input, atByte) => {
    expect(decodeUtf8Strict(input)).toEqual({ kind: 'invalid', atByte });
  });

  test('a byte order mark -> kept as a character', () => {
    expect(decodeUtf8Strict(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ kind: 'text', text: '\ufeffa' });
  });

  test('any text: encoded and decoded -> the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeUtf8Strict(new TextEncoder().encode(text))).toEqual({ kind: 'text', text });
      }),
    );
  });

  test('any bytes: valid here -> valid for the platform, and the other way round', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 255, maxLength: 6 }), (input) => {
        const platform = (): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input);
        if (decodeUtf8Strict(input).kind === 'text') expect(platform).not.toThrow();
        else expect(platform).toThrow();
      }),
    );
  });
});
