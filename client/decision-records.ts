// What the journal tells of each decision on a run's reviews: who, how that was proved, from where, when, and digests of the note and
// of what was shown. No words.
import { listDecided } from '../stores/review-rows';
import type { ApprovalBody, DecidedBody } from '../stores/effect-events';
import type { RecordContext } from './client-context';

/** A decision as the journal has it; no words. */
export interface DecisionRecord {
  readonly reviewId: string;
  readonly round: number;
  readonly decision: DecidedBody['decision'];
  readonly by: string;
  /** `signed:<key id>` or `unverified`. */
  readonly authenticated: string;
  readonly surface: string;
  readonly reasonCode: string;
  /** When the run took it. */
  readonly decidedMs: number;
  /** When the surface says it was made; null in records of before it was kept. */
  readonly claimedMs: number | null;
  /** Address of the note, made of its words under the key of the case; null: no note. */
  readonly noteHash: string | null;
  /** `<part>:<digest>` of what was shown; empty where the surface sent none. */
  readonly evidence: readonly string[];
  readonly confirmAmount: string | null;
  readonly signature: string | null;
  readonly publicKey: string | null;
}

/** Oldest first; where several persons approved, a record each. */
export const readDecisions = async ({ store }: RecordContext, turnKey: string): Promise<readonly DecisionRecord[]> => {
  const bodies = await store.db.read((query) => listDecided(query, turnKey));
  return bodies.flatMap((body) => (body.approvals ?? [body]).map((given) => toRecord(body, given)));
};

const toRecord = ({ reviewId, round, decision }: DecidedBody, given: ApprovalBody): DecisionRecord => {
  const { by, authenticated, surface, reasonCode, decidedMs, noteRef, sent } = given;
  const { claimedMs, evidence, confirmAmount, proof } = sent ?? nothingSent;
  return {
    reviewId,
    round,
    decision,
    by,
    authenticated,
    surface,
    reasonCode,
    decidedMs,
    claimedMs,
    noteHash: noteRef,
    evidence,
    confirmAmount,
    signature: proof?.signature ?? null,
    publicKey: proof?.publicKey ?? null,
  };
};

const nothingSent = { claimedMs: null, evidence: [], confirmAmount: null, proof: null };
