import * as z from 'zod';
import { judgeReply, type ReplyToJudge } from '../../../core/output-guard/judge-reply';
import type { MeaningFound } from '../../../core/output-guard/meaning';
import { appendAttempt, openReceipt } from '../../../core/output-guard/receipt';

const reply: ReplyToJudge = {
  mode: 'auto-repair',
  text: '{"message":"It costs 12.00."}',
  calls: [],
  ending: 'answered',
  toolsOffered: true,
  outputTokens: 10,
  outputTokensMax: 100,
  schema: z.strictObject({ message: z.string() }),
  attempt: 1,
};
const found = (errors: readonly string[], unchecked: readonly string[] = []) => {
  const asked: unknown[] = [];
  const meaning = (value: unknown): MeaningFound => {
    asked.push(value);
    return { errors, unchecked };
  };
  return { asked, meaning };
};

describe('stage of meaning', () => {
  test('meaning: no check -> the stage is not reached, semanticOk is null and nothing is listed', () => {
    const judged = judgeReply(reply);
    expect(judged).toMatchObject({ outcome: 'accepted', stage: 'shape', semanticOk: null });
    expect(judged).not.toHaveProperty('unchecked');
  });

  test('meaning: the check agrees -> accepted at that stage, what it could not compare is kept', () => {
    const { asked, meaning } = found([], ['number 3']);
    expect(judgeReply({ ...reply, meaning })).toMatchObject({
      outcome: 'accepted',
      stage: 'meaning',
      errorKind: null,
      semanticOk: true,
      value: { message: 'It costs 12.00.' },
      unchecked: ['number 3'],
    });
    expect(asked).toEqual([{ message: 'It costs 12.00.' }]);
  });

  test('meaning: the check disagrees -> SEMANTIC, no value, the feedback is the disagreement itself', () => {
    const judged = judgeReply({ ...reply, ...found(['the records have 11.00, the reply says 12.00']) });
    expect(judged).toMatchObject({
      outcome: 'failed',
      stage: 'meaning',
      errorKind: 'SEMANTIC',
      parsed: true,
      shapeOk: true,
      semanticOk: false,
      value: null,
    });
    expect(judged.feedback).toContain('- the records have 11.00, the reply says 12.00');
    expect(judged.feedback).not.toContain('JSON');
  });

  test('meaning: a fixed reply that disagrees -> the fixes stay in what was found', () => {
    const judged = judgeReply({ ...reply, text: '```json\n{"message":"x",}\n```', ...found(['no']) });
    expect(judged.errorKind).toBe('SEMANTIC');
    expect(judged.fixes).toHaveLength(2);
  });

  test.each([
    ['a wrong shape', { text: '{"text":"x"}' }],
    ['no JSON', { text: 'hello' }],
    ['a cut reply', { ending: 'cut' as const }],
    ['proposed calls', { calls: [{ tool: 't', argsText: '{}' }], ending: 'toolsProposed' as const }],
  ])('meaning: %s -> the check is not asked, semanticOk is null', (_what, change) => {
    const { asked, meaning } = found(['never']);
    expect(judgeReply({ ...reply, ...change, meaning }).semanticOk).toBeNull();
    expect(asked).toEqual([]);
  });

  test('meaning: reject mode -> an error and no feedback', () => {
    expect(judgeReply({ ...reply, mode: 'reject', ...found(['no']) })).toMatchObject({
      errorKind: 'SEMANTIC',
      feedback: null,
    });
  });

  test('meaning: a hundred errors of a thousand characters -> eight short ones and how many more', () => {
    const judged = judgeReply({
      ...reply,
      ...found(Array.from({ length: 100 }, (_none, index) => `${index} ${'x'.repeat(1_000)}`)),
    });
    expect(judged.errors).toHaveLength(9);
    expect(judged.errors.at(-1)).toBe('and 92 more of the same kind');
    expect((judged.feedback ?? '').length).toBeLessThan(3_000);
  });

  test('receipt: first attempt of right shape and wrong meaning -> counted apart, kept after a later success', () => {
    const figures = {
      replyDigest: 'd',
      ending: 'answered' as const,
      usage: null,
      latencyMs: 1,
      model: 'm',
      prompt: 'p@1',
    };
    const failed = judgeReply({ ...reply, ...found(['no'], ['number 4']) });
    const passed = judgeReply({ ...reply, attempt: 2, ...found([]) });
    const receipt = appendAttempt(appendAttempt(openReceipt('auto-repair', 3), failed, figures), passed, figures);
    expect(receipt.firstAttempt).toEqual({ shapeValid: true, meaningCorrect: false });
    expect(receipt.attempts).toMatchObject([
      { errorKind: 'SEMANTIC', semanticOk: false, unchecked: ['number 4'] },
      { outcome: 'accepted', semanticOk: true, unchecked: [] },
    ]);
  });
});
