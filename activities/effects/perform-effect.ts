// The one door for effects. Order, and no other: known key, facts and policy again, holds, vetoes, caps, grant, sums and the entry
// in one transaction under the chain's head; one line to the anchor; lease and window once more; the outside call with the key; a
// second transaction with what came of it. Whatever crashes in between, the next attempt meets the same key.
import { toolReceiptKeyOf } from '../../core/kernel/ids';
import type { JsonObject } from '../../core/kernel/json';
import type { EffectArg, EffectKind, EffectOutcome } from '../../core/moves/activity-shapes';
import { findKnownEffect } from '../../stores/adopted-effects';
import type { EffectRecord } from '../../stores/effect-ledger';
import { createFailure } from '../to-application-failure';
import type { AgentTools, OutsideAnswer, ToolResult } from '../tools/tool-port';
import { carryOutAttempt, carryOutLookUp } from './carry-out';
import type { CarryOut } from './carry-out';
import { claimEffect, toClaimKey } from './claim-effect';
import type { Claim, ClaimAsk, ClaimedAttempt } from './claim-effect';
import { reach } from './effect-deps';
import type { EffectDeps } from './effect-deps';
import type { NewClaim } from './judge-new-claim';
import { readProposedAction } from './proposed-action';
import { openPayload, sealPayload } from './sealed-call';
import type { FinishedAnswer } from './sealed-call';
import { startStopwatch } from './send-effect';
import type { Stopwatch } from './send-effect';
import { weighAction } from './weigh-action';

export interface EffectCall {
  /** Aborted at a worker's end only: a stop of the run does not reach an effect in flight. */
  readonly signal: AbortSignal;
  /** No retry follows: an unknown outcome is returned instead of failing retryably. */
  readonly lastAttempt: boolean;
}

interface Door {
  readonly deps: EffectDeps;
  readonly arg: EffectArg;
  readonly call: EffectCall;
  readonly effect: AgentTools['effects'][string];
  readonly windowMs: number;
  readonly idempotent: ClaimAsk['idempotent'];
  readonly receiptKey: string;
}

const BUSY_RETRY_MAX_MS = 2_000;

/**
 * Carries the effect out once, or says why not; a known key returns its record and sends nothing. Fails retryably with
 * `effect.busy` while another attempt holds the entry or the case, and with `effect.retry` on a lost answer before the last attempt.
 */
export async function performEffect(deps: EffectDeps, arg: EffectArg, call: EffectCall): Promise<EffectOutcome> {
  const door = await openDoor(deps, arg, call);
  const fresh = (await isStarted(door)) ? null : await prepareClaim(door);
  const sinceClaim = startStopwatch();
  return followClaim(door, await claimEffect(deps, toClaimAsk(door, fresh)), sinceClaim);
}

async function openDoor(deps: EffectDeps, arg: EffectArg, call: EffectCall): Promise<Door> {
  const tool = deps.kits(arg.turn.agent).tools.find((declared) => declared.name === arg.call.tool);
  const effect = deps.tools(arg.turn.agent).effects[arg.call.tool];
  if (tool === undefined || effect === undefined)
    throw createFailure({ type: 'input.invalid', code: 'effect.noSuchTool' });
  if (deps.leaseMs <= effect.sendTimeoutMs)
    throw new Error('broken invariant: a lease is longer than the longest send');
  const receiptKey = toolReceiptKeyOf(await deps.identityKey(), arg.call.callId);
  const windowMs = Math.floor(effect.keyWindowMs / 2);
  return { deps, arg, call, effect, windowMs, idempotent: tool.idempotent, receiptKey };
}

const toClaimAsk = (door: Door, fresh: NewClaim | null): ClaimAsk => ({
  ...toClaimKey(door.arg),
  idempotent: door.idempotent,
  windowMs: door.windowMs,
  fresh,
});

/** An entry started in this round needs no facts, and must not be judged by them. */
async function isStarted({ deps, arg }: Door): Promise<boolean> {
  const row = await deps.store.db.read((query) => findKnownEffect(query, arg.judged.effectKey));
  return row !== undefined && (row.state !== 'refused' || arg.review === null);
}

async function prepareClaim({ deps, arg }: Door): Promise<NewClaim> {
  const key = await deps.identityKey();
  const proposed = await readProposedAction(deps, arg);
  const outsideFacts = await proposed.tools.facts(proposed.tool.name, proposed.args, arg.subject);
  const weighed = weighAction(key, arg, { proposed, outsideFacts });
  const place = { caseId: arg.turn.caseId, effectKey: arg.judged.effectKey };
  const call = { args: proposed.args, facts: outsideFacts, orderRef: weighed.identity.orderRef };
  const sealed = await sealPayload(deps.store.keys, place, { call, answer: null });
  await reach(deps, 'prepared');
  return { key, arg, proposed, weighed, sealed, signatures: deps.signatures };
}

