// What a person is asked to decide: one action, by its hash, under the digest of the rules that judged it. If either changes the
// request is void and a further round is opened. Absence of a decision stays pending; expiry is an outcome of its own and never an
// approval. Where two persons must approve, the first approval waits on the request for the second.
import * as z from 'zod/mini';

/** `acted`: the decision or the expiry was carried out; what it was stays in `decision`, null after an expiry. */
export const reviewStates = ['pending', 'approved', 'rejected', 'asked', 'edited', 'expired', 'acted'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The decision that counted, as the run records it. */
const countedDecisionSchema = z.strictObject({
  decision: z.enum(['approve', 'reject', 'ask', 'edit']),
  by: z.string(),
  authenticated: z.enum(['signed', 'unverified']),
  surface: z.string(),
  reasonCode: z.string(),
  note: z.nullable(z.string()),
  noteRef: z.nullable(z.string()),
  /** When the run took it: workflow time decides who was first, not the sender's clock. */
  decidedAtMs: z.int(),
  /** When the sender says it was made; part of what is signed. */
  claimedAtMs: z.nullable(z.int()),
  signature: z.nullable(z.string()),
  keyId: z.nullable(z.string()),
  /** It came in plain text. */
  unsealed: z.boolean(),
  /** Of an edit: address of the new arguments in the store. */
  editRef: z.optional(z.string()),
  /** Of a signed one: the key that proved it. */
  publicKey: z.optional(z.string()),
  /** Digests of what the person was shown, as the surface sent them. */
  evidence: z.optional(z.array(z.string())),
  /** The amount as the person typed it. */
  confirmAmount: z.optional(z.string()),
});
export type CountedDecision = z.infer<typeof countedDecisionSchema>;

export const reviewRequestSchema = z.strictObject({
  reviewId: z.string(),
  round: z.int().check(z.gte(1)),
  callId: z.string(),
  tool: z.string(),
  actionHash: z.string(),
  rulesDigest: z.string(),
  /** The rule that asked for a person. */
  rule: z.string(),
  /** Integer of minor units; null when the action moves no money. */
  amountMinor: z.nullable(z.int().check(z.gte(0))),
  currency: z.nullable(z.string()),
  openedAtMs: z.int(),
  /** By when a person should have decided. Wall time: a review's clock runs while the run's stands still. */
  dueAtMs: z.int(),
  /** When it expires; null where it stays pending, overdue, however long nobody decides. */
  expiresAtMs: z.nullable(z.int()),
  state: z.enum(reviewStates),
  decision: z.nullable(countedDecisionSchema),
  /** Order of decision within the desk, from 1; 0 while undecided. */
  seq: z.int().check(z.gte(0)),
  /** So many different persons must approve; absent: one. */
  approvalsNeeded: z.optional(z.int().check(z.gte(1))),
  /** Approvals that counted before the one in `decision`. */
  approvals: z.optional(z.array(countedDecisionSchema)),
  /** The last edit that could not be carried out: the request waits on as it was. */
  editRefused: z.optional(z.strictObject({ rule: z.string(), by: z.string(), atMs: z.int() })),
});
export type ReviewRequest = z.infer<typeof reviewRequestSchema>;

/** A request as it is opened. */
export type ReviewOpening = Omit<ReviewRequest, 'state' | 'decision' | 'seq' | 'approvals' | 'editRefused'>;
