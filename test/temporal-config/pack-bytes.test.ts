import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { packBytes, unpackBytes } from '../../temporal-config/pack-bytes';

describe('pack bytes', () => {
  test('any bytes: packed and unpacked -> the same, never more than one byte longer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4_000 }), (plain) => {
        const packed = packBytes(plain);
        expect(Buffer.from(unpackBytes(packed))).toEqual(Buffer.from(plain));
        expect(packed.byteLength).toBeLessThanOrEqual(plain.byteLength + 1);
      }),
    );
  });

  test('repetitive bytes -> shorter; random bytes -> kept as they are', () => {
    expect(packBytes(Buffer.from('ab'.repeat(1_000))).byteLength).toBeLessThan(100);
    expect(packBytes(randomBytes(500))[0]).toBe(0);
  });

  test('unknown form, cut bytes, a bomb -> an error', () => {
    expect(() => unpackBytes(Uint8Array.of(9, 1, 2))).toThrow('unknown form');
    expect(() => unpackBytes(packBytes(Buffer.from('ab'.repeat(1_000))).subarray(0, 5))).toThrow();
    expect(() => unpackBytes(packBytes(Buffer.alloc(3 * 1024 * 1024)))).toThrow();
  });
});
