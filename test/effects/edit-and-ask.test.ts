// What a person may do with a review beside yes and no, at the store's side: the rows, the journal, the claim and the proof.
import { judgeAction } from '../../activities/effects/judge-action';
import { renderResult } from '../../activities/render-result';
import type { EarlierApproval, EffectArg } from '../../core/moves/activity-shapes';
import { verifyEffects } from '../../stores/effects-verify';
import { findReview, readDecided, readOpened } from '../../stores/review-rows';
import { listRejections } from '../../stores/vetoes';
import { onBothDatabases } from '../stores/store-targets';
import { decide, defaultWorld, open, openLab, perform, proposeAndJudge, toEffectArg } from './effect-lab';
import type { Judged, Lab, RefundAsk } from './effect-lab';

const asking = { ...defaultWorld, aloneMaxMinor: 0 };
const firstApproval: EarlierApproval = {
  by: 'ana',
  authenticated: 'unverified',
  surface: 'test',
  reasonCode: 'ok',
  note: null,
  noteRef: null,
  decidedAtMs: 900,
};

onBothDatabases('what a person makes of a review', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make, asking);
  });
  afterEach(async () => lab.close());

  const charges = async (): Promise<readonly number[]> =>
    (await lab.gateway.ledger()).charges.map(({ amount }) => amount);
  const stateOf = async (at: { reviewId: string; round: number }): Promise<string | undefined> =>
    (await lab.store.db.read((query) => findReview(query, at)))?.state;
  const proof = async (): Promise<readonly unknown[]> => (await verifyEffects(lab.store)).findings;
  const argsAt = (change: object): Promise<string> =>
    lab.store.transcripts.keepNote(
      'c_1',
      JSON.stringify({ order_id: 'W1', item_ids: 'whole', amount: '40.00', reason_code: 'damaged', ...change }),
    );
  /** Proposed, opened and edited: the changed action, judged. */
  const edited = async (
    change: object,
    ask: RefundAsk = {},
  ): Promise<{ original: Judged; at: { reviewId: string; round: number }; changed: Judged }> => {
    const original = await proposeAndJudge(lab, ask);
    const at = await open(lab, original);
    const editRef = await argsAt(change);
    expect(await decide(lab, original, { ...at, decision: 'edit', editRef })).toMatchObject({ kind: 'edited' });
    const arg = { ...original.arg, call: { ...original.arg.call, editRef } };
    return { original, at, changed: { arg, judged: await judgeAction(lab.deps, arg) } };
  };
  const approved = async (
    { changed, at }: { changed: Judged; at: { reviewId: string; round: number } },
    by = 'rita',
  ): Promise<EffectArg> => {
    const next = await open(lab, changed, { editOf: at });
    await decide(lab, changed, { ...next, by });
    return toEffectArg(changed, { reviewId: next.reviewId, round: next.round });
  };

  it('ask: the row is asked, nothing is vetoed, and the next proposal of the same refund is round 2', async () => {
    const judged = await proposeAndJudge(lab);
    const at = await open(lab, judged);
    const asked = await decide(lab, judged, { ...at, decision: 'ask', note: 'which item is it?' });
    expect(asked).toMatchObject({ kind: 'asked', noteRef: expect.any(String) });
    expect(await decide(lab, judged, { ...at, decision: 'ask', note: 'which item is it?' })).toEqual(asked);
    expect(await stateOf(at)).toBe('asked');
    expect(await lab.store.db.read((query) => listRejections(query, 'c_1'))).toEqual([]);
    const again = await proposeAndJudge(lab, { note: 'the kettle' });
    expect(again.judged).toMatchObject({ answer: 'review', pendingReviewId: null, round: 2 });
    const next = await open(lab, again);
    expect(next).toMatchObject({ reviewId: at.reviewId, round: 2 });
    await decide(lab, again, next);
    const effect = toEffectArg(again, { reviewId: next.reviewId, round: 2 });
    expect(await perform(lab.deps, effect)).toMatchObject({ kind: 'done' });
    expect(await proof()).toEqual([]);
  });

  it('ask: in words for the model -> the question, that nothing was decided, and to propose it again', async () => {
    const { arg } = await proposeAndJudge(lab);
    const noteRef = await lab.store.transcripts.keepNote('c_1', 'which item is it?');
    const result = { code: 'asked' as const, reviewId: 'rv_1', noteRef };
    const message = await renderResult(lab.store, 'c_1', { ...arg.call, result });
    expect(message).toMatchObject({ role: 'tool', isError: true });
    const told = JSON.parse('text' in message ? message.text : '') as Record<string, string>;
    expect(told).toMatchObject({ status: 'asked', question: 'which item is it?' });
    expect(told['words']).toMatch(/Nothing was decided.*propose the action again/);
  });

  it('edit: the changed amount is approved in a round of its own -> that amount goes out once, and the proof holds', async () => {
    const edit = await edited({ amount: '20.00' });
    expect(await stateOf(edit.at)).toBe('void');
    const { original, changed } = edit;
    expect(changed.judged).toMatchObject({ answer: 'review', amountMinor: 2_000 });
    expect(changed.judged.effectKey).not.toBe(original.judged.effectKey);
    const decided = await lab.store.db.read((query) => readDecided(query, edit.at));
    expect(decided).toMatchObject({ decision: 'edit', by: 'rita', edit: { effectKey: changed.judged.effectKey } });
    const effect = await approved(edit);
    expect(effect.review?.reviewId).not.toBe(edit.at.reviewId);
    expect(await perform(lab.deps, effect)).toMatchObject({ kind: 'done', amountMinor: 2_000 });
    expect(await charges()).toEqual([2_000]);
    expect(await proof()).toEqual([]);
  });

  it('edit: the result says what a person changed', async () => {
    const edit = await edited({ amount: '20.00' });
    const outcome = await perform(lab.deps, await approved(edit));
    const result = { code: 'effect' as const, receiptKey: outcome.receiptKey ?? '' };
    const message = await renderResult(lab.store, 'c_1', { ...edit.changed.arg.call, result });
    const told = JSON.parse('text' in message ? message.text : '') as Record<string, unknown>;
    expect(told).toMatchObject({ status: 'ok', changedByPerson: { arguments: { amount: '20.00' } } });
  });

  it('edit: what a rule would do alone asks all the same, before and at the door', async () => {
    const edit = await edited({ amount: '20.00' });
    lab.setWorld(defaultWorld);
    const judged = await judgeAction(lab.deps, edit.changed.arg);
    expect(judged).toMatchObject({ answer: 'review', rule: 'edit.askPerson' });
    expect(await perform(lab.deps, toEffectArg({ ...edit.changed, judged }))).toMatchObject({
      kind: 'needsReview',
      rule: 'edit.askPerson',
    });
    expect(await charges()).toEqual([]);
  });

  it('edit: the approval of the changed action does not carry the original, nor another edit', async () => {
    const edit = await edited({ amount: '20.00' });
    const effect = await approved(edit);
    const { editRef: _edit, ...plain } = effect.call;
    expect(await perform(lab.deps, { ...effect, call: plain })).toMatchObject({ kind: 'needsReview' });
    expect(await charges()).toEqual([]);
    const other = await edited({ amount: '30.00' }, { turn: 2, note: 'other' });
    const otherEffect = await approved(other);
    const swapped = { ...otherEffect, call: { ...otherEffect.call, editRef: await argsAt({ amount: '39.00' }) } };
    expect(await perform(lab.deps, swapped)).toMatchObject({ kind: 'needsReview', rule: 'action.changed' });
    expect(await charges()).toEqual([]);
  });

  it('edit: the original in a later turn -> never done alone; the changed one again -> its record', async () => {
    const edit = await edited({ amount: '20.00' });
    await perform(lab.deps, await approved(edit));
    lab.setWorld(defaultWorld);
    const original = await proposeAndJudge(lab, { turn: 2, note: 'later' });
    expect(original.judged).toMatchObject({ answer: 'review', rule: 'edit.original' });
    expect(await perform(lab.deps, toEffectArg(original))).toMatchObject({
      kind: 'needsReview',
      rule: 'edit.original',
    });
    const again = await proposeAndJudge(lab, { turn: 2, amount: '20.00' });
    expect(again.judged).toMatchObject({ answer: 'allow', rule: 'ledger.known' });
    expect(await perform(lab.deps, toEffectArg(again))).toMatchObject({ kind: 'done', replayed: true });
    expect(await charges()).toEqual([2_000]);
    expect(await proof()).toEqual([]);
  });

  it('edit: the same effect with another reason -> the same review, round 2', async () => {
    const edit = await edited({ reason_code: 'late' });
    expect(edit.changed.judged).toMatchObject({ effectKey: edit.original.judged.effectKey, round: 2 });
    const effect = await approved(edit);
    expect(effect.review).toEqual({ reviewId: edit.at.reviewId, round: 2 });
    expect(await perform(lab.deps, effect)).toMatchObject({ kind: 'done' });
    const again = await proposeAndJudge(lab, { turn: 2, note: 'again' });
    expect(await perform(lab.deps, toEffectArg(again))).toMatchObject({ kind: 'done', replayed: true });
    expect(await charges()).toEqual([4_000]);
    expect(await proof()).toEqual([]);
  });

  it('edit: rejected after it was changed -> a veto that the larger original meets too', async () => {
    const edit = await edited({ amount: '20.00' });
    const next = await open(lab, edit.changed, { editOf: edit.at });
    await decide(lab, edit.changed, { ...next, decision: 'reject' });
    const original = await proposeAndJudge(lab, { turn: 2, note: 'later' });
    expect(original.judged).toMatchObject({ answer: 'refuse', rule: 'veto' });
  });

  it.each([
    ['that fits no schema', { amount: 20 }, 'edit.arguments'],
    ['of nothing', {}, 'edit.same'],
    ['that a rule refuses', { order_id: 'W9' }, 'till.ownership'],
    ['over the order', { amount: '100.01' }, 'ledger.orderTotal'],
  ])('edit: one %s -> refused by %j, and the review waits on and may be approved', async (_name, change, rule) => {
    const judged = await proposeAndJudge(lab);
    const at = await open(lab, judged);
    const editRef = await argsAt(change);
    expect(await decide(lab, judged, { ...at, decision: 'edit', editRef })).toEqual({ kind: 'editRefused', rule });
    expect(await stateOf(at)).toBe('pending');
    await decide(lab, judged, at);
    expect(await perform(lab.deps, toEffectArg(judged, at))).toMatchObject({ kind: 'done' });
    expect(await proof()).toEqual([]);
  });

  it('edit: an address that holds nothing -> refused; the review waits on', async () => {
    const judged = await proposeAndJudge(lab);
    const at = await open(lab, judged);
    const editRef = '0'.repeat(64);
    expect(await decide(lab, judged, { ...at, decision: 'edit', editRef })).toEqual({
      kind: 'editRefused',
      rule: 'edit.missing',
    });
    expect(await stateOf(at)).toBe('pending');
  });

  it('edit: recorded again by a retry -> edited, one event', async () => {
    const edit = await edited({ amount: '20.00' });
    const editRef = edit.changed.arg.call.editRef ?? '';
    lab.setWorld({ ...asking, orders: {} });
    expect(await decide(lab, edit.original, { ...edit.at, decision: 'edit', editRef })).toMatchObject({
      kind: 'edited',
    });
    expect(await proof()).toEqual([]);
  });

  describe('two persons', () => {
    beforeEach(() => lab.setWorld({ ...asking, twoPersonsOverMinor: 3_000 }));

    it('two different approvers -> done; both stand in the journal', async () => {
      const judged = await proposeAndJudge(lab);
      const at = await open(lab, judged);
      expect(at).toMatchObject({ approvalsNeeded: 2 });
      await decide(lab, judged, { ...at, by: 'ben', approvals: [{ ...firstApproval, note: 'seen' }] });
      const decided = await lab.store.db.read((query) => readDecided(query, at));
      expect(decided?.approvals).toMatchObject([{ by: 'ana', noteRef: expect.any(String) }, { by: 'ben' }]);
      expect(JSON.stringify(decided)).not.toContain('seen');
      expect(await perform(lab.deps, toEffectArg(judged, at))).toMatchObject({ kind: 'done' });
      expect(await proof()).toEqual([]);
    });

    it.each([
      ['one', []],
      ['the same twice', [{ ...firstApproval, by: 'BEN ' }]],
    ])('%s approver -> the claim asks for the second, nothing goes out', async (_name, approvals) => {
      const judged = await proposeAndJudge(lab);
      const at = await open(lab, judged);
      await decide(lab, judged, { ...at, by: 'ben', approvals });
      expect(await perform(lab.deps, toEffectArg(judged, at))).toMatchObject({
        kind: 'needsReview',
        rule: 'grant.secondPersonMissing',
      });
      expect(await charges()).toEqual([]);
      expect(await stateOf(at)).toBe('void');
    });

    it('asked for since it was approved by one -> the claim looks again', async () => {
      lab.setWorld(asking);
      const judged = await proposeAndJudge(lab);
      const at = await open(lab, judged);
      expect(at.approvalsNeeded).toBeUndefined();
      await decide(lab, judged, at);
      lab.setWorld({ ...asking, twoPersonsOverMinor: 3_000 });
      expect(await perform(lab.deps, toEffectArg(judged, at))).toMatchObject({ rule: 'grant.secondPersonMissing' });
    });

    it('under the limit -> one is enough', async () => {
      const judged = await proposeAndJudge(lab, { amount: '30.00' });
      const at = await open(lab, judged);
      await decide(lab, judged, at);
      expect(await perform(lab.deps, toEffectArg(judged, at))).toMatchObject({ kind: 'done' });
    });

    it('proof: an effect that one person allowed where two were asked for -> a finding', async () => {
      const judged = await proposeAndJudge(lab);
      const at = await open(lab, judged);
      await decide(lab, judged, at);
      lab.setWorld(asking);
      expect(await perform(lab.deps, toEffectArg(judged, at))).toMatchObject({ kind: 'done' });
      expect(await proof()).toMatchObject([{ code: 'grant.secondPersonMissing' }]);
    });
  });

  it.each(['sam', 'SAM ', 'ann'])(
    'who caused the run, %j: an approval in the journal -> the claim asks another person',
    async (by) => {
      const judged = await proposeAndJudge(lab);
      const at = await open(lab, judged, { startedBy: 'sam' });
      expect(await lab.store.db.read((query) => readOpened(query, at))).toMatchObject({ startedBy: 'sam' });
      await decide(lab, judged, { ...at, by });
      expect(await perform(lab.deps, toEffectArg(judged, at))).toMatchObject({
        kind: 'needsReview',
        rule: 'grant.causedTheRun',
      });
      expect(await charges()).toEqual([]);
    },
  );
});
