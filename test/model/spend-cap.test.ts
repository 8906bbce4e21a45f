// The day's cap of an agent's models, in the activity that would ask one: counted before the request, refused when it would pass.
import { callModel } from '../../activities/model/call-model';
import { ModelFailure, type ModelBackend } from '../../activities/model/model-backend';
import type { ActivityDeps } from '../../activities/activity-deps';
import { supportKit } from '../../agents/support/kit';
import { callModel as callModelRule } from '../../core/moves/call-model';
import { createRunState } from '../../core/moves/run-state';
import type { ModelCallArg, ModelChoice, TurnInput } from '../../core/moves/activity-shapes';
import type { RawReply } from '../../core/moves/agent-kit';
import { reserve } from '../../core/loop-governor/budget';
import { readDaySpend } from '../../stores/model-spend';
import { openStore, type Store } from '../../stores/open-store';
import { makeSqlitePlace, placeOfStore, type StorePlace } from '../stores/store-targets';

const priced = { inputMicroPerThousand: 1_000, outputMicroPerThousand: 2_000 };
const free = { inputMicroPerThousand: 0, outputMicroPerThousand: 0 };
const reply: RawReply = {
  text: '{"message":"Hello, how can I help?"}',
  calls: [],
  ending: 'answered',
  usage: { inputTokens: 400, outputTokens: 100 },
  model: 'stub',
};

describe('model spend per agent and day', () => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await makeSqlitePlace();
    store = await openStore(placeOfStore(place));
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  let requests = 0;
  const depsOf = (cap: { tokens: number; costMicro: number }, answer: () => Promise<RawReply>): ActivityDeps => {
    requests = 0;
    const stub: ModelBackend = {
      name: 'stub',
      call: () => {
        requests += 1;
        return answer();
      },
    };
    return {
      store,
      kits: () => ({ ...supportKit, modelSpendPerDay: cap }),
      identityKey: () => store.keys.identityKey,
      backends: { stub },
    } as unknown as ActivityDeps;
  };
  const argOf = async (price: ModelChoice['price'], callPosition = 0): Promise<ModelCallArg> => {
    const head = await store.transcripts.append('c_1', null, { role: 'customer', text: 'Hello' });
    const turnKey = 'support/c_1/1';
    return {
      turn: { agent: 'support', caseId: 'c_1', turn: 1, turnKey, rootTurnKey: turnKey, branch: 'main' },
      head,
      settle: [],
      purpose: 'answer',
      attempt: 1,
      guardAttemptsMax: 3,
      feedbackOf: null,
      callPosition,
      model: { backend: 'stub', label: 'stub', price },
      prompt: supportKit.promptVersion,
      outputTokensMax: 800,
      deadlineAtMs: Date.now() + 10_000,
      subject: 'ann_1',
    };
  };
  const never = new AbortController().signal;
  const spent = () => readDaySpend(store.db, { agent: 'support', day: new Date().toISOString().slice(0, 10) });
  const wide = { tokens: 1_000_000, costMicro: 1_000_000 };

  it('a reply -> what it used is counted, in tokens and cost; dispatched again -> once', async () => {
    const deps = depsOf(wide, () => Promise.resolve(reply));
    const arg = await argOf(priced);
    const first = await callModel(deps, arg, never);
    expect(await callModel(deps, arg, never)).toEqual(first);
    expect([requests, await spent()]).toEqual([1, { tokens: 500, costMicro: 600, unpricedCalls: 0 }]);
  });

  it.each([
    ['tokens', { tokens: 900, costMicro: 1_000_000 }],
    ['cost', { tokens: 1_000_000, costMicro: 1_700 }],
  ])('the cap on %s would be passed -> nothing is sent, nothing is counted', async (_what, cap) => {
    const deps = depsOf(cap, () => Promise.resolve(reply));
    const arg = await argOf(priced);
    expect(await callModel(deps, arg, never)).toEqual({ kind: 'spendCapped', head: arg.head });
    expect([requests, (await spent()).tokens]).toEqual([0, 0]);
  });

  it('a model known to be free -> neither counted nor capped', async () => {
    const deps = depsOf({ tokens: 0, costMicro: 0 }, () => Promise.resolve(reply));
    expect(await callModel(deps, await argOf(free), never)).toMatchObject({ kind: 'replied' });
    expect(await spent()).toEqual({ tokens: 0, costMicro: 0, unpricedCalls: 0 });
  });

  it('an unknown price -> its tokens are counted and capped, and that its cost is not is told', async () => {
    const deps = depsOf({ tokens: 1_000_000, costMicro: 0 }, () => Promise.resolve(reply));
    expect(await callModel(deps, await argOf(null), never)).toMatchObject({ kind: 'replied', costMicro: null });
    expect(await spent()).toEqual({ tokens: 500, costMicro: 0, unpricedCalls: 1 });
    const narrow = depsOf({ tokens: 600, costMicro: 0 }, () => Promise.resolve(reply));
    expect(await callModel(narrow, await argOf(null, 1), never)).toMatchObject({ kind: 'spendCapped' });
  });

  it('a usage that is no count, and a failure that may have been billed -> the whole reservation stays', async () => {
    const odd = { ...reply, usage: { inputTokens: -5, outputTokens: 1 } };
    await callModel(
      depsOf(wide, () => Promise.resolve(odd)),
      await argOf(priced),
      never,
    );
    const { tokens } = await spent();
    expect(tokens).toBeGreaterThan(800);
    const timesOut = depsOf(wide, () => Promise.reject(new ModelFailure('model.timeout', true)));
    const arg = await argOf(priced, 1);
    expect(await callModel(timesOut, arg, never)).toMatchObject({ kind: 'transport' });
    expect((await spent()).tokens).toBe(2 * tokens);
    await callModel(timesOut, arg, never);
    expect((await spent()).tokens).toBe(3 * tokens);
  });

  it('a failure that was not billed -> its reservation is given back', async () => {
    const busy = depsOf(wide, () => Promise.reject(new ModelFailure('model.rateLimited', false)));
    await expect(callModel(busy, await argOf(priced), never)).rejects.toThrow();
    expect([requests, (await spent()).tokens]).toEqual([1, 0]);
  });

  it('in the run -> handed off by its own reason, nothing billed, the reservation released', async () => {
    const { turn, head } = await argOf(priced);
    const input = {
      version: 1,
      turn,
      subject: 'ann_1',
      head,
      settings: {
        limits: supportKit.limits,
        model: { backend: 'stub', label: 'stub', price: priced },
        prompt: supportKit.promptVersion,
        promptTokensUpper: 100,
        guardAttemptsMax: 3,
        reviewExpiryMs: 1,
        atReviewExpiry: 'stayPending',
        requireSignatures: false,
      },
    } as unknown as TurnInput;
    const state = createRunState(input, 'agent', 0);
    const reserved = { ...state, loop: reserve(state.loop, 'call-0-1-0', { tokens: 1_000, costMicro: 1_000 }) };
    const evolved = callModelRule('act').evolve(
      reserved,
      [{ kind: 'returned', value: { kind: 'spendCapped', head } }],
      0,
    );
    expect(evolved).toMatchObject({
      event: 'unusable',
      update: {
        handOffReason: 'governor.modelSpendPerDay',
        loop: { reservations: {}, tokens: { committed: 0, reserved: 0 } },
      },
    });
  });
});
