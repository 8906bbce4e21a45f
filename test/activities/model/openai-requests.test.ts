// What a provider is asked: the whole transcript in pairs, names in its alphabet, nothing kept there, and the same for the same transcript.
import type { ModelView, TranscriptMessage } from '../../../core/moves/agent-kit';
import { toChatRequest } from '../../../activities/model/openai/chat-api';
import { toResponsesRequest } from '../../../activities/model/openai/responses-api';
import { createToolNames } from '../../../core/kernel/tool-names';
import { view } from './openai-lab';

const names = createToolNames(['orders.get', 'refund']);
const tool = (name: string, text: string, isError = false): TranscriptMessage => ({
  role: 'tool',
  callId: `ours-${name}`,
  tool: name,
  isError,
  text,
});
const messages: readonly TranscriptMessage[] = [
  { role: 'program', text: 'turn opened, request secret-request-id' },
  { role: 'customer', text: 'Please refund.' },
  {
    role: 'assistant',
    text: 'I look.',
    calls: [
      { tool: 'orders.get', argsText: '{"order_id":"#W1"}' },
      { tool: 'refund', argsText: '{broken' },
    ],
  },
  tool('orders.get', '{"status":"ok"}'),
  tool('refund', '{"kind":"invalid_arguments"}', true),
  { role: 'assistant', text: '', calls: [{ tool: 'orders.get', argsText: '{}' }] },
  tool('orders.get', '{"status":"empty"}'),
  { role: 'assistant', text: 'not json', calls: [] },
  { role: 'program', text: 'Raw JSON only.' },
];
const long: ModelView = { ...view, messages };

describe('openai requests', () => {
  test('responses: a tool loop and feedback -> items in pairs, errors marked, the request id left out', () => {
    const request = toResponsesRequest(long, 'm', names);
    expect(request.input).toEqual([
      { role: 'user', content: 'Please refund.' },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_0_0', name: 'orders_x2e_get', arguments: '{"order_id":"#W1"}' },
      { type: 'function_call', call_id: 'call_0_1', name: 'refund', arguments: '{"unreadable_arguments":"{broken"}' },
      { type: 'function_call_output', call_id: 'call_0_0', output: '{"status":"ok"}' },
      { type: 'function_call_output', call_id: 'call_0_1', output: 'is_error: true\n{"kind":"invalid_arguments"}' },
      { type: 'function_call', call_id: 'call_1_0', name: 'orders_x2e_get', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1_0', output: '{"status":"empty"}' },
      { role: 'assistant', content: 'not json' },
      { role: 'developer', content: 'Raw JSON only.' },
    ]);
    expect(request).toMatchObject({
      model: 'm',
      instructions: 'You are support.',
      store: false,
      max_output_tokens: 200,
      parallel_tool_calls: true,
      tools: [{ type: 'function', name: 'orders_x2e_get', strict: false }],
    });
    expect(request).not.toHaveProperty('text');
  });

  test('chat: the same -> messages in pairs', () => {
    const request = toChatRequest(long, { model: 'm', maxTokensField: 'max_tokens' }, names);
    expect(request.messages).toEqual([
      { role: 'system', content: 'You are support.' },
      { role: 'user', content: 'Please refund.' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'call_0_0', type: 'function', function: { name: 'orders_x2e_get', arguments: '{"order_id":"#W1"}' } },
          {
            id: 'call_0_1',
            type: 'function',
            function: { name: 'refund', arguments: '{"unreadable_arguments":"{broken"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_0_0', content: '{"status":"ok"}' },
      { role: 'tool', tool_call_id: 'call_0_1', content: 'is_error: true\n{"kind":"invalid_arguments"}' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1_0', type: 'function', function: { name: 'orders_x2e_get', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1_0', content: '{"status":"empty"}' },
      { role: 'assistant', content: 'not json' },
      { role: 'system', content: 'Raw JSON only.' },
    ]);
    expect(request).toMatchObject({ max_tokens: 200, store: false, parallel_tool_calls: true });
    expect(request).not.toHaveProperty('max_completion_tokens');
    expect(request).not.toHaveProperty('response_format');
  });

  test('the same transcript again -> the same request, byte for byte', () => {
    const once = JSON.stringify(toResponsesRequest(long, 'm', names));
    expect(JSON.stringify(toResponsesRequest(structuredClone(long), 'm', names))).toBe(once);
  });

  test('a call whose result is missing -> put in as not run, before the next message', () => {
    const cut = { ...view, messages: [...messages.slice(0, 4), { role: 'customer' as const, text: 'And?' }] };
    const items = toResponsesRequest(cut, 'm', names).input as readonly { readonly type?: string }[];
    expect(items.slice(4)).toEqual([
      { type: 'function_call_output', call_id: 'call_0_0', output: '{"status":"ok"}' },
      { type: 'function_call_output', call_id: 'call_0_1', output: expect.stringContaining('not run') },
      { role: 'user', content: 'And?' },
    ]);
  });

  test('no tools offered -> none sent, nor anything about them', () => {
    const none = { ...long, tools: [] };
    for (const request of [
      toResponsesRequest(none, 'm', names),
      toChatRequest(none, { model: 'm', maxTokensField: 'max_completion_tokens' }, names),
    ]) {
      expect(request).not.toHaveProperty('tools');
      expect(request).not.toHaveProperty('tool_choice');
      expect(request).not.toHaveProperty('parallel_tool_calls');
    }
  });
});
