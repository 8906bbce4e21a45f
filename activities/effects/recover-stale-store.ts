// The way out for a store that is older than its anchor, as after restoring a copy. First the payment gateway is asked for every
// refund it made; without its answer nothing changes. Open entries are looked up and never sent again: the lost store may have held
// a decision against them. Then, under the chain's head, every charge that no entry has is adopted; only then does a new anchor take
// the old one's place. Whatever is cut off before that leaves the store refused, and the next try finds less to do.
import { assertInvariant } from '../../core/kernel/assert-never';
import { referenceOf } from '../../core/kernel/ids';
import { sha256Hex } from '../../core/kernel/sha256';
import { ADOPTED_CASE, insertAdopted, listOutsideKeys, recordReanchored } from '../../stores/adopted-effects';
import { isStoreOlderThanAnchor, type Anchor } from '../../stores/anchor';
import type { AdoptedBody } from '../../stores/effect-events';
import { selectEffects } from '../../stores/effect-ledger';
import { lockHead, readHead, type ChainPoint } from '../../stores/journal';
import type { Query, Tx } from '../../stores/open-database';
import type { Store } from '../../stores/open-store';
import { readOldAnchor } from '../../stores/replace-anchor';
import { StoreIntegrityError } from '../../stores/store-port';
import { verifyJournal } from '../../stores/verify-journal';
import type { GatewayCharge, PaymentGateway } from '../tools/payments/payment-gateway';
import type { EffectDeps } from './effect-deps';
import { toOutsideCode } from './outside-code';
import { lookUpEntry, type ReconcileLine } from './reconcile-effects';
import { sealPayload } from './sealed-call';

export interface RecoveryDeps extends EffectDeps {
  readonly store: Store;
  readonly payments: Pick<PaymentGateway, 'listCharges'>;
}

export interface RecoveryAsk {
  /** The person who lets the store go on; recorded. */
  readonly by: string;
  readonly signal?: AbortSignal;
}

export interface Recovery {
  /** null: no line of the old anchor could be read. */
  readonly oldAnchor: Anchor | null;
  readonly anchor: Anchor;
  /** Where the old anchor is kept; null when another process had replaced it meanwhile. */
  readonly keptAs: string | null;
  readonly adopted: readonly AdoptedBody[];
  /** The entries that were open in the restored store. */
  readonly lines: readonly ReconcileLine[];
}

/**
 * Undefined, and nothing done, when the store is not older than its anchor. Throws StoreUnavailableError when the gateway cannot be
 * asked and StoreIntegrityError when the chain itself is broken: that is no older copy.
 */
export async function recoverStaleStore(deps: RecoveryDeps, ask: RecoveryAsk): Promise<Recovery | undefined> {
  const { store } = deps;
  const oldAnchor = await readOldAnchor(store.anchor.path);
  if (!(await store.db.read((query) => isStale(query, oldAnchor)))) return undefined;
  await refuseBrokenChain(store);
  const charges = await deps.payments.listCharges(ask.signal ?? new AbortController().signal);
  const lines = await lookUpOpen(deps, ask);
  const candidates = await sealUnknown(deps, ask, charges);
  const { adopted, anchor } = await store.db.write((tx) =>
    adopt(tx, { candidates, oldAnchor, by: ask.by, nowMs: (on) => store.db.nowMs(on) }),
  );
  const keptAs = await store.anchor.replace({ old: oldAnchor ?? null, point: anchor });
  return { oldAnchor: oldAnchor ?? null, anchor, keptAs, adopted, lines };
}

/** An anchor of which no line can be read tells nothing, so the store counts as older. */
const isStale = async (query: Query, anchor: Anchor | null | undefined): Promise<boolean> =>
  anchor === null || isStoreOlderThanAnchor(query, anchor);

async function refuseBrokenChain({ db }: Store): Promise<void> {
  const findings = await verifyJournal(db);
  if (findings.length === 0) return;
  const words = findings.map(({ kind }) => kind).join(', ');
  throw new StoreIntegrityError(
    'store.chainBroken',
    `${db.where}: the journal is not an older copy but a broken one (${words}); restore another copy`,
  );
}

async function lookUpOpen(deps: RecoveryDeps, ask: RecoveryAsk): Promise<readonly ReconcileLine[]> {
  const open = await deps.store.db.read((query) => selectEffects(query, { states: ['started', 'unknown'] }));
  const lines: ReconcileLine[] = [];
  for (const row of open) lines.push(await lookUpEntry(deps, ask, row));
  return lines;
}

interface Candidate {
  readonly body: AdoptedBody;
  readonly sealed: Uint8Array;
}

/** Sealed before the transaction, which may await nothing else. */
async function sealUnknown(
  deps: RecoveryDeps,
  { by }: RecoveryAsk,
  charges: readonly GatewayCharge[],
): Promise<readonly Candidate[]> {
  const known = await deps.store.db.read(listOutsideKeys);
  const byKey = new Map<string, GatewayCharge>();
  for (const charge of charges) if (!known.has(charge.key) && !byKey.has(charge.key)) byKey.set(charge.key, charge);
  const identityKey = await deps.identityKey();
  const candidates: Candidate[] = [];
  for (const charge of byKey.values()) candidates.push(await toCandidate(deps, { charge, by, identityKey }));
  return candidates;
}

async function toCandidate(
  deps: RecoveryDeps,
  { charge, by, identityKey }: { charge: GatewayCharge; by: string; identityKey: Uint8Array },
): Promise<Candidate> {
  const { id, key: effectKey, amount: amountMinor, currency } = charge;
  assertInvariant(Number.isSafeInteger(amountMinor) && amountMinor >= 0, 'a refund is an amount of minor units');
  const value = { id, status: 'succeeded', amountMinor, currency };
  const sealed = await sealPayload(
    deps.store.keys,
    { caseId: ADOPTED_CASE, effectKey },
    { call: { args: {}, facts: {}, orderRef: null }, answer: { kind: 'done', outsideId: id, value } },
  );
  const body: AdoptedBody = {
    effectKey,
    chargeId: toOutsideCode(id),
    orderRef: referenceOf(identityKey, 'order', charge.order_reference),
    amountMinor,
    currency,
    chargedMs: charge.created_ms,
    resultDigest: sha256Hex(Buffer.from(sealed).toString('hex')),
    by,
  };
  return { body, sealed };
}

interface Adoption {
  readonly candidates: readonly Candidate[];
  readonly oldAnchor: Anchor | null | undefined;
  readonly by: string;
  readonly nowMs: (query: Query) => Promise<number>;
}

async function adopt(
  tx: Tx,
  { candidates, oldAnchor, by, nowMs }: Adoption,
): Promise<{ readonly adopted: readonly AdoptedBody[]; readonly anchor: ChainPoint }> {
  await lockHead(tx);
  const atMs = await nowMs(tx);
  const known = await listOutsideKeys(tx);
  const missing = candidates.filter(({ body }) => !known.has(body.effectKey));
  for (const { body, sealed } of missing) await insertAdopted(tx, { body, sealed, atMs });
  const told = { anchorSeq: oldAnchor?.seq ?? null, anchorHash: oldAnchor?.hash ?? null, adopted: missing.length, by };
  await recordReanchored(tx, told, atMs);
  return { adopted: missing.map(({ body }) => body), anchor: await readHead(tx) };
}
