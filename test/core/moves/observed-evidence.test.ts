import * as z from 'zod';
import type { ToolDeclaration } from '../../../core/kernel/tool-declaration';
import type { TranscriptMessage } from '../../../core/moves/agent-kit';
import { evidenceIn, isStale } from '../../../core/moves/observed-evidence';

const declare = (name: string, staleAfterMs?: number): ToolDeclaration => ({
  name,
  tag: 'reads',
  description: '',
  args: z.strictObject({ id: z.string() }),
  freeText: [],
  caseSensitive: [],
  idempotent: 'yes',
  identity: [],
  timeoutMs: 1,
  ...(staleAfterMs === undefined ? {} : { staleAfterMs }),
});
const tools = [declare('look', 1_000), declare('pay')];
const result = (tool: string, text: string, more: { isError?: boolean; atMs?: number } = {}) =>
  ({ role: 'tool', callId: 'c', tool, isError: false, text, ...more }) as const;
const calls = (...made: readonly (readonly [string, string])[]): TranscriptMessage => ({
  role: 'assistant',
  text: '',
  calls: made.map(([tool, argsText]) => ({ tool, argsText })),
});

describe('evidence of a transcript', () => {
  test.each([
    ['as old as its tool allows', result('look', '{}', { atMs: 9_000 }), false],
    ['a millisecond older', result('look', '{}', { atMs: 8_999 }), true],
    ['of no known time', result('look', '{}'), true],
    ['an error, however old', result('look', '{}', { isError: true }), false],
    ['of a tool whose results do not age', result('pay', '{}', { atMs: 1 }), false],
    ['of a tool nobody declared', result('other', '{}', { atMs: 1 }), false],
  ] as const)('stale: a result %s -> %p', (_what, message, expected) => {
    expect(isStale(tools, message, 10_000)).toBe(expected);
  });

  test('evidence: two calls of one tool and one of another -> each result with its own call, in order', () => {
    const messages = [
      calls(['look', '{"id":"a"}'], ['pay', '{"id":"b"}'], ['look', '{"id":"c"}']),
      result('look', '{"n":1}', { atMs: 9_500 }),
      result('pay', '{"n":2}'),
      result('look', '{"n":3}', { atMs: 1 }),
    ];
    expect(evidenceIn({ tools, messages, nowMs: 10_000 })).toEqual([
      { tool: 'look', args: { id: 'a' }, isError: false, result: { n: 1 }, stale: false, atMs: 9_500 },
      { tool: 'pay', args: { id: 'b' }, isError: false, result: { n: 2 }, stale: false, atMs: null },
      { tool: 'look', args: { id: 'c' }, isError: false, result: { n: 3 }, stale: true, atMs: 1 },
    ]);
  });

  test('evidence: arguments that do not fit, a cut result, a result of no call -> no arguments, null, left out', () => {
    const messages = [
      calls(['look', '{"id":4}'], ['pay', '{"id":"b"}']),
      result('look', '{"n":1}', { atMs: 10_000 }),
      result('pay', '{"n": [cut'),
      result('look', '{"n":9}', { atMs: 10_000 }),
    ];
    expect(evidenceIn({ tools, messages, nowMs: 10_000 }).map(({ args, result: read }) => [args, read])).toEqual([
      [{}, { n: 1 }],
      [{ id: 'b' }, null],
    ]);
  });
});
