// Digests of what a person was shown, part by part: what was decided on can be told later from what the store then shows, without a
// word of it in the record. Keyed, for a record outlives the words, and an order number could be guessed back from a bare digest.
import { canonicalJson } from '../core/kernel/canonical-json';
import type { Json } from '../core/kernel/json';
import { hmacSha256Hex } from '../core/kernel/sha256';
import type { RecordContext } from './client-context';
import type { ReviewEvidence } from './review-evidence';

/** `<part>:<digest>`, in a fixed order. */
export const digestEvidence = ({ store }: Pick<RecordContext, 'store'>, evidence: ReviewEvidence): readonly string[] =>
  Object.entries(partsOf(evidence)).map(
    ([part, shown]) => `${part}:${hmacSha256Hex(store.keys.identityKey, canonicalJson(['evidence', part, shown]))}`,
  );

const partsOf = ({ review, args, edited, customerMessages, laterMessages, earlier, traces }: ReviewEvidence) => ({
  action: plain({ tool: review.tool, args, amountMinor: review.amountMinor, currency: review.currency, edited }),
  customer: plain(customerMessages),
  later: plain(laterMessages),
  earlier: plain(earlier),
  traces: plain(traces),
});

/** As a program reads it: fields that are not there leave nothing. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
