// What the journal says of effects and reviews. The rows of `effect` and `review` are projections of these events: everything a
// row states that matters stands in a body, so that a row changed by hand is noticed (effects-verify). Bodies hold digests, ids,
// codes and figures only; they outlive an erasure.
import * as z from 'zod';
import { StoreIntegrityError } from './store-port';

const grantSchema = z.object({ reviewId: z.string(), round: z.int() }).nullable();
export type GrantRef = z.infer<typeof grantSchema>;

const money = { amountMinor: z.int().nullable(), currency: z.string().nullable() };
const itemsSchema = z.union([z.literal('whole'), z.array(z.string()).readonly()]);
export type Items = z.infer<typeof itemsSchema>;

/** An attempt of an effect was claimed; the first of its round binds what allows it. */
export const startedSchema = z.object({
  effectKey: z.string(),
  agent: z.string(),
  tool: z.string(),
  turnKey: z.string(),
  callId: z.string(),
  round: z.int(),
  attempt: z.int(),
  outsideKey: z.string(),
  orderRef: z.string().nullable(),
  customerRef: z.string(),
  items: itemsSchema,
  ...money,
  orderTotalMinor: z.int().nullable(),
  /** `review`, or `policy:<rule>`. */
  allowedBy: z.string(),
  grant: grantSchema,
  day: z.string(),
  actionHash: z.string(),
  rulesDigest: z.string(),
  factsDigest: z.string(),
  leaseUntilMs: z.int(),
  firstStartedMs: z.int(),
  /** Missing in rows of older versions, as all that is optional here. */
  argsDigest: z.string().exactOptional(),
  attemptToken: z.string().exactOptional(),
  /** Of what is sealed in the row: the call. */
  callDigest: z.string().exactOptional(),
});
export type StartedBody = z.infer<typeof startedSchema>;

/** An attempt ended. `how`: its own answer, a look-up, the lease ran out, or a person closed it. */
export const endedSchema = z.object({
  effectKey: z.string(),
  round: z.int(),
  attempt: z.int(),
  how: z.enum(['answered', 'lookedUp', 'overdue', 'person']),
  code: z.string().nullable(),
  resultDigest: z.string().nullable(),
  /** The grant this ends: consumed by done, void by refused. */
  grant: grantSchema,
  by: z.string().nullable(),
  receiptKey: z.string().exactOptional(),
});
export type EndedBody = z.infer<typeof endedSchema>;

/** A charge that the gateway knew and a restored store did not: the newer store that allowed it is lost. */
export const adoptedSchema = z.object({
  /** The charge's key; of round 1 it is the effect key. */
  effectKey: z.string(),
  chargeId: z.string(),
  orderRef: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  chargedMs: z.int(),
  resultDigest: z.string(),
  by: z.string(),
});
export type AdoptedBody = z.infer<typeof adoptedSchema>;

/** A person let a store that was older than its anchor go on, after the gateway was asked; null: no line of it could be read. */
export const reanchoredSchema = z.object({
  anchorSeq: z.int().nullable(),
  anchorHash: z.string().nullable(),
  adopted: z.int(),
  by: z.string(),
});
export type ReanchoredBody = z.infer<typeof reanchoredSchema>;

/** The door said no before anything was sent. */
export const blockedSchema = z.object({
  effectKey: z.string(),
  turnKey: z.string(),
  callId: z.string(),
  rule: z.string(),
  ...money,
  voided: grantSchema,
});
export type BlockedBody = z.infer<typeof blockedSchema>;

export const openedSchema = z.object({
  reviewId: z.string(),
  round: z.int(),
  turnKey: z.string(),
  callId: z.string(),
  tool: z.string(),
  effectKey: z.string(),
  actionHash: z.string(),
  rulesDigest: z.string(),
  factsDigest: z.string(),
  rule: z.string(),
  ...money,
  orderRef: z.string().nullable(),
  items: itemsSchema,
  openedMs: z.int(),
  expiresMs: z.int(),
  /** The rejection the person must be shown, when a veto is why this is asked. */
  rejectedReviewId: z.string().nullable(),
  queue: z.string().exactOptional(),
  /** So many different persons must approve; missing: one. */
  approvalsNeeded: z.int().exactOptional(),
  /** Who caused the run: may not approve. */
  startedBy: z.string().exactOptional(),
  /** The round in which a person changed the action into this one, and where the new arguments lie. */
  edit: z.object({ reviewId: z.string(), round: z.int(), ref: z.string() }).exactOptional(),
});
export type OpenedBody = z.infer<typeof openedSchema>;

