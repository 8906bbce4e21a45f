// Works what nobody knows the outcome of: inside the outside system's window the same call is sent again under its key, else it is
// looked up. What stays unknown is listed with the time from which a person may close it; nothing is ever closed by a guess.
import { closableFromMs, isOverdue } from '../../core/effects/ledger-rules';
import { toolReceiptKeyOf } from '../../core/kernel/ids';
import type { EffectRow } from '../../stores/store-port';
import { findEffect, selectEffects, toLedgerEntry } from '../../stores/effect-ledger';
import type { EffectRecord } from '../../stores/effect-ledger';
import { carryOutAttempt, carryOutLookUp, openIfKept } from './carry-out';
import type { CarriedOut, CarryOut } from './carry-out';
import { claimEffect } from './claim-effect';
import type { EffectDeps } from './effect-deps';
import { startStopwatch } from './send-effect';
import { settleEffect } from './settle-effect';

export interface ReconcileAsk {
  /** Also entries whose attempt may still be under way: those are only looked up. */
  readonly all?: boolean;
  /** The person who reconciles; recorded. */
  readonly by: string;
  readonly signal?: AbortSignal;
}

export interface ReconcileLine {
  readonly effectKey: string;
  readonly caseId: string;
  readonly before: EffectRow['state'];
  readonly after: EffectRow['state'];
  readonly action: 'sentAgain' | 'lookedUp' | 'inFlight' | 'staleStore';
  /** Why it is not known still. */
  readonly cause: string | null;
  /** From when a person may close it; null when nothing is left to close. */
  readonly closableFromMs: number | null;
}

/** One line an entry; those whose `after` is unknown are left to a person (closeEffect). */
export async function reconcileEffects(deps: EffectDeps, ask: ReconcileAsk): Promise<readonly ReconcileLine[]> {
  const rows = await deps.store.db.read((query) => selectEffects(query, { states: ['started', 'unknown'] }));
  const lines: ReconcileLine[] = [];
  for (const row of rows) lines.push(await reconcileOne(deps, ask, row));
  return lines;
}

async function reconcileOne(deps: EffectDeps, ask: ReconcileAsk, row: EffectRecord): Promise<ReconcileLine> {
  const on = await toCarryOut(deps, ask, row);
  const nowMs = await deps.store.db.read((query) => deps.store.db.nowMs(query));
  if (row.state === 'started' && !isOverdue(toLedgerEntry(row), nowMs)) {
    if (ask.all !== true) return toLine(on, { before: row, after: row, action: 'inFlight', cause: null });
    return followCarried(on, row, { action: 'lookedUp', carried: await lookUpOnly(deps, on, row) });
  }
  if ((await openIfKept(deps, row)) === null) {
    return followCarried(on, row, { action: 'lookedUp', carried: await carryOutLookUp(deps, on, row) });
  }
  return recover(deps, on, row);
}

/** Asks once and sends nothing, whatever the entry's age: for a store that may not know what its newer copy decided. */
export async function lookUpEntry(deps: EffectDeps, ask: ReconcileAsk, row: EffectRecord): Promise<ReconcileLine> {
  const on = await toCarryOut(deps, ask, row);
  return followCarried(on, row, { action: 'lookedUp', carried: await lookUpOnly(deps, on, row) });
}

/** A live attempt keeps its row: only a certain answer is written. */
async function lookUpOnly(deps: EffectDeps, on: CarryOut, row: EffectRecord): Promise<CarriedOut> {
  const carried = await carryOutLookUp(deps, on, row);
  return carried.answer.kind === 'unknown' ? { row, answer: carried.answer } : carried;
}

