import { SUPPORT_LIMITS } from '../../../agents/support/limits';
import { supportGraph } from '../../../agents/support/graph';
import { supportGraphOfRules1 } from '../../../agents/support/graph-rules-1';
import { supportAgent } from '../../../agents/support/state';
import { takeMessage } from '../../../core/moves/inbox';
import { graphOf } from '../../../core/moves/drive-state';
import { carriedStateSchema, type RunState } from '../../../core/moves/run-state';
import type { ModelCallArg, TurnInput } from '../../../core/moves/activity-shapes';

const inputWith = (rules?: number): TurnInput => ({
  version: 1,
  turn: {
    agent: 'support',
    caseId: 'c_1',
    turn: 1,
    turnKey: 'support/c_1/1',
    rootTurnKey: 'support/c_1/1',
    branch: 'main',
  },
  subject: 'someone',
  head: { address: 'a', depth: 1, bytes: 1, tokensUpper: 1 },
  settings: {
    limits: SUPPORT_LIMITS,
    model: { backend: 'scripted', label: 'scripted', price: null },
    prompt: 'support@1',
    promptTokensUpper: 1,
    guardAttemptsMax: 3,
    reviewExpiryMs: 1,
    atReviewExpiry: 'expire',
    requireSignatures: false,
    ...(rules === undefined ? {} : { rules }),
  },
});

test.each([
  [undefined, 1, supportGraphOfRules1],
  [1, 1, supportGraphOfRules1],
  [2, 2, supportGraph],
])('rules: an input that says %s -> rule set %s and its table, also after a carry-over', (given, rules, graph) => {
  const state = supportAgent.initial(inputWith(given), 0);
  expect(state.loop.rules).toBe(rules);
  const carried = JSON.parse(JSON.stringify(state)) as RunState;
  expect(carriedStateSchema.safeParse(carried).success).toBe(true);
  expect(graphOf(supportAgent, carried)).toBe(graph);
});

test('rules: a number this build does not know -> thrown, so that a newer worker takes the run', () => {
  expect(() => supportAgent.initial(inputWith(3), 0)).toThrow('rule set 3 is not known here');
});

describe('a model call while messages wait', () => {
  const rule = supportAgent.effects.callModel;
  const state = supportAgent.initial(inputWith(2), 0);
  const inbox = takeMessage(undefined, { noteRef: 'a'.repeat(64), bytes: 500, tokensUpper: 516 });
  const argOf = (of: RunState): ModelCallArg => {
    const command = rule.plan(of, 0);
    if (command.kind !== 'calls') throw new Error('a call was expected');
    return command.calls[0]?.arg as ModelCallArg;
  };

  test('reservation: what waits is reserved before it is read', () => {
    const tokens = (of: RunState): number => rule.opensStep?.(of).tokens ?? 0;
    expect(tokens({ ...state, inbox }) - tokens(state)).toBeGreaterThanOrEqual(516);
  });

  test('argument: no message -> no field; a repair -> no field, the message waits for the next step', () => {
    expect(argOf(state)).not.toHaveProperty('inbox');
    expect(argOf({ ...state, inbox }).inbox).toEqual([{ noteRef: 'a'.repeat(64) }]);
    expect(argOf({ ...state, inbox, attempt: 2 })).not.toHaveProperty('inbox');
  });
});
