// Which turns may be answered from the records alone; stories show the way there.
import { SUPPORT_LIMITS } from '../../../agents/support/limits';
import { supportAgent } from '../../../agents/support/state';
import { closeTurn } from '../../../core/moves/close-turn';
import { takeMessage } from '../../../core/moves/inbox';
import type { DeliverArg, EffectKind, EffectLine, TurnInput } from '../../../core/moves/activity-shapes';
import type { RunState } from '../../../core/moves/run-state';
import type { ReviewRequest } from '../../../core/human-review/review-request';

const input: TurnInput = {
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
    rules: 2,
  },
};
const effect = (kind: EffectKind, callId = kind): EffectLine => ({
  callId,
  tool: 'process_refund',
  effectKey: `key-${callId}`,
  kind,
  amountMinor: 5_201,
  currency: 'USD',
});
const stateWith = (change: Partial<RunState>): RunState => ({ ...supportAgent.initial(input, 0), ...change });
const argOf = (state: RunState): DeliverArg | undefined => {
  const command = closeTurn.plan(state, 0);
  return command.kind === 'calls' ? (command.calls[0]?.arg as DeliverArg) : undefined;
};
const request = (reviewId: string, change: Partial<ReviewRequest>): ReviewRequest => ({
  reviewId,
  round: 1,
  callId: `call-of-${reviewId}`,
  tool: 'process_refund',
  actionHash: 'h',
  rulesDigest: 'r',
  rule: 'gatekeeper.overLimit',
  amountMinor: 9_900,
  currency: 'USD',
  openedAtMs: 0,
  dueAtMs: 1,
  expiresAtMs: null,
  state: 'pending',
  decision: null,
  seq: 0,
  ...change,
});
const deskOf = (...requests: readonly ReviewRequest[]): RunState['desk'] => ({
  requests: Object.fromEntries(requests.map((each) => [each.reviewId, each])),
  decided: 0,
  ignored: { total: 0, last: [] },
});
const rejection: NonNullable<ReviewRequest['decision']> = {
  decision: 'reject',
  by: 'ana',
  authenticated: 'unverified',
  surface: 'cli',
  reasonCode: 'no',
  note: null,
  noteRef: null,
  decidedAtMs: 1,
  claimedAtMs: null,
  signature: null,
  keyId: null,
  unsealed: false,
};

test('close: an effect was made and nothing is open -> told from the records, without a model', () => {
  expect(argOf(stateWith({ effects: [effect('done')] }))).toMatchObject({ source: 'deterministic', notMade: [] });
});

test.each<EffectKind>(['unknown', 'staleStore', 'needsReview', 'held', 'capped'])(
  'close: one made, another %s -> left open, a person takes it on',
  (kind) => expect(argOf(stateWith({ effects: [effect('done'), effect(kind)] }))).toBeUndefined(),
);

test('close: nothing was made -> left open', () => {
  expect(argOf(stateWith({}))).toBeUndefined();
  expect(argOf(stateWith({ effects: [effect('refused')] }))).toBeUndefined();
});

test('close: made, and a review of the turn still waits -> left open', () => {
  expect(argOf(stateWith({ effects: [effect('done')], desk: deskOf(request('rv1', {})) }))).toBeUndefined();
});

test('close: made, and the customer wrote something nobody read -> left open', () => {
  const inbox = takeMessage(undefined, { noteRef: 'a'.repeat(64), bytes: 5, tokensUpper: 20 });
  expect(argOf(stateWith({ effects: [effect('done')], inbox }))).toBeUndefined();
});

test('close: made, others of earlier steps decided against or expired -> told too; an approved one only as what it came to', () => {
  const desk = deskOf(
    request('rv1', { state: 'acted', decision: rejection }),
    request('rv2', { state: 'acted' }),
    request('rv3', { state: 'acted', callId: 'done', decision: { ...rejection, decision: 'approve' } }),
  );
  const told = argOf(stateWith({ effects: [effect('done')], desk }))?.notMade;
  expect(told?.map(({ callId, code }) => `${callId} ${code}`)).toEqual(['call-of-rv1 rejected', 'call-of-rv2 expired']);
});
