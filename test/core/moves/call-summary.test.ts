import { summaryOf } from '../../../core/moves/call-summary';

describe('summary of a call', () => {
  test.each<[string, string, unknown, string]>([
    ['nothing to tell', 'verify', { why: 'start' }, 'verify'],
    ['a tool', 'tools', { call: { tool: 'get_order', callId: '1b2c3d4e5f607182' } }, 'tools get_order 1b2c3d4e'],
    ['a decision', 'decide', { decision: 'approve', reviewId: 'rv_1' }, 'decide approve rv_1'],
    ['a first attempt', 'agent', { attempt: 1 }, 'agent'],
    ['a second attempt', 'agent', { attempt: 2 }, 'agent attempt 2'],
    ['no argument', 'agent', null, 'agent'],
    ['a decision of nothing', 'decide', { decision: 'approve' }, 'decide'],
  ])('%s -> as it stands', (_title, node, arg, expected) => {
    expect(summaryOf(node, { arg })).toBe(expected);
  });

  test.each(['refund it now please', 'x'.repeat(65), 'a|b', '<b>', '1st', ''])(
    'a tool that a model named %j -> left out, its call stays',
    (tool) => {
      expect(summaryOf('tools', { arg: { call: { tool, callId: 'abcdefghij' } } })).toBe('tools abcdefgh');
    },
  );
});
