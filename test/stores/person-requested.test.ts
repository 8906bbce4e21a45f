// The activity that would call the model looks at the customer's unseen messages first. Its answer is kept under the call's key.
import { supportKit } from '../../agents/support/kit';
import type { ActivityDeps } from '../../activities/activity-deps';
import { callModel } from '../../activities/model/call-model';
import type { ModelCallArg, TranscriptHead } from '../../core/moves/activity-shapes';
import type { TranscriptMessage } from '../../core/moves/agent-kit';
import { openStore, type Store } from '../../stores/open-store';
import { makeTemporaryFolder } from '../support/temporary-folder';

const wish = 'Put me through to a human, please.';
const answer: TranscriptMessage = { role: 'assistant', text: '{"message":"Hello"}', calls: [] };

describe('a person asked for', () => {
  let store: Store;
  let modelCalls = 0;
  beforeAll(async () => {
    store = await openStore({ home: makeTemporaryFolder('person-requested-') });
  });
  afterAll(() => store.close());
  beforeEach(() => {
    modelCalls = 0;
  });

  const deps = (): ActivityDeps =>
    ({
      store,
      kits: () => supportKit,
      identityKey: () => store.keys.identityKey,
      backends: {
        scripted: {
          name: 'scripted',
          call: () => {
            modelCalls += 1;
            return Promise.resolve({
              text: '{"message":"Good day."}',
              calls: [],
              ending: 'answered',
              usage: { inputTokens: 1, outputTokens: 1 },
              model: 'scripted',
            });
          },
        },
      },
    }) as unknown as ActivityDeps;
  const branch = async (turn: number, messages: readonly TranscriptMessage[]): Promise<TranscriptHead> => {
    let head = await store.transcripts.append('c_1', null, { role: 'program', text: `turn ${turn}` });
    for (const message of messages) head = await store.transcripts.append('c_1', head, message);
    return head;
  };
  const call = async (turn: number, messages: readonly TranscriptMessage[], change: Partial<ModelCallArg> = {}) =>
    callModel(
      deps(),
      {
        turn: {
          agent: 'support',
          caseId: 'c_1',
          turn,
          turnKey: `support/c_1/${turn}`,
          rootTurnKey: `support/c_1/${turn}`,
          branch: 'main',
        },
        head: await branch(turn, messages),
        settle: [],
        purpose: 'act',
        attempt: 1,
        guardAttemptsMax: 3,
        feedbackOf: null,
        callPosition: 0,
        model: { backend: 'scripted', label: 'scripted', price: null },
        prompt: 'support@1',
        outputTokensMax: 100,
        deadlineAtMs: Date.now() + 10_000,
        subject: 'ann',
        ...change,
      },
      new AbortController().signal,
    );

  test('in the newest message -> personRequested, no model asked; dispatched again the same, from the receipt', async () => {
    const messages: readonly TranscriptMessage[] = [{ role: 'customer', text: wish }];
    const first = await call(1, messages);
    expect(first).toMatchObject({ kind: 'personRequested', head: { depth: 2 } });
    expect(await call(1, messages)).toEqual(first);
    const { receiptKey } = first as { receiptKey: string };
    expect(await store.receipts.find('c_1', receiptKey)).toEqual({ outcome: first });
    expect(modelCalls).toBe(0);
  });
  test('in the first of two unseen messages -> personRequested', async () => {
    const unseen: readonly TranscriptMessage[] = [
      { role: 'customer', text: wish },
      { role: 'customer', text: 'And hurry.' },
    ];
    expect(await call(2, unseen)).toMatchObject({ kind: 'personRequested' });
  });
  test('in a message a model of this turn has answered to, by tools or words -> the model is asked', async () => {
    expect(await call(3, [{ role: 'customer', text: wish }, answer, { role: 'customer', text: 'Hi' }])).toMatchObject({
      kind: 'replied',
    });
    expect(modelCalls).toBe(1);
  });
  test('only the answer is left to make -> the model is asked', async () => {
    const messages: readonly TranscriptMessage[] = [{ role: 'customer', text: wish }];
    expect(await call(4, messages, { purpose: 'answer' })).toMatchObject({ kind: 'replied' });
    expect(modelCalls).toBe(1);
  });
});
