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
  test('given up by a stop -> spent whole, and the figures of the step before stand again', () => {
    const stopped = abandonCall(asked, rule, 'stop');
    expect(stopped).toMatchObject({ tokensOfStep: 150, costMicroOfStep: 7, loop: { step: 0, modelCalls: 0 } });
    expect(stopped.loop.tokens).toMatchObject({ reserved: 0, committed: asked.loop.tokens.reserved });
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
