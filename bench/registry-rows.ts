// A registry as it stands after months: most runs have ended, some wait for a person, some are parked. Written by the store's own claims
// and records, so that rows, sealed deltas and sums are those of real runs; reviews and ledger entries are put in as rows.
import { caseIdOf, referenceOf } from '../core/kernel/ids';
import type { StepRecord, TurnRef, WaitingFor } from '../core/moves/activity-shapes';
import type { Store } from '../stores/open-store';
import type { EffectTable, ReviewTable } from '../stores/schema';

export interface RegistrySize {
  readonly runs: number;
  readonly cases: number;
  readonly customers: number;
}

const DAY_MS = 86_400_000;
const STEPS = 6;
const MINUTE_MS = 60_000;

type Ending = Pick<StepRecord, 'status' | 'outcome' | 'cause'> & { readonly waits?: boolean };

const answered: Ending = { status: 'completed', outcome: 'answered', cause: null };
const handedOff: Ending = { status: 'completed', outcome: 'handedOff', cause: null };
const reviewed: Ending = { status: 'interrupted', outcome: null, cause: null, waits: true };
const stopped: Ending = { status: 'cancelled', outcome: null, cause: null };
const failed: Ending = { status: 'failed_resumable', outcome: null, cause: 'model.unavailable' };
const running: Ending = { status: 'running', outcome: null, cause: null };

/** Of a hundred runs: 80 were answered, 10 handed off, 5 wait for a person, 3 are parked, 2 go on. */
const endingOf = (index: number): Ending => {
  const place = index % 100;
  if (place < 80) return answered;
  if (place < 90) return handedOff;
  if (place < 95) return reviewed;
  if (place < 97) return stopped;
  return place < 98 ? failed : running;
};

const caseReference = (index: number): string => `ticket-${index}`;
const customer = (index: number): string => `customer-${index}`;

/** References of a case and a customer that the registry has. */
export const known = { case: caseReference(1), customer: customer(1) } as const;

/** Writes them, oldest first, over the last 90 days; every tenth run has a ledger entry, every hundredth entry an open one. */
export const writeRegistry = async (
  store: Store,
  { runs, cases, customers }: RegistrySize,
  say: (line: string) => void,
): Promise<void> => {
  const nowMs = Date.now();
  for (let index = 0; index < runs; index += 1) {
    const ofCase = index % cases;
    const startedMs = nowMs - Math.floor(((runs - index) / runs) * 90 * DAY_MS);
    const turn = await store.runs.claimTurn({
      caseId: caseIdOf(store.keys.identityKey, caseReference(ofCase)),
      agent: 'support',
      messageAddress: `m-${index}`,
      modelLabel: 'offline',
      nowMs: startedMs,
      customerRef: referenceOf(store.keys.identityKey, 'customer', customer(ofCase % customers)),
    });
    await recordRun(store, turn, { index, startedMs });
    if ((index + 1) % 1_000 === 0) say(`${index + 1} of ${runs} runs written`);
  }
};

interface Place {
  readonly index: number;
  readonly startedMs: number;
}

/** Recorded step by step. Every tenth run and every waiting one has six, the others one: more would only make the writing longer. */
const recordRun = async (store: Store, turn: TurnRef, { index, startedMs }: Place): Promise<void> => {
  const ending = endingOf(index);
  const steps = index % 10 === 0 || ending.waits === true ? STEPS : 1;
  for (let step = 1; step <= steps; step += 1) {
    const atMs = startedMs + step * 1_000;
    const isLast = step === steps;
    await store.runs.record(stepOf(turn, { step, atMs, ending: isLast ? ending : running }));
  }
  const rows: Place = { index, startedMs: startedMs + steps * 1_000 };
  if (ending.waits === true) await putReview(store, turn, rows);
  if (index % 10 === 0) await putEffect(store, turn, rows);
};

interface StepPlace {
  readonly step: number;
  readonly atMs: number;
  readonly ending: Ending;
}

const stepOf = (turn: TurnRef, { step, atMs, ending }: StepPlace): StepRecord => ({
  turn,
  runId: 'run',
  step,
  uptoMove: step * 3,
  moves: ['agent', 'tool', 'check'].map((node, at) => ({
    move: (step - 1) * 3 + at,
    step,
    node,
    event: 'done',
    atMs,
    verdicts: [{ kind: 'continue', by: 'steps', value: step, limit: 20 }],
  })),
  tokens: 900,
  costMicro: 40,
  costUnknown: false,
  head: { address: `h-${step}`, depth: step, bytes: step * 500, tokensUpper: step * 500 },
  node: 'agent',
  status: ending.status,
  outcome: ending.outcome,
  cause: ending.cause,
  waiting: ending.waits === true ? waitingOf(turn, atMs) : null,
  verdict: null,
  rules: 1,
  atMs,
  delta: JSON.stringify({ step, node: 'agent', notes: 'x'.repeat(400) }),
});

const reviewIdOf = ({ caseId, turn }: TurnRef): string => `rv_${caseId.slice(2)}${turn}`;

const waitingOf = (turn: TurnRef, sinceMs: number): WaitingFor => ({
  kind: 'review',
  reviewId: reviewIdOf(turn),
  sinceMs,
  dueMs: sinceMs + 30 * MINUTE_MS,
});

const money = { amountMinor: 12_550, currency: 'USD' } as const;

const putReview = async ({ db }: Store, turn: TurnRef, { startedMs }: Place): Promise<void> => {
  const row: ReviewTable = {
    ...money,
    reviewId: reviewIdOf(turn),
    round: 1,
    caseId: turn.caseId,
    turnKey: turn.turnKey,
    callId: 'call',
    tool: 'process_refund',
    actionHash: 'a',
    rulesDigest: 'r',
    rule: 'amount',
    state: 'pending',
    openedMs: startedMs,
    expiresMs: startedMs + 30 * MINUTE_MS,
    effectKey: `e-${turn.turnKey}`,
    decidedBy: null,
    decidedMs: null,
    authenticated: null,
    surface: null,
    reasonCode: null,
    queue: 'refunds',
    noteRef: null,
    decisionSealed: null,
    signature: null,
    publicKey: null,
    claimedMs: null,
    evidence: null,
    confirmAmount: null,
  };
  await db.write((tx) => tx.insertInto('review').values(row).execute());
};

const putEffect = async ({ db }: Store, turn: TurnRef, { index, startedMs }: Place): Promise<void> => {
  const row: EffectTable = {
    ...money,
    effectKey: `e-${turn.turnKey}`,
    caseId: turn.caseId,
    turnKey: turn.turnKey,
    callId: 'call',
    agent: 'support',
    tool: 'process_refund',
    orderRef: null,
    customerRef: null,
    day: new Date(startedMs).toISOString().slice(0, 10),
    alone: 1,
    argsDigest: 'a',
    factsDigest: null,
    actionHash: null,
    state: index % 1_000 === 0 ? 'unknown' : 'done',
    allowedBy: 'policy:small',
    reviewId: null,
    reviewRound: null,
    round: 1,
    attempt: 1,
    attemptToken: `t-${index}`,
    outsideKey: `o-${index}`,
    leaseUntilMs: null,
    firstStartedMs: startedMs,
    receiptKey: null,
    resultSealed: null,
    changedMs: startedMs,
  };
  await db.write((tx) => tx.insertInto('effect').values(row).execute());
};
