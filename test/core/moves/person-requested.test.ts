// A model call that never was: nothing of it is counted, and the figures of the step before stand again.
import { supportAgent } from '../../../agents/support/state';
import { SUPPORT_LIMITS } from '../../../agents/support/limits';
import { governor } from '../../../core/loop-governor/governor';
import { callModel } from '../../../core/moves/call-model';
import type { EffectRule } from '../../../core/moves/agent';
import { abandonCall, askGovernor, foldEvolved, leaveByVerdict } from '../../../core/moves/drive-state';
import { writeHandOff } from '../../../core/moves/finish-turn';
import type { RunState } from '../../../core/moves/run-state';

const rule = callModel('act') as unknown as EffectRule<RunState, string, never>;
const head = { address: 'a2', depth: 2, bytes: 10, tokensUpper: 40 };
const before: RunState = {
  ...supportAgent.initial(
    {
      version: 1,
      turn: {
        agent: 'support',
        caseId: 'c_1',
        turn: 1,
        turnKey: 'support/c_1/1',
        rootTurnKey: 'support/c_1/1',
        branch: 'main',
      },
      subject: 'ann',
      head,
      settings: {
        limits: SUPPORT_LIMITS,
        model: {
          backend: 'scripted',
          label: 'scripted',
          price: { inputMicroPerThousand: 10, outputMicroPerThousand: 10 },
        },
        prompt: 'support@1',
        promptTokensUpper: 300,
        guardAttemptsMax: 3,
        reviewExpiryMs: 1,
        atReviewExpiry: 'stayPending',
        requireSignatures: false,
      },
    },
    0,
  ),
  node: 'agent',
  tokensOfStep: 150,
  costMicroOfStep: 7,
};
const asked = askGovernor(before, { governor, rule, nowMs: 0 }).state;

const figuresOf = ({ tokensOfStep, costMicroOfStep, estimatedOfStep }: RunState) => [
  tokensOfStep,
  costMicroOfStep,
  estimatedOfStep,
];

describe('a call that does not count', () => {
  test('begun -> reserved, counted, the step has figures of its own', () => {
    expect(asked).toMatchObject({ tokensOfStep: 0, costMicroOfStep: 0, loop: { step: 1, modelCalls: 1 } });
    expect(asked.loop.tokens.reserved).toBeGreaterThan(0);
  });
  test('a person was asked for -> reservation, step and k are as before, and the hand-off says why', () => {
    const outcome = {
      kind: 'returned',
      value: { kind: 'personRequested', receiptKey: 'r', head: { ...head, depth: 3 } },
    };
    const evolved = rule.evolve(asked, [outcome] as never, 0);
    const after = foldEvolved(asked, evolved, { governor, nowMs: 0 });
    expect(evolved).toMatchObject({ event: 'handOffAsked' });
    expect(after).toMatchObject({
      handOffReason: 'handOff.personRequested',
      cameFrom: 'agent',
      head: { depth: 3 },
      queue: [],
      tokensOfStep: 150,
      costMicroOfStep: 7,
      loop: { step: 0, modelCalls: 0, tokens: { committed: 0, reserved: 0 }, reservations: {} },
    });
    expect(after.loop.costMicro).toEqual(before.loop.costMicro);
  });
  test('given up by a stop -> spent whole: it stands with the step before, as an estimate', () => {
    const stopped = abandonCall(asked, rule, 'stop');
    const { tokens, costMicro } = asked.loop;
    expect(stopped).toMatchObject({ loop: { step: 0, modelCalls: 0 } });
    expect(stopped.loop.tokens).toMatchObject({ reserved: 0, committed: tokens.reserved });
    expect(figuresOf(stopped)).toEqual([150 + tokens.reserved, 7 + costMicro.reserved, true]);
  });
  test('given up before it was billed -> the figures of the step before stand again', () => {
    const stopped = abandonCall(asked, rule, 'model.quota');
    expect(figuresOf(stopped)).toEqual([150, 7, undefined]);
    expect(stopped.loop.tokens).toMatchObject({ reserved: 0, committed: 0 });
  });
  test('handed off -> the record is told the node where it stopped, not the one that writes it', () => {
    const left = foldEvolved(asked, { update: {}, event: 'refused' }, { governor, nowMs: 0 });
    const command = writeHandOff.plan({ ...left, node: 'handOff' }, 0);
    expect(command).toMatchObject({ calls: [{ arg: { stoppedAt: 'agent', pendingReviewIds: [] } }] });
    const verdict = { kind: 'abort', by: 'deadline', value: 0, limit: 0, words: '' } as const;
    const aborted = leaveByVerdict(supportAgent.graph, { ...before, node: 'tools' }, { verdict, nowMs: 0 });
    expect(writeHandOff.plan(aborted, 0)).toMatchObject({
      calls: [{ arg: { stoppedAt: 'tools', reason: 'governor.deadline' } }],
    });
  });
});

describe('a call that was charged its reservation', () => {
  const reply = (usage: object | null, costMicro: number | null) => ({
    kind: 'returned',
    value: {
      kind: 'replied',
      receiptKey: 'r',
      head,
      ending: 'answered',
      usage,
      costMicro,
      calls: [],
      handOff: null,
      guard: null,
    },
  });
  const fold = (state: RunState, outcome: object): RunState =>
    foldEvolved(state, rule.evolve(state, [outcome] as never, 0), { governor, nowMs: 0 });
  const { tokens, costMicro } = asked.loop;

  test('a reply without usage -> the figures are the reservation, an estimate', () => {
    const after = fold(asked, reply(null, null));
    expect(after.loop.tokens.committed).toBe(tokens.reserved);
    expect(figuresOf(after)).toEqual([tokens.reserved, costMicro.reserved, true]);
  });
  test('a failure that may have been billed, then a reply with usage -> both, an estimate', () => {
    const failed = fold(asked, { kind: 'returned', value: { kind: 'transport', type: 'model.serverError' } });
    expect(figuresOf(failed)).toEqual([tokens.reserved, costMicro.reserved, true]);
    const again = askGovernor(failed, { governor, rule, nowMs: 0 }).state;
    const after = fold(again, reply({ inputTokens: 5, outputTokens: 1 }, 3));
    expect(figuresOf(after)).toEqual([tokens.reserved + 6, costMicro.reserved + 3, true]);
    expect(after.loop.tokens.committed).toBe(tokens.reserved + 6);
    const next = askGovernor(after, { governor, rule, nowMs: 0 }).state;
    expect(figuresOf(next)).toEqual([0, 0, false]);
    expect(figuresOf(abandonCall(next, rule, 'model.quota'))).toEqual(figuresOf(after));
  });
  test('a failure that was not billed, or a reply with usage -> counted, no estimate', () => {
    const failed = fold(asked, {
      kind: 'returned',
      value: { kind: 'transport', type: 'model.unavailable', unbilled: true },
    });
    expect(figuresOf(failed)).toEqual([0, 0, undefined]);
    expect(figuresOf(fold(asked, reply({ inputTokens: 5, outputTokens: 1 }, 3)))).toEqual([6, 3, undefined]);
  });
});
