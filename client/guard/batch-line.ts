// A line of a batch: one reply as it was received, and how it ended. Unknown fields are refused: a mistyped `ending` would let a cut
// reply pass for a whole one.
import { z } from 'zod';
import { parseObject } from '../../core/output-guard/parse';
import { checkShape } from '../../core/output-guard/shape';

const endings = [
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
] as const;

const batchLineSchema = z.strictObject({
  /** The caller's name of the reply; comes back on its receipt. */
  id: z.string().optional(),
  text: z.string(),
  ending: z.enum(endings).optional(),
  outputTokens: z.int().nonnegative().optional(),
  outputTokensMax: z.int().positive().optional(),
});
export type BatchLine = z.infer<typeof batchLineSchema>;

/** A line is JSON from outside like any other, with the same limit. */
export const LINE_BYTES_MAX = 1024 * 1024;

export type BatchLineRead =
  { readonly kind: 'reply'; readonly reply: BatchLine } | { readonly kind: 'unreadable'; readonly why: string };

/** Reads one line; what is wrong with it is told by path, expected and got. */
export const readBatchLine = (line: string): BatchLineRead => {
  const parsed = parseObject(line);
  if (parsed.kind === 'fault') {
    return { kind: 'unreadable', why: `$: ${parsed.fault.words} (at character ${parsed.fault.at})` };
  }
  const shape = checkShape(batchLineSchema, parsed.value, parsed.inexact);
  return shape.kind === 'fits'
    ? { kind: 'reply', reply: shape.value }
    : { kind: 'unreadable', why: shape.errors.join('; ') };
};
