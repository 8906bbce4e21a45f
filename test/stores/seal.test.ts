import fc from 'fast-check';
import { open, openOrThrow, seal } from '../../stores/seal';

const key = Buffer.alloc(32, 1);
const bytes = fc.uint8Array({ maxLength: 200 });

describe('seal', () => {
  it('any bytes under any place -> open to the same bytes', () => {
    fc.assert(
      fc.property(bytes, fc.string(), (plain, aad) => {
        const opened = open(key, aad, seal(key, aad, plain));
        expect(opened.kind === 'opened' && Buffer.from(opened.plain).equals(plain)).toBe(true);
      }),
    );
  });

  it('any one bit changed -> refused', () => {
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (plain, at, bit) => {
        const sealed = Buffer.from(seal(key, 'place', plain));
        const place = at % sealed.length;
        sealed.writeUInt8(sealed.readUInt8(place) ^ (1 << bit), place);
        expect(open(key, 'place', sealed)).toEqual({ kind: 'refused' });
      }),
    );
  });

  it('another place, another key, cut short -> refused', () => {
    const sealed = seal(key, 'place', Buffer.from('words'));
    expect(open(key, 'elsewhere', sealed)).toEqual({ kind: 'refused' });
    expect(open(Buffer.alloc(32, 2), 'place', sealed)).toEqual({ kind: 'refused' });
    expect(open(key, 'place', sealed.subarray(0, 20))).toEqual({ kind: 'refused' });
    expect(() => openOrThrow(key, 'elsewhere', sealed)).toThrow('do not open');
  });

  it('form: 12 bytes of nonce, as many as went in, 16 of tag; never the same twice', () => {
    const plain = Buffer.from('words');
    expect(seal(key, 'place', plain)).toHaveLength(12 + 5 + 16);
    expect(Buffer.from(seal(key, 'p', plain)).equals(seal(key, 'p', plain))).toBe(false);
  });

  it('key of another length -> thrown', () => {
    expect(() => seal(Buffer.alloc(16), 'place', Buffer.from('x'))).toThrow();
  });
});