async function recover(deps: EffectDeps, on: CarryOut, row: EffectRecord): Promise<ReconcileLine> {
  const tool = deps.kits(row.agent).tools.find((declared) => declared.name === row.tool);
  const sinceClaim = startStopwatch();
  const claim = await claimEffect(deps, {
    caseId: row.caseId,
    agent: row.agent,
    turnKey: null,
    effectKey: row.effectKey,
    idempotent: tool?.idempotent ?? 'no',
    windowMs: on.windowMs,
    grant: null,
    fresh: null,
  });
  switch (claim.kind) {
    case 'send':
      return followCarried(on, row, {
        action: 'sentAgain',
        carried: await carryOutAttempt(deps, on, { attempt: claim.attempt, sinceClaim }),
      });
    case 'lookUp':
      return followCarried(on, row, { action: 'lookedUp', carried: await carryOutLookUp(deps, on, claim.row) });
    case 'replay':
      return toLine(on, { before: row, after: claim.row, action: 'lookedUp', cause: null });
    case 'busy':
      return toLine(on, { before: row, after: row, action: 'inFlight', cause: null });
    case 'staleStore':
      return toLine(on, { before: row, after: row, action: 'staleStore', cause: 'store.stale' });
    case 'blocked':
    case 'factsNeeded':
      throw new Error(`broken invariant: the claim of a known entry came to ${claim.kind}`);
  }
}

function followCarried(
  on: CarryOut,
  before: EffectRecord,
  { action, carried }: { action: ReconcileLine['action']; carried: CarriedOut },
): ReconcileLine {
  const cause = carried.answer.kind === 'unknown' ? carried.answer.cause : null;
  return toLine(on, { before, after: carried.row, action, cause });
}

interface LineParts {
  readonly before: EffectRecord;
  readonly after: EffectRecord;
  readonly action: ReconcileLine['action'];
  readonly cause: string | null;
}

const toLine = (on: CarryOut, { before, after, action, cause }: LineParts): ReconcileLine => ({
  effectKey: before.effectKey,
  caseId: before.caseId,
  before: before.state,
  after: after.state,
  action,
  cause,
  closableFromMs: after.state === 'unknown' ? closableFromMs(toLedgerEntry(after), on.effect.sendTimeoutMs) : null,
});

async function toCarryOut(
  deps: EffectDeps,
  ask: Pick<ReconcileAsk, 'by' | 'signal'>,
  row: EffectRecord,
): Promise<CarryOut> {
  const effect = deps.tools(row.agent).effects[row.tool];
  if (effect === undefined)
    throw new Error(`effects: ${row.agent} has no tool ${row.tool} any more; nothing can be asked`);
  return {
    effect,
    windowMs: Math.floor(effect.keyWindowMs / 2),
    signal: ask.signal ?? new AbortController().signal,
    receiptKey: toolReceiptKeyOf(await deps.identityKey(), row.callId),
    by: ask.by,
  };
}

export interface CloseAsk {
  readonly effectKey: string;
  /** What the person found out; `refused` lets a new round start. */
  readonly as: 'done' | 'refused';
  readonly by: string;
}

export type CloseAnswer =
  | { readonly kind: 'closed'; readonly state: EffectRow['state'] }
  | { readonly kind: 'notUnknown'; readonly state: EffectRow['state'] | 'missing' }
  | { readonly kind: 'tooEarly'; readonly closableFromMs: number };

/** A person closes an unknown entry, once no sender can live. The outside system is asked once more: its yes wins over the person's word. */
export async function closeEffect(deps: EffectDeps, ask: CloseAsk): Promise<CloseAnswer> {
  const { db } = deps.store;
  const row = await db.read((query) => findEffect(query, ask.effectKey));
  if (row?.state !== 'unknown') return { kind: 'notUnknown', state: row?.state ?? 'missing' };
  const on = await toCarryOut(deps, ask, row);
  const fromMs = closableFromMs(toLedgerEntry(row), on.effect.sendTimeoutMs);
  if ((await db.read((query) => db.nowMs(query))) < fromMs) return { kind: 'tooEarly', closableFromMs: fromMs };
  const found = await carryOutLookUp(deps, on, row);
  if (found.answer.kind !== 'unknown') return { kind: 'closed', state: found.row.state };
  const closed = await settleEffect(deps, {
    effectKey: row.effectKey,
    caseId: row.caseId,
    attempt: row.attempt,
    how: 'person',
    answer:
      ask.as === 'done'
        ? { kind: 'done', outsideId: 'closedByPerson', value: { closedByPerson: true } }
        : { kind: 'refused', code: 'closedByPerson', words: 'A person found that it did not happen.' },
    call: await openIfKept(deps, row),
    receiptKey: on.receiptKey,
    by: ask.by,
  });
  return { kind: 'closed', state: closed.state };
}
