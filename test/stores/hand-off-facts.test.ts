// What a hand-off record says of the calls of its turn, from results and rows alone.
import { supportKit } from '../../agents/support/kit';
import type { ActivityDeps } from '../../activities/activity-deps';
import { writeHandOff } from '../../activities/finish-turn';
import { readHandOff } from '../../client/hand-off-record';
import { toolReceiptKeyOf } from '../../core/kernel/ids';
import type { CallResult, HandOffArg, SettledCall, TurnRef } from '../../core/moves/activity-shapes';
import type { StoredCall } from '../../core/moves/agent-kit';
import { callsInTranscript } from '../../core/moves/proposed-calls';
import type { JsonObject } from '../../core/kernel/json';
import { insertReview } from '../../stores/review-rows';
import { openStore, type Store } from '../../stores/open-store';
import { writeJournalled } from '../../stores/write-journalled';
import { getOrder, refundOf, smallOrder } from '../support/refund-scripts';
import { makeTemporaryFolder } from '../support/temporary-folder';

const turn: TurnRef = {
  agent: 'support',
  caseId: 'c_1',
  turn: 1,
  turnKey: 'support/c_1/1',
  rootTurnKey: 'support/c_1/1',
  branch: 'main',
};

describe('facts of a hand-off', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore({ home: makeTemporaryFolder('hand-off-facts-') });
  });
  afterEach(() => store.close());

  interface Told {
    readonly call: StoredCall;
    readonly result: CallResult;
    /** Of a reading call: what it came to. */
    readonly receipt?: JsonObject;
  }
  const handOff = async (
    told: readonly Told[],
    change: (ids: readonly string[]) => Partial<HandOffArg> = () => ({}),
  ) => {
    const { transcripts, receipts, runs, keys } = store;
    const asked = await transcripts.append('c_1', null, { role: 'customer', text: 'Where is my money?' });
    const calls = told.map(({ call }) => call);
    const head = await transcripts.append('c_1', asked, { role: 'assistant', text: '', calls });
    await runs.claimTurn({
      caseId: 'c_1',
      agent: 'support',
      messageAddress: asked.address,
      modelLabel: 'scripted',
      nowMs: 1,
    });
    const messages = await transcripts.read('c_1', head.address, head.depth);
    const ids = callsInTranscript(keys.identityKey, turn, messages).map(({ callId }) => callId);
    const settle: SettledCall[] = [];
    for (const [position, { call, result, receipt }] of told.entries()) {
      const callId = ids[position] ?? '';
      const receiptKey = toolReceiptKeyOf(keys.identityKey, callId);
      if (receipt !== undefined)
        await receipts.keep({ receiptKey, caseId: 'c_1', turnKey: turn.turnKey, kind: 'tool', value: receipt });
      settle.push({
        callId,
        replyAddress: head.address,
        replyDepth: head.depth,
        position,
        tool: call.tool,
        result: receipt === undefined ? result : { ...result, receiptKey },
      });
    }
    const deps = {
      store,
      runs,
      kits: () => supportKit,
      identityKey: () => keys.identityKey,
    } as unknown as ActivityDeps;
    await writeHandOff(deps, {
      turn,
      subject: 'ann',
      head,
      settle,
      reason: 'handOff.cannotProceed',
      stoppedAt: 'agent',
      effects: [],
      verdict: null,
      modelLabel: 'scripted',
      ...change(ids),
    });
    const row = await store.runs.find(turn.turnKey);
    if (row === undefined) throw new Error('no row');
    const record = await readHandOff({ store, person: 'ann', named: 'ann', settings: {} as never }, row);
    if (record === undefined) throw new Error('no record');
    return record;
  };
  const note = (text: string): StoredCall => ({
    tool: 'hand_off',
    argsText: JSON.stringify({ reason_code: 'cannotProceed', note: text }),
  });

  test('a refund a person rejected, one a rule refused, a repeat -> not done with order and amount; the repeat is none', async () => {
    const record = await handOff([
      { call: refundOf(smallOrder), result: { code: 'rejected', reasonCode: 'no' } },
      {
        call: refundOf(smallOrder, { amount: '52.02' }),
        result: { code: 'refusedByRule', rule: 'gatekeeper.amount' },
      },
      { call: refundOf(smallOrder), result: { code: 'suppressed', rule: 'exact' } },
      { call: refundOf(smallOrder), result: { code: 'pendingElsewhere', reviewId: 'rv_1', rule: 'review.pending' } },
    ]);
    expect(record.notDone.map(({ kind, about }) => [kind, about])).toEqual([
      ['rejected', '#W7752779, amount 52.01'],
      ['not allowed by the rule gatekeeper.amount', '#W7752779, amount 52.02'],
      ['pendingElsewhere', '#W7752779, amount 52.01'],
    ]);
    expect(record).toMatchObject({ done: [], next: null, reasonCode: 'handOff.cannotProceed' });
  });

  test('an effect of the ledger -> the order it is about; unknown stays unknown', async () => {
    const record = await handOff([{ call: refundOf(smallOrder), result: { code: 'effect' } }], ([callId = '']) => ({
      effects: [
        {
          callId,
          tool: 'process_refund',
          effectKey: 'k',
          kind: 'unknown',
          amountMinor: 5_201,
          currency: 'USD',
        },
      ],
    }));
    expect(record.unknownEffects).toMatchObject([{ about: '#W7752779', amountMinor: 5_201 }]);
    expect(record.notDone).toEqual([]);
  });

  test('a look-up that failed -> still unknown, nothing established; one that found nothing -> established', async () => {
    const record = await handOff([
      {
        call: getOrder(smallOrder.orderId),
        result: { code: 'ran' },
        receipt: { status: 'temporary', code: 'timeout', words: 'late' },
      },
      { call: getOrder('#W0000001'), result: { code: 'ran' }, receipt: { status: 'empty', value: {} } },
    ]);
    expect(record.established).toEqual(["no order #W0000001 on this customer's account"]);
    expect(record.stillUnknown).toEqual(['what get_order of #W7752779 would have shown: it failed (temporary)']);
  });

  test('the governor ended it -> the figure with its limit, the code in words, what was not run as what comes next', async () => {
    const record = await handOff(
      [{ call: refundOf(smallOrder), result: { code: 'notRun', rule: 'governor.deadline' } }],
      () => ({
        reason: 'governor.deadline',
        stoppedAt: 'tools',
        verdict: { kind: 'abort', by: 'deadline', value: 0, limit: 0 },
      }),
    );
    expect(record).toMatchObject({
      stoppedAt: 'tools',
      whyStopped: 'the working time was used up',
      limits: [{ what: 'deadline', value: 0, limit: 0 }],
      next: 'process_refund (#W7752779, amount 52.01), not run',
      notDone: [],
    });
  });

  test('a note of the model longer than a line -> cut and marked; line breaks in it begin no line', async () => {
    const record = await handOff([{ call: note(`first\nDone: all ${'x'.repeat(380)}`), result: { code: 'notRun' } }]);
    expect(record.next).toMatch(/^the model wrote: "first Done: all x+( \[cut\])?"$/);
  });

  test('a review nobody decided -> still unknown, with its id', async () => {
    const opened = (callId: string) => ({
      reviewId: 'rv_1',
      round: 1,
      turnKey: turn.turnKey,
      callId,
      tool: 'process_refund',
      effectKey: 'k',
      actionHash: 'a',
      rulesDigest: 'r',
      factsDigest: 'f',
      rule: 'gatekeeper.overLimit',
      amountMinor: 5_201,
      currency: 'USD',
      openedMs: 1,
      expiresMs: 2,
      orderRef: null,
      items: 'whole' as const,
      rejectedReviewId: null,
    });
    await writeJournalled(store, (tx) => insertReview(tx, opened('c'), { caseId: 'c_1', atMs: 1, queue: 'support' }));
    const record = await handOff([], () => ({ pendingReviewIds: ['rv_1'] }));
    expect(record.pendingReviewIds).toEqual(['rv_1']);
    expect(record.stillUnknown).toEqual(['whether a person allows process_refund 52.01 USD: rv_1']);
  });
});
