// The wire names: frozen once released. Payloads are read with safeParse in the handlers; a sender proves nothing by its type.
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Park, StopRequest } from '../core/moves/run-state';
import type { EffectLine, RunStatus, VerdictLine, WaitingFor } from '../core/moves/activity-shapes';
import type { ReviewRequest } from '../core/human-review/review-request';

export const reviewDecisionSignal = defineSignal<[unknown]>('reviewDecision');
export const stopReasonSignal = defineSignal<[StopReason]>('stopReason');
export const resumeSignal = defineSignal<[ResumeRequest]>('resume');
export const customerMessageSignal = defineSignal<[unknown]>('customerMessage');
export const submitReviewDecisionUpdate = defineUpdate<DecisionAnswer, [unknown]>('submitReviewDecision');
export const runStatusQuery = defineQuery<RunStatusView>('runStatus');

export const messageNames = {
  reviewDecision: 'reviewDecision',
  stopReason: 'stopReason',
  resume: 'resume',
  customerMessage: 'customerMessage',
  submitReviewDecision: 'submitReviewDecision',
  runStatus: 'runStatus',
} as const;

/** Who asks for a stop; why, as an address in the store. */
export interface StopReason {
  readonly by: string;
  readonly reasonRef: string | null;
}

/** Bound to one park of one turn: a copy of it resumes nothing else. */
export interface ResumeRequest {
  readonly turnKey: string;
  readonly parkedAtMs: number;
  readonly by: string;
  /** A named person lets an unfinished money node go on. */
  readonly money: boolean;
  readonly addTimeMs: number;
}

export interface DecisionAnswer {
  readonly counted: true;
  /** `signed:<key id>` or `unverified`; absent from a worker of before decisions were signed. */
  readonly authenticated?: string;
  /** While more persons must approve: how many did, of how many. */
  readonly approvals?: number;
  readonly approvalsNeeded?: number;
}

/** What a run says of itself: figures, ids and codes, nobody's words. */
export interface RunStatusView {
  readonly turnKey: string;
  readonly status: RunStatus;
  readonly node: string;
  readonly step: number;
  readonly modelCalls: number;
  readonly move: number;
  readonly remainingMs: number;
  readonly modelLabel: string;
  readonly waiting: WaitingFor | null;
  readonly reviews: readonly ReviewRequest[];
  readonly ignoredDecisions: { readonly total: number; readonly last: string | null };
  readonly effects: readonly EffectLine[];
  readonly verdict: VerdictLine | null;
  readonly stop: StopRequest | null;
  readonly park: Park | null;
  readonly movesMoneyNext: boolean;
  readonly resumeRefused: string | null;
  readonly tokens: { readonly committed: number; readonly reserved: number; readonly limit: number };
  /** Millionths of a US dollar; `unknown` once a price was. Absent in what an older worker answers. */
  readonly costMicro?: {
    readonly committed: number;
    readonly reserved: number;
    readonly limit: number;
    readonly unknown: boolean;
  };
  readonly renewals: number;
  readonly resumes: number;
  /** Messages of the customer that came while the turn runs, by address; absent while none came. */
  readonly inbox?: { readonly waiting: readonly string[]; readonly taken: readonly string[]; readonly ignored: number };
}

export const agentStatusKey = defineSearchAttributeKey('AgentStatus', SearchAttributeType.KEYWORD);
export const agentKey = defineSearchAttributeKey('Agent', SearchAttributeType.KEYWORD);
export const waitingForKey = defineSearchAttributeKey('WaitingFor', SearchAttributeType.KEYWORD);
export const stoppedAtKey = defineSearchAttributeKey('StoppedAt', SearchAttributeType.KEYWORD);
export const turnKeyKey = defineSearchAttributeKey('TurnKey', SearchAttributeType.KEYWORD);
export const reviewDueAtKey = defineSearchAttributeKey('ReviewDueAt', SearchAttributeType.DATETIME);