/** What a surface sent beside the decision; with the fields of the body it is all a signature is over. */
const sentSchema = z.object({
  claimedMs: z.int().nullable(),
  evidence: z.array(z.string()).readonly(),
  confirmAmount: z.string().nullable(),
  proof: z.object({ keyId: z.string(), publicKey: z.string(), signature: z.string() }).nullable(),
});
export type SentBody = z.infer<typeof sentSchema>;

const approvalSchema = z.object({
  by: z.string(),
  authenticated: z.string(),
  surface: z.string(),
  reasonCode: z.string(),
  noteRef: z.string().nullable(),
  decidedMs: z.int(),
  sent: sentSchema.exactOptional(),
});
export type ApprovalBody = z.infer<typeof approvalSchema>;

export const decidedSchema = z.object({
  reviewId: z.string(),
  round: z.int(),
  decision: z.enum(['approve', 'reject', 'ask', 'edit']),
  actionHash: z.string(),
  rulesDigest: z.string(),
  by: z.string(),
  /** `signed:<key id>` or `unverified`. */
  authenticated: z.string(),
  surface: z.string(),
  reasonCode: z.string(),
  noteRef: z.string().nullable(),
  decidedMs: z.int(),
  sent: sentSchema.exactOptional(),
  /** Of an approval that several persons must give: all that were given, the last one too. */
  approvals: z.array(approvalSchema).readonly().exactOptional(),
  /** Of an edit: where the new arguments lie, their digest, and what they make of the action. */
  edit: z
    .object({ ref: z.string(), argsDigest: z.string(), actionHash: z.string(), effectKey: z.string() })
    .exactOptional(),
});
export type DecidedBody = z.infer<typeof decidedSchema>;

/** Everybody who approved; one body of before more than one could, too. */
export const approversOf = ({ by, approvals }: DecidedBody): readonly string[] =>
  approvals === undefined ? [by] : approvals.map((approval) => approval.by);

export const voidedSchema = z.object({ reviewId: z.string(), round: z.int(), why: z.string() });
export type VoidedBody = z.infer<typeof voidedSchema>;

export const blockedKinds = ['refusedByRule', 'needsReview', 'vetoed', 'held', 'capped'] as const;
export type BlockedKind = (typeof blockedKinds)[number];

export type EffectEvent =
  | { readonly kind: 'started'; readonly body: StartedBody }
  | { readonly kind: 'done' | 'refused' | 'unknown' | 'conflict'; readonly body: EndedBody }
  | { readonly kind: 'adopted'; readonly body: AdoptedBody }
  | { readonly kind: 'reanchored'; readonly body: ReanchoredBody }
  | { readonly kind: BlockedKind; readonly body: BlockedBody }
  | { readonly kind: 'opened'; readonly body: OpenedBody }
  | { readonly kind: 'decided'; readonly body: DecidedBody }
  | { readonly kind: 'voided' | 'expired'; readonly body: VoidedBody };

const bodySchemas = {
  started: startedSchema,
  done: endedSchema,
  refused: endedSchema,
  unknown: endedSchema,
  conflict: endedSchema,
  adopted: adoptedSchema,
  reanchored: reanchoredSchema,
  refusedByRule: blockedSchema,
  needsReview: blockedSchema,
  vetoed: blockedSchema,
  held: blockedSchema,
  capped: blockedSchema,
  opened: openedSchema,
  decided: decidedSchema,
  voided: voidedSchema,
  expired: voidedSchema,
} satisfies Record<EffectEvent['kind'], z.ZodType>;

/** A row's body; throws StoreIntegrityError on one that this program did not write. */
export function readBody<T>(schema: z.ZodType<T>, { seq, body }: { readonly seq: number; readonly body: string }): T {
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  throw new StoreIntegrityError(
    'store.journalBody',
    `journal row ${seq}: its body does not have the shape of its kind; run turnkeep effects verify`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The event of a journal row; undefined for kinds that are none of ours. Throws on a body that does not fit its kind. */
export function parseEffectEvent(kind: string, body: unknown): EffectEvent | undefined {
  if (!Object.hasOwn(bodySchemas, kind)) return undefined;
  return { kind, body: bodySchemas[kind as EffectEvent['kind']].parse(body) } as EffectEvent;
}
