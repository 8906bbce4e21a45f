// What of a provider's failure Temporal sees, and how time at the gate counts: against the deadline, for nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { ActivityDeps } from '../../../activities/activity-deps';
import { callModel as callModelActivity } from '../../../activities/model/call-model';
import { ModelFailure, type ModelBackend } from '../../../activities/model/model-backend';
import { supportKit } from '../../../agents/support/kit';
import { createLoopState } from '../../../core/loop-governor/loop-state';
import { reserve } from '../../../core/loop-governor/budget';
import { callModel as callModelRule, reservationIdOf } from '../../../core/moves/call-model';
import type { ModelCallArg, ModelOutcome } from '../../../core/moves/activity-shapes';
import { createRunState } from '../../../core/moves/run-state';
import { openStore, type Store } from '../../../stores/open-store';

const caseId = `c_${'0'.repeat(16)}`;
const turnKey = `support/${caseId}/1`;
const turn = { agent: 'support', caseId, turn: 1, turnKey, rootTurnKey: turnKey, branch: 'main' };
const model = { backend: 'openai', label: 'openai/m', price: null, provider: 'openai', model: 'm' };

describe('call model', () => {
  let home: string;
  let store: Store;
  let head: ModelCallArg['head'];
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'turnkeep-call-'));
    store = await openStore({ home });
    head = await store.transcripts.append(caseId, null, { role: 'customer', text: 'Hello' });
  });
  afterAll(async () => {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  });

  const run = (
    backend: Partial<ModelBackend>,
    options: { signal?: AbortSignal; withinMs?: number; position?: number } = {},
  ) => {
    const arg: ModelCallArg = {
      turn,
      head,
      settle: [],
      purpose: 'act',
      attempt: 1,
      guardAttemptsMax: 3,
      feedbackOf: null,
      callPosition: options.position ?? 0,
      model,
      prompt: supportKit.promptVersion,
      outputTokensMax: 100,
      deadlineAtMs: Date.now() + (options.withinMs ?? 10_000),
      subject: 'somebody',
    };
    const deps = {
      store,
      kits: () => supportKit,
      identityKey: () => Promise.resolve(store.keys.identityKey),
      backends: { openai: { name: 'openai', ...backend } },
    } as unknown as ActivityDeps;
    return callModelActivity(deps, arg, options.signal ?? new AbortController().signal);
  };
  const failing = (failure: ModelFailure): Partial<ModelBackend> => ({ call: () => Promise.reject(failure) });
  const failureOf = async (call: Promise<ModelOutcome>): Promise<ApplicationFailure> => {
    try {
      throw new Error(`no failure but ${(await call).kind}`);
    } catch (error) {
      expect(error).toBeInstanceOf(ApplicationFailure);
      return error as ApplicationFailure;
    }
  };
  /** Ends with the failure of a gate that was closed until the signal came. */
  const closedGate: Partial<ModelBackend> = {
    admit: async ({ signal }) => {
      await sleep(60_000, undefined, { signal }).catch(() => undefined);
      throw new ModelFailure('model.rateLimited', false, { code: 'gate.pause' });
    },
  };

  test('429 with a silly Retry-After -> Temporal waits no longer than the time left', async () => {
    const failure = await failureOf(
      run(failing(new ModelFailure('model.rateLimited', false, { retryAfterMs: 2 ** 31 }))),
    );
    expect(failure).toMatchObject({ type: 'model.rateLimited', nonRetryable: false });
    expect(failure.nextRetryDelay).toBeLessThanOrEqual(10_000);
    expect(failure.nextRetryDelay).toBeGreaterThan(8_000);
  });

  test('what the provider asks not to repeat -> Temporal does not', async () => {
    const failure = await failureOf(
      run(failing(new ModelFailure('model.rateLimited', false, { final: true, code: 'http.429' }))),
    );
    expect(failure).toMatchObject({ type: 'model.rateLimited', nonRetryable: true, details: [{ code: 'http.429' }] });
    const billed = new ModelFailure('model.serverError', true, { final: true });
    expect(await failureOf(run(failing(billed)))).toMatchObject({ type: 'model.serverError', nonRetryable: true });
  });

  test('what may have been billed -> an outcome, which charges the reservation', async () => {
    const outcome = await run(failing(new ModelFailure('model.serverError', true)));
    expect(outcome).toEqual({ kind: 'transport', type: 'model.serverError', head });
  });

  test('the deadline comes while the gate is closed -> an outcome that charges nothing', async () => {
    expect(await run(closedGate, { withinMs: 150 })).toEqual({
      kind: 'transport',
      type: 'model.timeout',
      unbilled: true,
      head,
    });
  });

  test('the deadline comes while the request is out -> an outcome that may have been billed', async () => {
    const hangs: Partial<ModelBackend> = {
      call: async ({ signal }) => {
        await sleep(60_000, undefined, { signal });
        throw new Error('never');
      },
    };
    expect(await run(hangs, { withinMs: 150 })).toEqual({ kind: 'transport', type: 'model.timeout', head });
  });

  test('a stop while the gate is closed -> Temporal sees its own cancellation', async () => {
    const stop = new AbortController();
    const reason = new CancelledFailure('CANCELLED');
    const call = run(closedGate, { signal: stop.signal });
    setTimeout(() => stop.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
  });

  test('time at the gate -> no part of the latency of the model', async () => {
    const outcome = await run(
      {
        admit: () => sleep(300),
        call: () =>
          Promise.resolve({ text: '{"message":"Hi"}', calls: [], ending: 'answered', usage: null, model: 'm' }),
      },
      { position: 1 },
    );
    expect(outcome.kind === 'replied' && outcome.latencyMs).toBeLessThan(250);
  });

  test('the rule: an outcome that was not billed frees what was reserved; any other charges it whole', () => {
    const { limits, promptVersion: prompt, guardAttemptsMax, reviewExpiryMs } = supportKit;
    const settings = {
      limits,
      model,
      prompt,
      promptTokensUpper: 0,
      guardAttemptsMax,
      reviewExpiryMs,
      atReviewExpiry: 'stayPending' as const,
      requireSignatures: false,
    };
    const fresh = createRunState({ version: 1, turn, subject: 's', head, settings }, 'agent', 0);
    const loop = reserve(createLoopState(limits, 0), reservationIdOf(fresh), { tokens: 900, costMicro: null });
    const chargedBy = (unbilled: object): number => {
      const value = { kind: 'transport' as const, type: 'model.timeout', head, ...unbilled };
      const evolved = callModelRule('act').evolve({ ...fresh, loop }, [{ kind: 'returned', value }], 0);
      return 'update' in evolved ? (evolved.update.loop?.tokens.committed ?? -1) : -1;
    };
    expect(chargedBy({ unbilled: true })).toBe(0);
    expect(chargedBy({})).toBe(900);
  });
});