async function followClaim(door: Door, claim: Claim, sinceClaim: Stopwatch): Promise<EffectOutcome> {
  switch (claim.kind) {
    case 'staleStore':
      return toOutcome(door, 'staleStore', { rule: 'store.stale' });
    case 'blocked':
      return toOutcome(door, isStopped(claim.outcome) ? 'needsReview' : claim.outcome, { rule: claim.rule });
    case 'replay':
      return returnRecord(door, claim.row, true);
    case 'busy':
      return waitForOther(door, claim);
    case 'lookUp':
      return lookUp(door, claim.row);
    case 'send':
      return send(door, claim.attempt, sinceClaim);
    case 'factsNeeded':
      throw new Error('broken invariant: an entry that was in the ledger is gone');
  }
}

/**
 * A hold or a cap that was met only at the claim is no dead end: judged again, the action is put before a person. The journal
 * says what stopped it. A grant that led here is void, so that what an operator held is looked at anew before it goes on.
 */
const isStopped = (outcome: EffectKind): boolean => outcome === 'held' || outcome === 'capped';

/** Another effect of the case says nothing of this one; another attempt at this one may end it either way. */
function waitForOther(door: Door, claim: Claim & { kind: 'busy' }): EffectOutcome {
  if (claim.own && door.call.lastAttempt) return toOutcome(door, 'unknown', { rule: 'effect.busy' });
  const retryAfterMs = Math.min(Math.max(claim.waitMs, 1), BUSY_RETRY_MAX_MS);
  throw createFailure({ type: 'effect.busy', code: claim.own ? 'effect.inFlight' : 'effect.caseBusy', retryAfterMs });
}

async function send(door: Door, attempt: ClaimedAttempt, sinceClaim: Stopwatch): Promise<EffectOutcome> {
  const { row, answer } = await carryOutAttempt(door.deps, toCarryOut(door), { attempt, sinceClaim });
  if (door.call.signal.aborted && answer.kind === 'unknown') throw door.call.signal.reason;
  return followAnswer(door, row, answer);
}

const toCarryOut = ({ effect, windowMs, call, receiptKey }: Door): CarryOut => ({
  effect,
  windowMs,
  signal: call.signal,
  receiptKey,
  by: null,
});

/** What the ledger says counts; this attempt's lost answer is tried again under the same key while tries are left. */
async function followAnswer(door: Door, row: EffectRecord, answer: OutsideAnswer): Promise<EffectOutcome> {
  if (row.state === 'done' || row.state === 'refused') return returnRecord(door, row, false);
  const code = answer.kind === 'unknown' ? answer.cause : 'effect.takenOver';
  if (door.call.lastAttempt) return toOutcome(door, 'unknown', { rule: code });
  const retryAfterMs = answer.kind === 'unknown' ? answer.retryAfterMs : undefined;
  throw createFailure({ type: 'effect.retry', code, retryAfterMs });
}

async function lookUp(door: Door, asked: EffectRecord): Promise<EffectOutcome> {
  const { row, answer } = await carryOutLookUp(door.deps, toCarryOut(door), asked);
  if (answer.kind === 'unknown' && row.state === 'unknown') return toOutcome(door, 'unknown', { rule: answer.cause });
  return followAnswer(door, row, answer);
}

/** The recorded answer, kept as this call's receipt before it is returned: another call with the same key gets the same. */
async function returnRecord(door: Door, row: EffectRecord, replayed: boolean): Promise<EffectOutcome> {
  const { deps, arg, receiptKey } = door;
  const { answer } = await openPayload(deps.store.keys, row);
  if (answer === null) throw new Error(`broken invariant: effect ${row.effectKey} ended without a recorded answer`);
  const { caseId, turnKey } = arg.turn;
  const value = toToolResult(answer) as unknown as JsonObject;
  await deps.store.receipts.keep({ receiptKey, caseId, turnKey, kind: 'effect', value });
  await reach(deps, 'receiptKept');
  const kind = row.state === 'done' ? 'done' : 'refused';
  return {
    ...toOutcome(door, kind, { rule: null }),
    receiptKey,
    replayed,
    amountMinor: row.amountMinor,
    currency: row.currency,
  };
}

/** In the form of every tool's result, so that whoever reads receipts reads one form. */
const toToolResult = (answer: FinishedAnswer): ToolResult =>
  answer.kind === 'done'
    ? { status: 'ok', value: answer.value }
    : { status: 'not_permitted', code: answer.code, words: answer.words };

const toOutcome = ({ arg }: Door, kind: EffectKind, of: { rule: string | null }): EffectOutcome => ({
  kind,
  effectKey: arg.judged.effectKey,
  receiptKey: null,
  replayed: false,
  rule: of.rule,
  amountMinor: arg.judged.amountMinor,
  currency: arg.judged.currency,
});
