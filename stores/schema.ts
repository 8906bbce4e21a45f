// The tables as queries see them: camelCase here, snake_case in the database (kysely's CamelCasePlugin maps both ways).
// Instants are epoch ms, amounts integers of minor units, costs millionths of a dollar, digests lower-case hex, words sealed bytes.
import type { ReviewRow, EffectRow, RunRow } from './store-port';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Append-only: triggers refuse update and delete. One chain for the deployment. */
export interface JournalTable {
  seq: number;
  caseId: string;
  kind: string;
  subject: string;
  /** Canonical JSON of an object; never anybody's words. */
  body: string;
  atMs: number;
  prev: string;
  hash: string;
}

/** One row, id `main`: locked first by every transaction that claims or decides. */
export interface ChainHeadTable {
  id: string;
  seq: number;
  hash: string;
}

export interface EffectTable extends Mutable<EffectRow> {
  callId: string;
  customerRef: string | null;
  /** Calendar day of the claim, UTC, `yyyy-mm-dd`. */
  day: string;
  /** 1 when a policy rule allowed it without a person. */
  alone: number;
  argsDigest: string;
  factsDigest: string | null;
  actionHash: string | null;
  /** Round of the review whose grant allows it; unique together with reviewId. */
  reviewRound: number | null;
  attemptToken: string;
  receiptKey: string | null;
  resultSealed: Uint8Array | null;
}

export interface ReviewTable extends Mutable<ReviewRow> {
  queue: string;
  noteRef: string | null;
  decisionSealed: Uint8Array | null;
  signature: string | null;
  publicKey: string | null;
  claimedMs: number | null;
  /** Digests of what was shown, a space between two. */
  evidence: string | null;
  confirmAmount: string | null;
}

export interface VetoTable {
  caseId: string;
  tool: string;
  /** Empty when the tool has no order. */
  orderRef: string;
  reviewId: string;
  /** Canonical JSON: a list of items or "whole". */
  items: string;
  amountMinor: number | null;
  currency: string | null;
}

export interface HoldTable {
  /** `all` or `agent:<name>`. */
  scope: string;
  heldBy: string;
  atMs: number;
}

export interface SpendTable {
  agent: string;
  day: string;
  tokens: number;
  costMicro: number;
}

/** What one model call was counted with, so that a call dispatched again counts once. */
export interface SpendCallTable {
  receiptKey: string;
  agent: string;
  day: string;
  tokens: number;
  /** null: its price is unknown. */
  costMicro: number | null;
  /** 1 while the reservation stands for a request whose usage is not known. */
  open: number;
}

export interface CasesTable {
  caseId: string;
  referenceSealed: Uint8Array | null;
  lastTurn: number;
  lastEndedMs: number | null;
  purgedMs: number | null;
}

export interface RunTable extends Mutable<RunRow> {
  /** Null for a run that was not claimed by a message (a fork). */
  messageAddress: string | null;
  /** Keyed digest of whom it is about; null for a run of before it was kept, or that was not claimed here. */
  customerRef: string | null;
  node: string | null;
  /** Time of the record that wrote the row last; orders records of one move. */
  recordedMs: number;
}

export interface StepTable {
  workflowId: string;
  step: number;
  uptoMove: number;
  atMs: number;
  tokens: number;
  costMicro: number;
  /** Canonical JSON of the step record without its delta: ids, codes, figures. */
  record: string;
  deltaSealed: Uint8Array | null;
}

export interface ReceiptTable {
  receiptKey: string;
  workflowId: string;
  caseId: string;
  kind: string;
  sealed: Uint8Array;
  atMs: number;
}

export interface MessageTable {
  caseId: string;
  depth: number;
  address: string;
  parent: string | null;
  /** Of the branch from its root to this row. */
  bytes: number;
  tokensUpper: number;
  sealed: Uint8Array;
}

export interface NoteTable {
  caseId: string;
  address: string;
  sealed: Uint8Array;
}

/** Which identity key and which key store belong to this store: a mixed-up set of files is refused at the start. */
export interface DeploymentTable {
  name: string;
  value: string;
}

/** What a provider's key was asked in the current minute, and until when it is paused. */
export interface ProviderGateTable {
  provider: string;
  pausedUntilMs: number;
  windowStartMs: number;
  requests: number;
  tokens: number;
}

export interface StoreSchema {
  journal: JournalTable;
  chainHead: ChainHeadTable;
  effect: EffectTable;
  review: ReviewTable;
  veto: VetoTable;
  hold: HoldTable;
  spend: SpendTable;
  spendCall: SpendCallTable;
  cases: CasesTable;
  run: RunTable;
  step: StepTable;
  receipt: ReceiptTable;
  message: MessageTable;
  note: NoteTable;
  deployment: DeploymentTable;
  providerGate: ProviderGateTable;
}

/** Wrapped data keys: a database of its own, never in the same backup as the words. */
export interface CaseKeyTable {
  keyId: string;
  caseId: string;
  /** Null once destroyed: the row stays so that `erased` can be told from `unknown`. */
  wrapped: Uint8Array | null;
  masterId: string;
  madeMs: number;
  destroyedMs: number | null;
}

export interface KeySchema {
  caseKey: CaseKeyTable;
  deployment: DeploymentTable;
}
