import type { ReconciledRun, ReconcileReport, StandingEffect } from '../index';
import { amountText } from './amount-text';
import { optionFlag, type Invocation, type Report } from './report';
import { withClient } from './with-client';
import { wrapWords } from './wrap-words';

/** `run reconcile`: shows where the registry and Temporal differ; `--apply` records what was terminated outside. */
export const reconcileRunsCommand = async (call: Invocation): Promise<Report> => {
  const apply = optionFlag(call, 'apply');
  return withClient(call, async (client) =>
    toReport(await client.reconcile({ apply, ...(call.as === undefined ? {} : { by: call.as }) })),
  );
};

const toReport = ({ runs, checked, applied, by }: ReconcileReport): Report => {
  const { openRows, openWorkflows, closedWorkflows } = checked;
  const looked = `${openRows} open rows, ${openWorkflows} open and ${closedWorkflows} closed workflows compared`;
  const found = runs.length === 0 ? 'no difference' : `${runs.length} difference${runs.length === 1 ? '' : 's'}`;
  return {
    body: { runs, checked, applied, by },
    lines: [
      ...runs.flatMap(toLines),
      `${found}; ${looked}${by === null ? '' : `; ${applied} recorded as aborted by ${by}`}`,
    ],
    next: runs.some(({ next }) => next[0] === APPLY) ? [APPLY] : [],
  };
};

const APPLY = 'turnkeep run reconcile --apply --as NAME';

const toLines = (run: ReconciledRun): readonly string[] => {
  const { turnKey, kind, registry, temporal, agentStatus, words, effects, next } = run;
  const server = temporal === null ? 'nothing' : `${temporal}${agentStatus === null ? '' : ` (${agentStatus})`}`;
  return [
    turnKey,
    ...wrapWords(`${kind}: the registry says ${registry ?? 'nothing'}, Temporal ${server}`, '  '),
    ...wrapWords(words, '  '),
    ...effects.map(standsLine),
    ...next.map((command) => `  next: ${command}`),
  ];
};

const standsLine = (effect: StandingEffect): string =>
  `  stands: ${effect.tool} ${amountText(effect) ?? ''} ${effect.state}`;
