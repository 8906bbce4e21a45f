// What a demonstration found, and what it promised to find: every claim it makes in words is checked, and a claim that does not hold
// ends it with 9; a run that came out otherwise than shown ends it with 5.
import { verifyEffects } from '../../stores/effects-verify';
import { readPaymentLedger, type Charge } from '../payment-ledger';
import { verdictsOf, type VerdictAt } from '../recorded-moves';
import { readRunRecords, type EffectRecord, type RunRecords } from '../run-records';
import { describeRun } from '../run-status';
import type { ReviewRow } from '../../stores/store-port';
import type { DemoStage } from './demo-stage';

export interface Claim {
  readonly what: string;
  readonly holds: boolean;
}

export interface DemoResult {
  readonly scenario: string;
  readonly workflowId: string;
  readonly status: string;
  readonly outcome: string | null;
  /** The run came out as the scenario needs it. */
  readonly asShown: boolean;
  readonly model: string;
  readonly reply: string | null;
  readonly verdicts: readonly VerdictAt[];
  readonly reviews: readonly ReviewRow[];
  readonly ledger: readonly EffectRecord[];
  readonly gateway: { readonly charges: readonly Charge[] };
  readonly historyEvents: number;
  readonly webUi: string | null;
  readonly claims: readonly Claim[];
}

export interface Shown {
  readonly scenario: string;
  readonly workflowId: string;
  readonly expect: { readonly status: string; readonly outcome: string | null };
  /** Judged on what was recorded in the end. */
  readonly claims: (end: DemoEnd) => readonly Claim[];
}

export interface DemoEnd {
  readonly records: RunRecords;
  readonly verdicts: readonly VerdictAt[];
  readonly charges: readonly Charge[];
  readonly replays: number;
}

export const claim = (what: string, holds: boolean): Claim => ({ what, holds });

/** Reads everything once more from the store, the gateway and the server, and judges the claims by it. */
export const closeDemo = async (stage: DemoStage, shown: Shown): Promise<DemoResult> => {
  const { context } = stage.client;
  const records = await readRunRecords(context, shown.workflowId);
  const { charges, replays } = await readPaymentLedger(stage.gateway.url);
  const verdicts = verdictsOf(records.steps);
  const proof = await verifyEffects(context.store, charges);
  const execution = await describeRun(context, shown.workflowId);
  const { row, reviews, effects, reply } = records;
  return {
    scenario: shown.scenario,
    workflowId: shown.workflowId,
    status: row.status,
    outcome: row.outcome,
    asShown: row.status === shown.expect.status && row.outcome === shown.expect.outcome,
    model: row.modelLabel,
    reply,
    verdicts,
    reviews,
    ledger: effects,
    gateway: { charges },
    historyEvents: execution?.historyLength ?? 0,
    webUi: webUiOf(stage, shown.workflowId),
    claims: [
      ...shown.claims({ records, verdicts, charges, replays }),
      claim('ledger, journal, anchor and the gateway say the same', proof.findings.length === 0),
    ],
  };
};

export const webUiOf = ({ uiUrl, namespace }: DemoStage, workflowId: string): string | null =>
  uiUrl === null ? null : `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}`;
