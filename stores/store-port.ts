// What is remembered outside Temporal, as the activities and the client see it. Implementations: SQLite and PostgreSQL through
// kysely, one migration list. All writes go through one write(fn); nothing but queries is awaited inside a transaction.
import type { JsonObject } from '../core/kernel/json';
import type { RunStatus, StepRecord, TranscriptHead, TurnRef } from '../core/moves/activity-shapes';
import type { TranscriptMessage } from '../core/moves/agent-kit';

export interface TranscriptStore {
  /** Appends below `parent` (null: a new branch root); the same message at the same place is the same row. */
  append(caseId: string, parent: TranscriptHead | null, message: TranscriptMessage): Promise<TranscriptHead>;
  /** The branch from its root to `address`, oldest first. Refuses a changed row with StoreIntegrityError. */
  read(caseId: string, address: string, depth: number): Promise<readonly TranscriptMessage[]>;
  /** A person's words (note, reason, question) apart from any branch; returns their address. */
  keepNote(caseId: string, text: string): Promise<string>;
  readNote(caseId: string, address: string): Promise<string>;
}

export interface ReceiptStore {
  /** The stored receipt under this key, opened, or undefined. */
  find(caseId: string, receiptKey: string): Promise<JsonObject | undefined>;
  /** Stores unless one is there; returns whichever stands. */
  keep(receipt: {
    receiptKey: string;
    caseId: string;
    turnKey: string;
    kind: string;
    value: JsonObject;
  }): Promise<JsonObject>;
}

/** A run as the registry has it; no words. */
export interface RunRow {
  readonly workflowId: string;
  readonly caseId: string;
  readonly turn: number;
  readonly agent: string;
  readonly status: RunStatus | 'starting';
  readonly outcome: string | null;
  readonly stoppedAt: string | null;
  readonly cause: string | null;
  readonly step: number;
  readonly waitingKind: string | null;
  readonly reviewId: string | null;
  readonly waitingSinceMs: number | null;
  readonly dueMs: number | null;
  readonly verdict: string | null;
  readonly tokens: number;
  readonly costMicro: number;
  readonly modelLabel: string;
  readonly rules: number;
  readonly startedMs: number;
  readonly endedMs: number | null;
  readonly uptoMove: number;
  readonly replyRef: string | null;
  /** What the customer is told while a person decides; a reply takes its place. */
  readonly interimRef: string | null;
  /** The policy in force at the start, `id@version`; null where none was told. */
  readonly policy: string | null;
}

/** Each part narrows. */
export interface RunFilter {
  readonly status?: string;
  readonly outcome?: string;
  readonly agent?: string;
  readonly waiting?: string;
  /** Started at this instant or later. */
  readonly sinceMs?: number;
  readonly caseId?: string;
  readonly customerRef?: string;
}

export interface RunRegistry {
  /** Claims (case, turn) with status `starting`. The same messageAddress again returns the same turn (idempotent start). */
  claimTurn(claim: {
    caseId: string;
    agent: string;
    messageAddress: string;
    modelLabel: string;
    nowMs: number;
    policy?: string;
    /** Keyed digest of whom it is about. */
    customerRef?: string;
  }): Promise<TurnRef>;
  record(step: StepRecord): Promise<void>;
  setReply(turnKey: string, replyRef: string): Promise<void>;
  setInterim(turnKey: string, interimRef: string): Promise<void>;
  find(workflowId: string): Promise<RunRow | undefined>;
  /** Newest first, at most `limit` (200). */
  list(filter: RunFilter & { limit?: number }): Promise<readonly RunRow[]>;
  /** How many there are, whatever a list shows of them. */
  count(filter: RunFilter): Promise<number>;
  steps(workflowId: string): Promise<readonly StepRecord[]>;
}

/** One round of a review as the store has it; no words. */
export interface ReviewRow {
  readonly reviewId: string;
  readonly round: number;
  readonly caseId: string;
  readonly turnKey: string;
  readonly callId: string;
  readonly tool: string;
  readonly actionHash: string;
  readonly rulesDigest: string;
  readonly rule: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly state: 'pending' | 'granted' | 'consumed' | 'rejected' | 'asked' | 'expired' | 'void' | 'recalled';
  readonly openedMs: number;
  readonly expiresMs: number;
  readonly effectKey: string;
  readonly decidedBy: string | null;
  readonly decidedMs: number | null;
  readonly authenticated: string | null;
  readonly surface: string | null;
  readonly reasonCode: string | null;
}

/** An effect as the ledger has it; no words. */
export interface EffectRow {
  readonly effectKey: string;
  readonly caseId: string;
  readonly turnKey: string;
  readonly agent: string;
  readonly tool: string;
  readonly orderRef: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly state: 'started' | 'done' | 'refused' | 'unknown';
  readonly allowedBy: string;
  readonly reviewId: string | null;
  readonly round: number;
  readonly attempt: number;
  readonly outsideKey: string;
  readonly leaseUntilMs: number | null;
  readonly firstStartedMs: number;
  readonly changedMs: number;
}

/** A store that cannot be trusted: a broken chain, a row changed by hand, a copy older than its anchor. */
export class StoreIntegrityError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'StoreIntegrityError';
  }
}

/** The store cannot be reached or written now; nothing was lost, try again. */
export class StoreUnavailableError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'StoreUnavailableError';
  }
}
