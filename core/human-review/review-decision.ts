// What a person decided on one review, as it comes over the wire: the contract of the signal `reviewDecision`, of the update and
// of every surface. It is bound to the review, its round and the hash of the action. A payload that came in plain text is wrapped
// as { unsealed: value } on decode; only a decision is read from such a payload, and it keeps the mark. Unknown fields are dropped:
// the contract grows by addition. A question needs words, or nobody knows what is asked; an edit needs the address of the new
// arguments in the store, where only surfaces of ours can write, so that nobody edits in plain text.
import * as z from 'zod/mini';

const instant = z.int();
/** Ids, digests, addresses and names of surfaces stand in records that outlive the words: nothing that could be a sentence. */
const code = (charsMax: number) => z.string().check(z.minLength(1), z.maxLength(charsMax), z.regex(/^[\w.:+/=-]+$/));
/** Above it a decimal is not an amount anybody confirms. */
const decimalCharsMax = 40;
const evidencePartsMax = 12;

export const reviewDecisionSchema = z.object({
  reviewId: code(100),
  round: z.int().check(z.gte(1)),
  actionHash: code(200),
  decision: z.enum(['approve', 'reject', 'ask', 'edit']),
  by: z.string().check(z.minLength(1), z.maxLength(200)),
  reasonCode: z.string().check(z.regex(/^[a-z0-9._-]{1,64}$/)),
  note: z.optional(z.string().check(z.maxLength(500))),
  /** Address of the note in the transcript store; surfaces of ours send this instead of a note. */
  noteRef: z.optional(code(200)),
  /** Of an edit: address of the new arguments in the store. */
  editRef: z.optional(code(200)),
  surface: z.optional(code(40)),
  /** The amount as the person typed it: an exact decimal. */
  confirmAmount: z.optional(z.string().check(z.maxLength(decimalCharsMax), z.regex(/^(0|[1-9]\d*)(\.\d+)?$/))),
  decidedAtMs: z.optional(instant),
  /** Digests of what the person was shown, each behind the name of its part: `action:<digest>`. */
  evidence: z.optional(z.array(code(120)).check(z.maxLength(evidencePartsMax))),
  signature: z.optional(code(400)),
  keyId: z.optional(code(100)),
  /** Set when the payload came in plain text; a sender's own claim is dropped. */
  unsealed: z.optional(z.boolean()),
});
export type ReviewDecision = z.infer<typeof reviewDecisionSchema>;

export type DecisionRead =
  | { readonly kind: 'decision'; readonly decision: ReviewDecision; readonly unsealed: boolean }
  | { readonly kind: 'malformed'; readonly why: string };

const isWrapped = (raw: unknown): raw is { readonly unsealed: unknown } =>
  typeof raw === 'object' && raw !== null && Object.keys(raw).length === 1 && Object.hasOwn(raw, 'unsealed');

const describeIssue = (error: z.core.$ZodError): string => {
  const issue = error.issues[0];
  if (issue === undefined) return 'not a decision';
  const path = issue.path.map(String).join('.');
  return `${path === '' ? 'the decision' : path}: ${issue.message}`;
};

/** What a decision of its kind must hold beside its fields; null when it does. */
const findLack = ({ decision, note, noteRef, editRef }: ReviewDecision, unsealed: boolean): string | null => {
  if (decision === 'ask' && noteRef === undefined && (note ?? '').trim() === '') return 'note: expected the question';
  if (decision !== 'edit') return null;
  if (unsealed) return 'decision: an edit is made by turnkeep review edit, never in plain text';
  return editRef === undefined ? 'editRef: expected the address of the new arguments' : null;
};

const readUnguarded = (raw: unknown): DecisionRead => {
  const unsealed = isWrapped(raw);
  const read = reviewDecisionSchema.safeParse(unsealed ? raw.unsealed : raw);
  if (!read.success) return { kind: 'malformed', why: describeIssue(read.error) };
  const lack = findLack(read.data, unsealed);
  if (lack !== null) return { kind: 'malformed', why: lack };
  const { unsealed: _claimed, ...decision } = read.data;
  return { kind: 'decision', decision: unsealed ? { ...decision, unsealed } : decision, unsealed };
};

/** Reads a decision from whatever came in; never throws. */
export const readReviewDecision = (raw: unknown): DecisionRead => {
  try {
    return readUnguarded(raw);
  } catch {
    return { kind: 'malformed', why: 'the payload cannot be read' };
  }
};
