import * as fc from 'fast-check';
import {
  createToolNames,
  fromProviderToolName,
  toolNameFaults,
  toProviderToolName,
} from '../../../core/kernel/tool-names';

const ours = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/);
/** Rich in what the mapping writes itself. */
const tricky = fc
  .array(fc.constantFrom('_', 'x', '_x', '_x2e_', '.', '-', '2e', 'a', 'é', '😀'), { maxLength: 12 })
  .map((parts) => `a${parts.join('')}`);

describe('tool names', () => {
  test.each([
    ['get_order', 'get_order'],
    ['orders.get', 'orders_x2e_get'],
    ['server__tool', 'server__tool'],
    ['get_xml', 'get_x5f_xml'],
    ['', '_x_'],
  ])('%s -> %s', (name, mapped) => {
    expect(toProviderToolName(name)).toBe(mapped);
  });

  test('any text -> 1 to 64 characters of the alphabet of providers', () => {
    fc.assert(
      fc.property(fc.oneof(ours, tricky, fc.string({ unit: 'binary', maxLength: 200 })), (name) => {
        expect(toProviderToolName(name)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('what was not shortened -> read back', () => {
    fc.assert(
      fc.property(fc.oneof(ours, tricky), (name) => {
        const mapped = toProviderToolName(name);
        if (!/-[0-9a-f]{8}$/.test(mapped)) expect(fromProviderToolName(mapped)).toBe(name);
      }),
      { numRuns: 5_000 },
    );
  });

  test('a list without faults -> each name is read back by the list', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(ours, tricky), { maxLength: 20 }), (names) => {
        fc.pre(toolNameFaults(names).length === 0);
        const { toProvider, toOurs } = createToolNames(names);
        expect(names.map((name) => toOurs(toProvider(name)))).toEqual(names);
      }),
    );
  });

  test('different names -> never the same, so far as nothing was shortened', () => {
    fc.assert(
      fc.property(tricky, tricky, (one, other) => {
        fc.pre(one !== other);
        expect(toProviderToolName(one)).not.toBe(toProviderToolName(other));
      }),
      { numRuns: 5_000 },
    );
  });

  test('a name that looks like another one shortened -> a fault that names both', () => {
    const long = `${'a'.repeat(62)}.b`;
    const twin = toProviderToolName(long);
    expect(twin).toHaveLength(64);
    const faults = toolNameFaults([long, 'other', twin]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(long);
    expect(faults[0]).toContain(twin);
  });

  test('a name that is in no list -> given back as the model wrote it', () => {
    expect(createToolNames(['orders.get']).toOurs('rm -rf')).toBe('rm -rf');
  });
});
