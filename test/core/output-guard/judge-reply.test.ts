import * as fc from 'fast-check';
import { guardStep, startGuard } from '../../../core/output-guard/attempts';
import type { GuardEvent } from '../../../core/output-guard/attempts';
import { customerReplySchema } from '../../../core/output-guard/customer-reply';
import { feedbackFor } from '../../../core/output-guard/feedback';
import { judgeReply } from '../../../core/output-guard/judge-reply';
import type { ReplyToJudge } from '../../../core/output-guard/judge-reply';
import { appendAttempt, closeReceipt, openReceipt } from '../../../core/output-guard/receipt';
import type { ReplyEnding } from '../../../core/output-guard/receipt';

const good = '{"message":"It is on its way."}';
const reply: ReplyToJudge = {
  mode: 'auto-repair',
  text: good,
  calls: [],
  ending: 'answered',
  toolsOffered: false,
  outputTokens: 12,
  outputTokensMax: 500,
  schema: customerReplySchema,
  attempt: 1,
};
const call = { tool: 'look_up', argsText: '{}' };

describe('one attempt', () => {
  test('a good answer -> accepted at shape; meaning was not reached', () => {
    expect(judgeReply(reply)).toEqual({
      attempt: 1,
      outcome: 'accepted',
      stage: 'shape',
      errorKind: null,
      errors: [],
      fixes: [],
      parsed: true,
      shapeOk: true,
      semanticOk: null,
      value: { message: 'It is on its way.' },
      feedback: null,
    });
  });

  test('tools offered and called -> proposed; nothing to judge', () => {
    const proposal = { ...reply, toolsOffered: true, calls: [call], ending: 'toolsProposed' as const };
    expect(judgeReply(proposal)).toMatchObject({ outcome: 'proposed', errorKind: null, shapeOk: null, value: null });
  });

  test('a call though none was offered -> CHANNEL, before anything else is looked at', () => {
    expect(judgeReply({ ...reply, calls: [call], ending: 'cut' })).toMatchObject({
      stage: 'channel',
      errorKind: 'CHANNEL',
      errors: ['expected an answer and no tool call, got a call of "look_up"'],
      parsed: null,
      value: null,
    });
  });

  test('text where only a call was allowed -> CHANNEL', () => {
    expect(judgeReply({ ...reply, toolsOffered: true, mustCall: true }).errorKind).toBe('CHANNEL');
  });

  test.each<[ReplyEnding]>([
    ['cut'],
    ['contextFull'],
    ['paused'],
    ['refused'],
    ['filtered'],
    ['stoppedBySequence'],
    ['unknown'],
    ['toolsProposed'],
  ])('%s: the text parses -> withheld all the same, nothing is said', (ending) => {
    const judged = judgeReply({ ...reply, ending });
    expect(judged).toMatchObject({
      stage: 'completion',
      errorKind: 'COMPLETION',
      parsed: null,
      value: null,
      feedback: null,
    });
  });

  test('a cut batch of calls -> withheld, not proposed', () => {
    const cut = { ...reply, toolsOffered: true, calls: [call], ending: 'cut' as const };
    expect(judgeReply(cut)).toMatchObject({ outcome: 'failed', errorKind: 'COMPLETION' });
  });

  test('output tokens equal the cap -> cut, whatever the ending says', () => {
    expect(judgeReply({ ...reply, outputTokens: 500 })).toMatchObject({
      errorKind: 'COMPLETION',
      errors: ['expected a whole reply, got one that was cut: its 500 output tokens equal the cap'],
    });
    expect(judgeReply({ ...reply, outputTokens: 499 }).outcome).toBe('accepted');
    expect(judgeReply({ ...reply, outputTokens: null }).outcome).toBe('accepted');
  });

  test('our own stop sequence -> accepted where it was set', () => {
    expect(judgeReply({ ...reply, ending: 'stoppedBySequence', stopSequences: true }).outcome).toBe('accepted');
  });

  test('prose -> PARSE, told to send raw JSON', () => {
    const judged = judgeReply({ ...reply, text: 'It is on its way.' });
    expect(judged).toMatchObject({ stage: 'parse', errorKind: 'PARSE', parsed: false, shapeOk: null });
    expect(judged.feedback).toMatch(/raw JSON object only: one object, no prose around it, no code fences/);
  });

  test('the wrong shape -> VALIDATION, told the error list verbatim', () => {
    const judged = judgeReply({ ...reply, text: 'So: {"message":4}' });
    expect(judged).toMatchObject({
      stage: 'shape',
      errorKind: 'VALIDATION',
      fixes: ['outer_braces'],
      parsed: true,
      shapeOk: false,
    });
    expect(judged.feedback).toContain('$.message: expected string, got 4');
  });

  test('reject mode: a fence -> PARSE, without feedback', () => {
    const fenced = `\`\`\`json\n${good}\n\`\`\``;
    expect(judgeReply({ ...reply, text: fenced })).toMatchObject({ outcome: 'accepted', fixes: ['fence'] });
    expect(judgeReply({ ...reply, mode: 'reject', text: fenced })).toMatchObject({
      errorKind: 'PARSE',
      feedback: null,
    });
    expect(judgeReply({ ...reply, mode: 'reject' }).outcome).toBe('accepted');
  });

  test('half a surrogate pair in prose or in a call -> PARSE, so that no transcript has to carry it', () => {
    const bad = { ...call, argsText: '{"a":"\udc00"}' };
    expect(judgeReply({ ...reply, text: '{"message":"\ud800"}' }).errorKind).toBe('PARSE');
    expect(judgeReply({ ...reply, toolsOffered: true, ending: 'toolsProposed', calls: [bad] })).toMatchObject({
      outcome: 'failed',
      errorKind: 'PARSE',
    });
  });

  test('a disagreement about meaning -> told as itself', () => {
    expect(feedbackFor('SEMANTIC', ['the total is 12.00, the items add up to 11.00'])).toBe(
      'Your reply disagrees with what is recorded:\n- the total is 12.00, the items add up to 11.00',
    );
  });

  test('any reply -> judged without a throw; accepted only with a value that fits', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.json().map((json) => `x {"message":${json}} y`),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('reject' as const, 'auto-repair' as const), (words, mode) => {
        const judged = judgeReply({ ...reply, text: words, mode });
        expect(judged.outcome === 'accepted').toBe(customerReplySchema.safeParse(judged.value).success);
      }),
      { numRuns: 500 },
    );
  });
});

