// The two places where text from outside could slip into a record: what an outside system calls its answer, and what an error that
// nobody foresaw says.
import { ApplicationFailure } from '@temporalio/common';
import { toOutsideCode, withOutsideCode } from '../../activities/effects/outside-code';
import { createFailure, toApplicationFailure } from '../../activities/to-application-failure';
import { readReviewDecision } from '../../core/human-review/review-decision';

const words = 'Ana Example wrote that the kettle leaked';

describe('codes of an outside system', () => {
  test.each(['refund_refused', 'status_500.api_error', 're_1a2B', 'look_up.none'])('%s -> kept', (code) => {
    expect(toOutsideCode(code)).toBe(code);
  });
  test.each([words, '', 'ana@example.test', 'x'.repeat(101), 'code\nwith a line'])('%j -> outside.noCode', (text) => {
    expect(toOutsideCode(text)).toBe('outside.noCode');
  });
  test('answers: a refusal and an unknown lose words, a done answer stays as it is', () => {
    const refused = { kind: 'refused', code: words, words: 'The shop said no.' } as const;
    expect(withOutsideCode(refused)).toEqual({ ...refused, code: 'outside.noCode' });
    expect(withOutsideCode({ kind: 'unknown', cause: words, retryAfterMs: 5 })).toEqual({
      kind: 'unknown',
      cause: 'outside.noCode',
      retryAfterMs: 5,
    });
    const done = { kind: 'done', outsideId: 're_1', value: { id: 're_1' } } as const;
    expect(withOutsideCode(done)).toBe(done);
  });
});

describe('failures', () => {
  class ShopError extends Error {
    readonly code = 'SHOP_DOWN';
  }
  const failureOf = (error: unknown): ApplicationFailure => toApplicationFailure(error) as ApplicationFailure;

  test('an error without a kind -> its class, code and frames; not a word of its message, retryable as before', () => {
    const failure = failureOf(new ShopError(words));
    expect(failure).toMatchObject({ type: 'ShopError', nonRetryable: false, details: [{ code: 'SHOP_DOWN' }] });
    expect(failure.stack).toMatch(/^at /);
    expect(`${failure.message} ${failure.stack ?? ''}`).not.toContain('kettle');
    expect(failure.cause).toBeUndefined();
  });
  test('a message of several lines -> none of them in the stack', () => {
    expect(failureOf(new Error(`${words}\n    at the door of ${words}`)).stack).not.toContain('kettle');
  });
  test('an ApplicationFailure of no listed kind -> its words and details stay behind, its verdict on retries is kept', () => {
    const failure = failureOf(ApplicationFailure.nonRetryable(words, 'shop words', words));
    expect(failure).toMatchObject({ type: 'ApplicationFailure', nonRetryable: true, details: [] });
    expect(`${JSON.stringify(failure)} ${failure.message} ${failure.stack ?? ''}`).not.toContain('kettle');
  });
  test('thrown text -> an Error without it', () => {
    expect(failureOf(words)).toMatchObject({ type: 'Error', message: expect.not.stringContaining('kettle') as string });
  });
  test('a failure of a listed kind, or a broken invariant -> as it is', () => {
    const listed = createFailure({ type: 'effect.retry', code: 'timeout' });
    expect(toApplicationFailure(listed)).toBe(listed);
    expect(failureOf(new Error('broken invariant: no call at stage send')).message).toBe(
      'broken invariant: no call at stage send',
    );
  });
});

describe('a decision from outside', () => {
  const decision = {
    reviewId: 'rv_1',
    round: 1,
    actionHash: 'a1',
    decision: 'reject',
    by: 'Ana Example',
    reasonCode: 'no',
  };
  test.each(['reviewId', 'actionHash', 'noteRef', 'surface', 'keyId', 'signature', 'reasonCode'])(
    '%s with a sentence in it -> malformed: only the note may hold words',
    (field) => {
      expect(readReviewDecision({ ...decision, [field]: words })).toMatchObject({ kind: 'malformed' });
      expect(readReviewDecision({ ...decision, [field]: 'code-1' })).toMatchObject({ kind: 'decision' });
      expect(readReviewDecision({ ...decision, note: words })).toMatchObject({ kind: 'decision' });
    },
  );
});
