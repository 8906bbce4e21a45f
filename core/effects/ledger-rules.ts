// An effect happens once. Its ledger entry is started before the outside call and ends done, refused (the outside system's own
// no) or unknown (the answer was lost). Nothing leaves done. An unknown entry is never silently retried and never called failed:
// it is sent again under the same key only where the outside system still knows that key, otherwise it is looked up, and a
// look-up that finds nothing proves nothing while a sender may still live.
// Times are epoch ms, amounts integers of minor units; the store asks these rules inside the claiming transaction.
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

import { assertInvariant } from '../kernel/assert-never';
import type { Idempotency } from '../kernel/tool-declaration';

export const ledgerStates = ['started', 'done', 'refused', 'unknown'] as const;
export type LedgerState = (typeof ledgerStates)[number];

export interface LedgerEntry {
  readonly state: LedgerState;
  /** 1 for the first; a person opens a further one after a refusal. */
  readonly round: number;
  /**
   * The attempt token: only the attempt that holds it may write refused or unknown. It counts on over the rounds, or a late
   * sender of an earlier round would hold the token of a later one.
   */
  readonly attempt: number;
  readonly leaseUntilMs: number | null;
  /** When this round was first started: our window for sending again runs from here. */
  readonly firstStartedMs: number;
}

/** Which state may follow which; `none` is a key the ledger has not seen. */
export const ledgerTransitions: Readonly<Record<LedgerState | 'none', readonly LedgerState[]>> = {
  none: ['started'],
  started: ['done', 'refused', 'unknown'],
  unknown: ['started', 'done', 'refused'],
  refused: ['started'],
  done: [],
};

export const isLegalTransition = (from: LedgerState | 'none', to: LedgerState): boolean =>
  ledgerTransitions[from].includes(to);

const hasLiveLease = (entry: LedgerEntry, nowMs: number): boolean =>
  entry.leaseUntilMs !== null && nowMs < entry.leaseUntilMs;

/** A started entry whose lease ran out: its sender is late or dead, and the entry becomes unknown. */
export const isOverdue = (entry: LedgerEntry, nowMs: number): boolean =>
  entry.state === 'started' && !hasLiveLease(entry, nowMs);

export interface ClaimQuestion {
  /** The entry under this effect key, or null for a new key. */
  readonly known: LedgerEntry | null;
  readonly idempotent: Idempotency;
  readonly nowMs: number;
  /** Ours: at most half of the time the outside system keeps keys. */
  readonly windowMs: number;
  /** A person granted this effect and no entry is bound to that grant yet. Review rounds may run ahead of the ledger's. */
  readonly hasUnboundGrant: boolean;
  /** An operator's hold turns every re-send into a look-up. */
  readonly held: boolean;
}

export type ClaimDecision =
  /** A new key, or a refused one under a person's new round: facts, holds, vetoes, caps and sums are judged, then it starts. */
  | { readonly kind: 'start'; readonly round: number; readonly attempt: number }
  /** The recorded outcome is returned and nothing is sent. */
  | { readonly kind: 'replay'; readonly state: 'done' | 'refused' }
  /** Another attempt holds a live lease: ask again later. */
  | { readonly kind: 'busy'; readonly untilMs: number }
  /** The row goes to unknown and back to started; the same outside key is sent again. */
  | { readonly kind: 'resend'; readonly round: number }
  | { readonly kind: 'lookUp'; readonly round: number; readonly why: 'held' | 'notRepeatable' | 'windowPast' };

const decideRecovery = (entry: LedgerEntry, question: ClaimQuestion): ClaimDecision => {
  const { round } = entry;
  if (question.held) return { kind: 'lookUp', round, why: 'held' };
  switch (question.idempotent) {
    case 'yes':
      return { kind: 'resend', round };
    case 'no':
      return { kind: 'lookUp', round, why: 'notRepeatable' };
    case 'byKey':
      return question.nowMs < entry.firstStartedMs + question.windowMs
        ? { kind: 'resend', round }
        : { kind: 'lookUp', round, why: 'windowPast' };
  }
};

