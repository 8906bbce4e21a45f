// The first transaction of an effect. The chain's head is its first statement, so that sums, caps, holds, vetoes and grants of the
// whole deployment are judged one claim after the other. A known key is looked at before any fact: after a crash behind the outside
// call the facts already say "refunded", and a paid refund must not be reported as refused. Nothing is sent from here.
import { decideClaim, isOverdue, outsideKeyOf } from '../../core/effects/ledger-rules';
import type { ClaimDecision } from '../../core/effects/ledger-rules';
import { assertNever } from '../../core/kernel/assert-never';
import type { Idempotency } from '../../core/kernel/tool-declaration';
import type { EffectArg } from '../../core/moves/activity-shapes';
import { findKnownEffect } from '../../stores/adopted-effects';
import { isStoreOlderThanAnchor } from '../../stores/anchor';
import type { BlockedKind, EndedBody, GrantRef, StartedBody } from '../../stores/effect-events';
import {
  appendEvent,
  endEffect,
  findEffect,
  listStartedSiblings,
  readStartedBody,
  startEffect,
  toLedgerEntry,
} from '../../stores/effect-ledger';
import type { EffectRecord } from '../../stores/effect-ledger';
import { isHeld } from '../../stores/holds';
import type { Tx } from '../../stores/open-database';
import { findReview, isGrantBound } from '../../stores/review-rows';
import { isAborted } from '../../stores/run-registry';
import { writeJournalled } from '../../stores/write-journalled';
import { judgeNewClaim, RUN_ABORTED } from './judge-new-claim';
import type { NewClaim } from './judge-new-claim';
import { reach } from './effect-deps';
import type { EffectDeps } from './effect-deps';

export interface ClaimAsk {
  readonly caseId: string;
  readonly agent: string;
  /** The run that asks; null when a person works what is open. */
  readonly turnKey: string | null;
  readonly effectKey: string;
  readonly idempotent: Idempotency;
  /** Ours: at most half of the time the outside system keeps keys, ms. */
  readonly windowMs: number;
  /** The grant the workflow says it has; the row decides. */
  readonly grant: GrantRef;
  /** What a new claim is judged by; null when only a known entry is asked for. */
  readonly fresh: NewClaim | null;
}

/** An attempt that holds the entry; times by the store's clock. */
export interface ClaimedAttempt {
  readonly row: EffectRecord;
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  readonly resend: boolean;
}

export type Claim =
  | { readonly kind: 'staleStore' }
  /** A key the ledger has not seen in this round: facts are needed first. */
  | { readonly kind: 'factsNeeded' }
  | { readonly kind: 'replay'; readonly row: EffectRecord }
  /** `own`: this very entry is held by another attempt; else another effect of the case is. */
  | { readonly kind: 'busy'; readonly own: boolean; readonly waitMs: number }
  | { readonly kind: 'blocked'; readonly outcome: BlockedKind; readonly rule: string }
  | { readonly kind: 'lookUp'; readonly row: EffectRecord }
  | { readonly kind: 'send'; readonly attempt: ClaimedAttempt };

interface Locked {
  readonly tx: Tx;
  readonly deps: EffectDeps;
  readonly ask: ClaimAsk;
  readonly nowMs: number;
}

/** Throws StoreUnavailableError or StoreIntegrityError; writes nothing then. */
export async function claimEffect(deps: EffectDeps, ask: ClaimAsk): Promise<Claim> {
  const { db, anchor } = deps.store;
  const anchored = await anchor.read();
  const claim = async (tx: Tx): Promise<Claim> => {
    await reach(deps, 'headLocked');
    if (await isStoreOlderThanAnchor(tx, anchored)) return { kind: 'staleStore' };
    const locked = { tx, deps, ask, nowMs: await db.nowMs(tx) };
    const known = await findKnownEffect(tx, ask.effectKey);
    const decision = decideClaim({
      known: known === undefined ? null : toLedgerEntry(known),
      idempotent: ask.idempotent,
      nowMs: locked.nowMs,
      windowMs: ask.windowMs,
      hasUnboundGrant: await hasUnboundGrant(tx, ask),
      held: await isHeld(tx, ask.agent),
    });
    await reach(deps, 'decided');
    return known === undefined ? startNew(locked, { round: 1, attempt: 1 }) : followKnown(locked, known, decision);
  };
  return writeJournalled(deps.store, claim, () => reach(deps, 'committed'));
}

async function followKnown(locked: Locked, known: EffectRecord, decision: ClaimDecision): Promise<Claim> {
  switch (decision.kind) {
    case 'start':
      return startNew(locked, decision);
    case 'replay':
      return { kind: 'replay', row: known };
    case 'busy':
      return { kind: 'busy', own: true, waitMs: decision.untilMs - locked.nowMs };
    case 'lookUp':
      await markOverdue(locked, known);
      return { kind: 'lookUp', row: known };
    case 'resend':
      return sendAgain(locked, known);
    default:
      return assertNever(decision);
  }
}

