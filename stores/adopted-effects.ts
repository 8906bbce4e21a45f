// Entries for charges that the gateway knows and a restored store does not. Such an entry is done under the charge's key, so that
// the same effect asked again meets it and the order's sum counts it; what allowed it was lost with the newer store, and every field
// that only that store knew says so. The key of a later round is a digest and cannot be turned back into the effect's, but the other
// way round: an effect that is asked again looks for its own later rounds among the adopted.
import { outsideKeyOf } from '../core/effects/ledger-rules';
import type { AdoptedBody, ReanchoredBody, StartedBody } from './effect-events';
import { readBody, reanchoredSchema } from './effect-events';
import { ADOPTED, appendEvent, findEffect } from './effect-ledger';
import type { EffectRecord } from './effect-ledger';
import { appendJournal } from './journal';
import type { ChainPoint } from './journal';
import type { Query, Tx } from './open-database';

/** The case of all adopted entries: whose they were is lost. No case of a run has this form. */
export const ADOPTED_CASE = ADOPTED;

const LOST = 'lost';
const ROUNDS_LOOKED_FOR = 16;

/** An adopted entry in the form of every other: the row and the proof are made of the same. */
export const toAdoptedStart = (body: AdoptedBody): StartedBody => ({
  effectKey: body.effectKey,
  agent: LOST,
  tool: LOST,
  turnKey: LOST,
  callId: LOST,
  round: 1,
  attempt: 1,
  outsideKey: body.effectKey,
  orderRef: body.orderRef,
  customerRef: LOST,
  items: [],
  amountMinor: body.amountMinor,
  currency: body.currency,
  orderTotalMinor: null,
  allowedBy: ADOPTED,
  grant: null,
  day: new Date(body.chargedMs).toISOString().slice(0, 10),
  actionHash: LOST,
  rulesDigest: LOST,
  factsDigest: LOST,
  leaseUntilMs: body.chargedMs,
  firstStartedMs: body.chargedMs,
  argsDigest: LOST,
  attemptToken: LOST,
});

/** Writes the row and its event; the caller holds the chain's head and saw that no entry has the key. */
export async function insertAdopted(
  tx: Tx,
  { body, sealed, atMs }: { readonly body: AdoptedBody; readonly sealed: Uint8Array; readonly atMs: number },
): Promise<ChainPoint> {
  const { items: _items, orderTotalMinor: _total, rulesDigest: _rules, grant: _grant, ...same } = toAdoptedStart(body);
  await tx
    .insertInto('effect')
    .values({
      ...same,
      caseId: ADOPTED_CASE,
      alone: 0,
      argsDigest: LOST,
      state: 'done',
      reviewId: null,
      reviewRound: null,
      attemptToken: LOST,
      receiptKey: null,
      resultSealed: sealed,
      changedMs: atMs,
    })
    .execute();
  return appendEvent(tx, { kind: 'adopted', body }, { caseId: ADOPTED_CASE, atMs });
}

/** The keys under which the outside system may know any entry of the store, of all its rounds. */
export async function listOutsideKeys(query: Query): Promise<ReadonlySet<string>> {
  const rows = await query.selectFrom('effect').select(['effectKey', 'round']).execute();
  return new Set(
    rows.flatMap(({ effectKey, round }) => Array.from({ length: round }, (_, at) => outsideKeyOf(effectKey, at + 1))),
  );
}

/** The entry of this key; where there is none, or a refused one, the adopted entry of a later round of it. */
export async function findKnownEffect(query: Query, effectKey: string): Promise<EffectRecord | undefined> {
  const known = await findEffect(query, effectKey);
  if (known !== undefined && known.state !== 'refused') return known;
  const laterKeys = Array.from({ length: ROUNDS_LOOKED_FOR }, (_, at) => outsideKeyOf(effectKey, at + 2));
  const adopted = await query
    .selectFrom('effect')
    .selectAll()
    .where('effectKey', 'in', laterKeys)
    .where('allowedBy', '=', ADOPTED)
    .orderBy('effectKey')
    .limit(1)
    .executeTakeFirst();
  return adopted ?? known;
}

const SUBJECT = 'anchor';

/** Journals that the store goes on under a new anchor; once for an anchor, however often it is tried. */
export async function recordReanchored(tx: Tx, body: ReanchoredBody, atMs: number): Promise<void> {
  const rows = await tx.selectFrom('journal').select(['seq', 'body']).where('subject', '=', SUBJECT).execute();
  const told = rows.map((row) => readBody(reanchoredSchema, row));
  const isTold = told.some(({ anchorHash }) => anchorHash !== null && anchorHash === body.anchorHash);
  if (isTold && body.adopted === 0) return;
  await appendJournal(tx, { caseId: '', kind: 'reanchored', subject: SUBJECT, body, atMs });
}