/** What a claim of an effect key leads to. Never starts a done entry again; a refused one only under round + 1 and a fresh grant. */
export const decideClaim = (question: ClaimQuestion): ClaimDecision => {
  const { known, nowMs } = question;
  if (known === null) return { kind: 'start', round: 1, attempt: 1 };
  switch (known.state) {
    case 'done':
      return { kind: 'replay', state: 'done' };
    case 'refused':
      return question.hasUnboundGrant
        ? { kind: 'start', round: known.round + 1, attempt: known.attempt + 1 }
        : { kind: 'replay', state: 'refused' };
    case 'started':
      return known.leaseUntilMs !== null && nowMs < known.leaseUntilMs
        ? { kind: 'busy', untilMs: known.leaseUntilMs }
        : decideRecovery(known, question);
    case 'unknown':
      return decideRecovery(known, question);
  }
};

export interface SendQuestion {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
  /** The longest the outside call may take. */
  readonly sendTimeoutMs: number;
  /** For a re-send only: when the round was first started, and our window. */
  readonly resendOf: { readonly firstStartedMs: number; readonly windowMs: number } | null;
}

/** Asked directly before the outside call: too late, and nothing is sent. */
export const decideSend = (question: SendQuestion): 'send' | 'leaseTooShort' | 'windowPast' => {
  const { nowMs, leaseUntilMs, sendTimeoutMs, resendOf } = question;
  if (leaseUntilMs - nowMs < sendTimeoutMs) return 'leaseTooShort';
  if (resendOf !== null && nowMs >= resendOf.firstStartedMs + resendOf.windowMs) return 'windowPast';
  return 'send';
};

export interface OutcomeWrite {
  readonly to: 'done' | 'refused' | 'unknown';
  /** The token of the attempt that writes. */
  readonly attempt: number;
}
export type OutcomeDecision =
  | { readonly kind: 'write'; readonly state: 'done' | 'refused' | 'unknown' }
  /** What stands is kept and returned. */
  | { readonly kind: 'keep'; readonly state: LedgerState; readonly why: 'same' | 'finished' | 'notThisAttempt' }
  /** The outside system said both no and yes: a person reconciles, the row is not overwritten. */
  | { readonly kind: 'conflict' };

const decideDone = (state: LedgerState): OutcomeDecision => {
  if (state === 'done') return { kind: 'keep', state, why: 'same' };
  return state === 'refused' ? { kind: 'conflict' } : { kind: 'write', state: 'done' };
};

/** How an outcome is recorded: done wins over started and unknown whoever writes it; refused and unknown need the token. */
export const decideOutcome = (entry: LedgerEntry, write: OutcomeWrite): OutcomeDecision => {
  const { state } = entry;
  if (write.to === 'done') return decideDone(state);
  if (state === write.to) return { kind: 'keep', state, why: 'same' };
  if (state === 'done' || state === 'refused') return { kind: 'keep', state, why: 'finished' };
  if (write.attempt !== entry.attempt) return { kind: 'keep', state, why: 'notThisAttempt' };
  return { kind: 'write', state: write.to };
};

/** From when a person may close an unknown entry that no look-up found: after lease and deadline no sender can live. */
export const closableFromMs = (entry: LedgerEntry, sendTimeoutMs: number): number =>
  (entry.leaseUntilMs ?? entry.firstStartedMs) + sendTimeoutMs;

const isMinor = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** What the entries of an order have taken of it: done, started and unknown count in full, refused not at all. */
export const sumTaken = (
  entries: readonly { readonly state: LedgerState; readonly amountMinor: number | null }[],
): number =>
  entries
    .filter((entry) => entry.state !== 'refused')
    .reduce((sum, entry) => {
      const amount = entry.amountMinor ?? 0;
      assertInvariant(
        isMinor(amount) && isMinor(sum + amount),
        'ledger amounts are safe integers of minor units, not below 0',
      );
      return sum + amount;
    }, 0);

export interface SumsQuestion {
  readonly orderTotalMinor: number;
  readonly takenMinor: number;
  readonly amountMinor: number;
}

/** Whether the amount still fits the order; integers of minor units, anything else is a broken invariant. */
export const sumsHold = ({ orderTotalMinor, takenMinor, amountMinor }: SumsQuestion): boolean => {
  assertInvariant(
    [orderTotalMinor, takenMinor, amountMinor].every(isMinor),
    'sums are safe integers of minor units, not below 0',
  );
  return amountMinor <= orderTotalMinor - takenMinor;
};

/** The key the outside system gets: the effect key, and from round 2 on a digest of it with the round. */
export const outsideKeyOf = (effectKey: string, round: number): string => {
  assertInvariant(Number.isSafeInteger(round) && round >= 1, 'rounds count from 1');
  return round === 1 ? effectKey : bytesToHex(sha256(utf8ToBytes(JSON.stringify(['outside', effectKey, round]))));
};
