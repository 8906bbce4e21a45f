// What a reply of either interface becomes. The bodies are bytes of the stand-in; nothing of the adapters made them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionError } from '../../../core/output-guard/completion';
import { judgeReply } from '../../../core/output-guard/judge-reply';
import { customerReplySchemaOf } from '../../../core/output-guard/customer-reply';
import type { RawReply } from '../../../core/moves/agent-kit';
import { startOpenAiStandIn, type StandIn } from '../../support/stand-ins/openai-server';
import { backendAt, createWatchedGate, failureOf, requestOf, view, type Api } from './openai-lab';

describe('openai replies', () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startOpenAiStandIn();
  });
  afterAll(async () => {
    await standIn.stop();
  });

  const ask = async (fixture: string): Promise<RawReply> => {
    standIn.serve(fixture);
    const api = fixture.split('/')[0] as Api;
    const reply = await backendAt(standIn.url, createWatchedGate()).call(requestOf(api));
    expect(standIn.seen).toHaveLength(1);
    expect(standIn.seen[0]?.path).toBe(api === 'responses' ? '/v1/responses' : '/v1/chat/completions');
    return reply;
  };

  const hello = '{"message":"Hello."}';
  const half = '{"message":"Hel';
  const refusal = 'I cannot help with that.';
  test.each<[string, RawReply['ending'], string]>([
    ['responses/answered.json', 'answered', hello],
    ['responses/commentary-only.json', 'empty', ''],
    ['responses/refused.json', 'refused', refusal],
    ['responses/incomplete-length.json', 'cut', half],
    ['responses/incomplete-filter.json', 'filtered', half],
    ['responses/incomplete-steered.json', 'unknown', hello],
    ['responses/status-queued.json', 'unknown', hello],
    ['responses/status-unknown.json', 'unknown', hello],
    ['responses/failed-invalid-prompt.json', 'refused', ''],
    ['responses/failed-unknown.json', 'unknown', ''],
    ['responses/unknown-item.json', 'unknown', hello],
    ['responses/empty.json', 'empty', ''],
    ['chat/answered.json', 'answered', hello],
    ['chat/refused.json', 'refused', refusal],
    ['chat/length.json', 'cut', half],
    ['chat/content-filter.json', 'filtered', half],
    ['chat/unknown-reason.json', 'unknown', hello],
    ['chat/no-reason.json', 'unknown', hello],
    ['chat/empty.json', 'empty', ''],
    ['chat/tool-calls-without-calls.json', 'unknown', hello],
  ])('%s -> %s', async (fixture, ending, text) => {
    expect(await ask(fixture)).toMatchObject({ ending, text, calls: [] });
  });

  test.each([
    ['responses/two-calls.json', ''],
    ['chat/stop-with-calls.json', ''],
  ])(
    '%s: two calls -> names of ours where they are tools, as written where not; arguments byte for byte',
    async (f) => {
      const reply = await ask(f);
      expect(reply.ending).toBe('toolsProposed');
      expect(reply.calls).toEqual([
        { tool: 'orders.get', argsText: '{"order_id":"#W7752779"}' },
        { tool: 'no_such_tool', argsText: '{}' },
      ]);
    },
  );

  test('responses: commentary beside a call -> no text of the answer', async () => {
    expect(await ask('responses/turn-2-refund.json')).toMatchObject({ text: '', ending: 'toolsProposed' });
  });

  test('responses: commentary and a final answer -> the final answer alone', async () => {
    const { text } = await ask('responses/turn-3-answer.json');
    expect(text).toBe('{"message":"I have made the refund of 52.01 USD for order #W7752779."}');
  });

  test('chat: the older function_call -> a call', async () => {
    expect(await ask('chat/function-call.json')).toMatchObject({
      ending: 'toolsProposed',
      calls: [{ tool: 'get_order', argsText: '{"order_id":"#W7752779"}' }],
    });
  });

  test('responses: a call that is marked incomplete -> cut, so that it never runs', async () => {
    const reply = await ask('responses/call-incomplete.json');
    expect(reply.ending).toBe('cut');
    expect(
      completionError({ ...reply, callCount: 1, outputTokens: 60, outputTokensMax: 200, stopSequences: false }),
    ).toContain('cut');
  });

  const judge = (reply: RawReply, toolsOffered: boolean) =>
    judgeReply({
      mode: 'auto-repair',
      text: reply.text,
      calls: reply.calls,
      ending: reply.ending,
      toolsOffered,
      outputTokens: reply.usage?.outputTokens ?? null,
      outputTokensMax: view.outputTokensMax,
      schema: customerReplySchemaOf(4_000),
      attempt: 1,
    });

  test.each(['responses', 'chat'])('%s: a cut hidden behind another reason -> withheld by its tokens', async (api) => {
    const reply = await ask(`${api}/length-hidden.json`);
    expect(reply.ending).toBe('answered');
    expect(judge(reply, true).errorKind).toBe('COMPLETION');
  });

  test.each(['responses', 'chat'])(
    '%s: a call where none was offered -> kept, and denied by the channel',
    async (api) => {
      standIn.serve(`${api}/turn-1-get-order.json`);
      const reply = await backendAt(standIn.url, createWatchedGate()).call(
        requestOf(api as Api, { view: { ...view, purpose: 'answer', tools: [] } }),
      );
      expect(JSON.parse(standIn.seen[0]?.body ?? '')).not.toHaveProperty('tools');
      expect(reply.calls).toHaveLength(1);
      expect(judge(reply, false).errorKind).toBe('CHANNEL');
    },
  );

  test.each(['responses', 'chat'])('%s: text that looks like a call -> text', async (api) => {
    const reply = await ask(`${api}/call-in-text.json`);
    expect(reply).toMatchObject({ ending: 'answered', calls: [] });
    expect(reply.text).toContain('<tool_call>');
  });

  test.each(['responses', 'chat'])('%s: usage -> as billed, with cached and reasoning tokens inside', async (api) => {
    const { usage, model, responseId } = await ask(`${api}/answered.json`);
    expect(usage).toEqual({ inputTokens: 1200, outputTokens: 60, cachedTokens: 1000, reasoningTokens: 20 });
    expect(model).toBe('gpt-5-mini-2025-08-07');
    expect(responseId).toContain('standin');
  });

  test.each(['responses/no-usage.json', 'responses/usage-none.json', 'chat/no-usage.json'])(
    '%s: no count -> no usage, so that the reservation is charged',
    async (fixture) => {
      expect((await ask(fixture)).usage).toBeNull();
    },
  );

  test.each([
    ['responses/arguments-object.json', 'model.brokenReply'],
    ['responses/failed-server-error.json', 'model.serverError'],
    ['responses/failed-rate-limit.json', 'model.serverError'],
    ['chat/no-choices.json', 'model.brokenReply'],
    ['chat/arguments-object.json', 'model.brokenReply'],
  ])('%s: no reply -> %s, which may have been billed', async (fixture, type) => {
    standIn.serve(fixture);
    const api = fixture.split('/')[0] as Api;
    const failure = await failureOf(backendAt(standIn.url, createWatchedGate()).call(requestOf(api)));
    expect(failure).toMatchObject({ type, billed: true });
  });

  test('fixtures: each file cites what it was written after, and nothing is cited that is not there', () => {
    const folder = join(__dirname, '../../support/stand-ins/fixtures');
    const files = ['responses', 'chat', 'errors'].flatMap((room) =>
      readdirSync(join(folder, room)).map((file) => `${room}/${file}`),
    );
    const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| (\S+) +\| (.+?) *\|$/gm);
    const cited = [...rows].map(([, file = '', after = '']) => ({ file, after })).slice(2);
    expect(cited.map(({ file }) => file).sort()).toEqual(files.sort());
    for (const { after } of cited) expect(after).toMatch(/provider facts [012]|none:/);
  });
});