async function startNew(
  locked: Locked,
  { round, attempt }: { readonly round: number; readonly attempt: number },
): Promise<Claim> {
  const { tx, deps, ask, nowMs } = locked;
  if (ask.fresh === null) return { kind: 'factsNeeded' };
  const busy = await clearSiblings(locked);
  if (busy !== null) return busy;
  const judged = await judgeNewClaim(tx, ask.fresh, { caseId: ask.caseId, atMs: nowMs });
  if (judged.kind === 'blocked') return judged;
  const { weighed, arg, sealed } = ask.fresh;
  const body: StartedBody = {
    effectKey: ask.effectKey,
    agent: ask.agent,
    tool: arg.call.tool,
    turnKey: arg.turn.turnKey,
    callId: arg.call.callId,
    round,
    // Counts on over rounds: a late sender of an earlier round holds no token of this one.
    attempt,
    outsideKey: outsideKeyOf(ask.effectKey, round),
    orderRef: weighed.scope.orderRef,
    customerRef: weighed.customerRef,
    items: weighed.scope.items,
    amountMinor: weighed.amountMinor,
    currency: weighed.currency,
    orderTotalMinor: weighed.orderTotalMinor,
    allowedBy: judged.allowedBy,
    grant: judged.grant,
    day: judged.day,
    actionHash: weighed.actionHash,
    rulesDigest: weighed.rulesDigest,
    factsDigest: judged.factsDigest,
    leaseUntilMs: nowMs + deps.leaseMs,
    firstStartedMs: nowMs,
  };
  return start(locked, body, { argsDigest: weighed.argsDigest, sealed, resend: false });
}

/** The very call that was claimed is sent again under its key: unknown, and back to started, in one transaction. */
async function sendAgain(locked: Locked, known: EffectRecord): Promise<Claim> {
  const { tx, deps, ask, nowMs } = locked;
  const busy = await clearSiblings(locked);
  if (busy !== null) return busy;
  await markOverdue(locked, known);
  if (ask.turnKey !== null && (await isAborted(tx, ask.turnKey))) return blockAborted(locked, known, ask.turnKey);
  const before = await readStartedBody(tx, known.effectKey);
  if (known.resultSealed === null) throw new Error(`broken invariant: effect ${known.effectKey} holds no sealed call`);
  const body = { ...before, attempt: known.attempt + 1, leaseUntilMs: nowMs + deps.leaseMs };
  return start(locked, body, { argsDigest: known.argsDigest, sealed: known.resultSealed, resend: true });
}

/** An aborted run sends nothing again; its entry stays open for whoever reconciles. */
async function blockAborted({ tx, nowMs }: Locked, known: EffectRecord, turnKey: string): Promise<Claim> {
  const { effectKey, callId, amountMinor, currency, caseId } = known;
  const body = { effectKey, turnKey, callId, rule: RUN_ABORTED.rule, amountMinor, currency, voided: null };
  await appendEvent(tx, { kind: RUN_ABORTED.outcome, body }, { caseId, atMs: nowMs });
  return { kind: 'blocked', ...RUN_ABORTED };
}

interface StartWith {
  readonly argsDigest: string;
  readonly sealed: Uint8Array;
  readonly resend: boolean;
}

async function start({ tx, deps, ask, nowMs }: Locked, body: StartedBody, started: StartWith): Promise<Claim> {
  const { argsDigest, sealed, resend } = started;
  const attemptToken = `${deps.workerId}#${body.round}.${body.attempt}`;
  await startEffect(tx, { body, argsDigest, sealed, attemptToken }, { caseId: ask.caseId, atMs: nowMs });
  await reach(deps, 'inserted');
  const row = await findEffect(tx, body.effectKey);
  if (row === undefined) throw new Error('broken invariant: a claimed entry is not in the ledger');
  return { kind: 'send', attempt: { row, nowMs, leaseUntilMs: body.leaseUntilMs, resend } };
}

/** An over-due sibling becomes unknown, so that a dead run does not stop its case for ever; a live one is waited for. */
async function clearSiblings(locked: Locked): Promise<Claim | null> {
  for (const sibling of await listStartedSiblings(locked.tx, locked.ask)) {
    if (!isOverdue(toLedgerEntry(sibling), locked.nowMs)) {
      return { kind: 'busy', own: false, waitMs: (sibling.leaseUntilMs ?? locked.nowMs) - locked.nowMs };
    }
    await markOverdue(locked, sibling);
  }
  return null;
}

async function markOverdue({ tx, nowMs }: Locked, row: EffectRecord): Promise<void> {
  if (row.state !== 'started') return;
  await endEffect(tx, row.effectKey, { state: 'unknown', changedMs: nowMs });
  const body: EndedBody = {
    effectKey: row.effectKey,
    round: row.round,
    attempt: row.attempt,
    how: 'overdue',
    code: null,
    resultDigest: null,
    grant: null,
    by: null,
  };
  await appendEvent(tx, { kind: 'unknown', body }, { caseId: row.caseId, atMs: nowMs });
}

async function hasUnboundGrant(tx: Tx, { grant, effectKey }: ClaimAsk): Promise<boolean> {
  if (grant === null) return false;
  const review = await findReview(tx, grant);
  return review?.state === 'granted' && review.effectKey === effectKey && !(await isGrantBound(tx, grant));
}

/** What a claim asks of a workflow's argument; everything else is read again. */
export const toClaimKey = (arg: EffectArg): Pick<ClaimAsk, 'caseId' | 'agent' | 'turnKey' | 'effectKey' | 'grant'> => ({
  caseId: arg.turn.caseId,
  agent: arg.turn.agent,
  turnKey: arg.turn.turnKey,
  effectKey: arg.judged.effectKey,
  grant: arg.review,
});