describe('attempts', () => {
  const failure = (error: 'PARSE' | 'COMPLETION' | 'CHANNEL', ending: ReplyEnding = 'answered'): GuardEvent => ({
    kind: 'judged',
    accepted: false,
    error,
    ending,
  });
  const run = (
    attemptsMax: number | undefined,
    mode: 'reject' | 'auto-repair',
    events: readonly GuardEvent[],
  ): string[] => {
    let progress = startGuard(mode, attemptsMax);
    return events.map((event) => {
      const next = guardStep(progress, event);
      progress = next.progress;
      return next.kind === 'stop' ? next.stopReason : `attempt ${next.attempt}`;
    });
  };
  const parse = failure('PARSE');

  test('three failures by default -> attempt_cap, never a silent accept', () => {
    expect(run(undefined, 'auto-repair', [parse, parse, parse])).toEqual(['attempt 2', 'attempt 3', 'attempt_cap']);
  });

  test('one to five attempts -> as configured; beyond -> refused', () => {
    expect(run(1, 'auto-repair', [parse])).toEqual(['attempt_cap']);
    expect(run(5, 'auto-repair', [parse, parse, parse, parse, parse]).at(-1)).toBe('attempt_cap');
    expect(run(5, 'auto-repair', [parse, parse, parse, parse]).at(-1)).toBe('attempt 5');
    for (const wrong of [0, 6, 1.5, Number.NaN]) expect(() => startGuard('auto-repair', wrong)).toThrow(/from 1 to 5/);
  });

  test('reject mode -> one attempt', () => {
    expect(run(5, 'reject', [parse])).toEqual(['attempt_cap']);
  });

  test('accepted at the second attempt -> accepted', () => {
    const accepted: GuardEvent = { kind: 'judged', accepted: true, error: null, ending: 'answered' };
    expect(run(3, 'auto-repair', [failure('CHANNEL'), accepted])).toEqual(['attempt 2', 'accepted']);
  });

  test('cut, refused, out of reach -> the end at once, with its own reason', () => {
    expect(run(3, 'auto-repair', [failure('COMPLETION', 'cut')])).toEqual(['completion_limit']);
    expect(run(3, 'auto-repair', [failure('COMPLETION', 'unknown')])).toEqual(['completion_limit']);
    expect(run(3, 'auto-repair', [failure('COMPLETION', 'refused')])).toEqual(['refused']);
    expect(run(3, 'auto-repair', [failure('COMPLETION', 'filtered')])).toEqual(['refused']);
    expect(run(3, 'auto-repair', [{ kind: 'transportFailed' }])).toEqual(['transport_error']);
  });

  test('a failure of transport -> burns no attempt', () => {
    const before = startGuard('auto-repair', 3);
    expect(guardStep(before, { kind: 'transportFailed' }).progress).toEqual(before);
  });
});

describe('receipt', () => {
  const figures = {
    replyDigest: 'd',
    ending: 'answered',
    usage: null,
    latencyMs: 5,
    model: 'm',
    prompt: 'p@1',
  } as const;
  const bad = judgeReply({ ...reply, text: 'no' });
  const fine = judgeReply({ ...reply, attempt: 2 });

  test('a later success -> the earlier error stays, the first attempt is counted apart', () => {
    const open = appendAttempt(openReceipt('auto-repair', 3), bad, figures);
    const receipt = closeReceipt(appendAttempt(open, fine, figures), 'accepted', fine.value);
    expect(receipt).toMatchObject({
      stopReason: 'accepted',
      value: { message: 'It is on its way.' },
      firstAttempt: { shapeValid: false, meaningCorrect: null },
      attempts: [
        { attempt: 1, errorKind: 'PARSE', shapeOk: null, semanticOk: null, replyDigest: 'd', prompt: 'p@1' },
        { attempt: 2, errorKind: null, shapeOk: true },
      ],
    });
    expect(JSON.stringify(receipt)).not.toContain('feedback');
    expect(open.attempts).toHaveLength(1);
  });

  test('closed twice, out of order, or accepted without an accepted attempt -> a broken invariant', () => {
    const open = appendAttempt(openReceipt('auto-repair', 3), bad, figures);
    expect(() => closeReceipt(open, 'accepted', {})).toThrow(/accepted means/);
    expect(() => appendAttempt(open, bad, figures)).toThrow(/not the next one/);
    const closed = closeReceipt(open, 'attempt_cap', null);
    expect(() => appendAttempt(closed, fine, figures)).toThrow(/closed receipt/);
    expect(() => closeReceipt(closed, 'attempt_cap', null)).toThrow(/closed once/);
  });
});
