import { z } from 'zod';
import { guardModes } from '../../../core/output-guard/receipt';
import { fixKinds } from '../../../core/output-guard/repair';
import type { AnswersOf } from './answer';

const stage = z.enum(['channel', 'completion', 'parse', 'shape', 'meaning']);
const errorKinds = ['CHANNEL', 'COMPLETION', 'PARSE', 'VALIDATION', 'SEMANTIC'] as const;
const errorKind = z.enum(errorKinds).nullable();
const fixes = z.array(z.enum(fixKinds));
const ending = z.enum([
  'answered',
  'toolsProposed',
  'cut',
  'contextFull',
  'paused',
  'refused',
  'filtered',
  'stoppedBySequence',
  'empty',
  'unknown',
]);

const attempt = z.strictObject({
  attempt: z.int(),
  outcome: z.enum(['accepted', 'proposed', 'failed']),
  stage,
  errorKind,
  errors: z.array(z.string()),
  fixes,
  parsed: z.boolean().nullable(),
  shapeOk: z.boolean().nullable(),
  semanticOk: z.boolean().nullable(),
  unchecked: z.array(z.string()).exactOptional(),
  replyDigest: z.string(),
  ending,
});

const check = {
  accepted: z.boolean(),
  fixes,
  stage,
  errorKind,
  errors: z.array(z.string()),
  replyDigest: z.string().describe('SHA-256 of the bytes as they came'),
  mode: z.enum(guardModes),
  attemptsMax: z.int(),
  attempts: z.array(attempt),
  stopReason: z.enum(['accepted', 'attempt_cap', 'transport_error', 'completion_limit', 'refused']).nullable(),
  value: z.unknown().describe('the accepted value; null unless accepted'),
  firstAttempt: z.strictObject({ shapeValid: z.boolean(), meaningCorrect: z.boolean().nullable() }).nullable(),
};

const place = { line: z.int().describe('counted from 1'), id: z.string().exactOptional() };

/** How many of each: all names always come. */
const countsOf = (names: readonly string[]): z.ZodType =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.int()])));

const summary = z.strictObject({
  n: z.int(),
  firstAttemptShapeValid: z.int(),
  accepted: z.int(),
  acceptedUnchanged: z.int(),
  repaired: z.strictObject({ n: z.int(), byFix: countsOf(fixKinds) }),
  refused: z.strictObject({ n: z.int(), byKind: countsOf(errorKinds) }),
  unreadableLines: z.int(),
});

export const guardAnswers: AnswersOf = {
  'guard check': {
    body: check,
    lines: [
      z.strictObject({ ...place, ...check }).describe('--batch: the receipt of a line'),
      z.strictObject({ line: place.line, error: z.string() }).describe('--batch: a line that cannot be read'),
    ],
    lastOfMany: { summary },
  },
};
