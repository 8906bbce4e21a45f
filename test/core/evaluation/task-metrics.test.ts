import { measureTasks, type TaskResult } from '../../../core/evaluation/task-metrics';

const RESULT: TaskResult = {
  id: 'train-1',
  split: 'train',
  isCounted: true,
  isMet: true,
  end: 'answered',
  wrongWrites: 0,
  turns: 2,
  modelCalls: 5,
  tokens: 100,
  costMicro: 3,
  proposals: 2,
  rightTool: 2,
  rightOrder: 1,
  expectedCalls: 2,
  expectedProposed: 1,
  reviewsAsked: 1,
  reviewsApproved: 1,
  reviewsRejected: 0,
  suppressed: 1,
  repliesSentBack: 0,
  refusals: { 'gatekeeper.status': 1 },
  reviewRules: { 'gatekeeper.overLimit': 1 },
};

test('task metrics: a task that is not counted -> in n and in wrong writes, not in success', () => {
  const metrics = measureTasks([RESULT, { ...RESULT, isCounted: false, end: 'handedOff', wrongWrites: 2 }]);
  expect(metrics.tasks).toBe(2);
  expect(metrics.success).toMatchObject({ hits: 1, of: 1 });
  expect(metrics.handedOff).toMatchObject({ hits: 1, of: 2 });
  expect(metrics.proposedOfExpected).toMatchObject({ hits: 1, of: 2 });
  expect(metrics.wrongWrites).toBe(2);
  expect(metrics.tasksWithWrongWrites).toMatchObject({ hits: 1, of: 2 });
});

test('task metrics: proposals, sums and refusals -> added over tasks', () => {
  const metrics = measureTasks([RESULT, { ...RESULT, isMet: false, refusals: { 'gatekeeper.status': 1, veto: 1 } }]);
  expect(metrics.success).toMatchObject({ hits: 1, of: 2, rate: 0.5 });
  expect([metrics.rightTool.hits, metrics.rightOrder.hits, metrics.rightOrder.of]).toEqual([4, 2, 4]);
  expect([metrics.turns, metrics.modelCalls, metrics.tokens, metrics.costMicro]).toEqual([4, 10, 200, 6]);
  expect(metrics.refusals).toEqual({ 'gatekeeper.status': 2, veto: 1 });
  expect(metrics.reviewRules).toEqual({ 'gatekeeper.overLimit': 2 });
});

test('task metrics: no tasks -> no rates', () => {
  expect(measureTasks([]).success).toMatchObject({ hits: 0, of: 0, rate: null });
});
