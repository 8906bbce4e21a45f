import { resolve } from 'node:path';
import { readDaySpend, type DaySpend } from '../../stores/model-spend';
import { isNeverStarted } from '../../stores/store-traces';
import type { Settings } from '../../temporal-config/settings';
import type { PolicyLine } from '../../core/moves/agent-kit';
import type { WorkerPolicy } from '../../stores/worker-policies';
import { otherPolicyWords, readOtherPolicies } from '../worker-policies';
import { agentsWithPolicy, checkPolicy, policyAgent, showPolicy, type PolicyReport } from '../policy-files';
import { firstArgument, optionText, type Invocation, type Report } from './report';
import { drawTable } from './table';
import { settingsOf, withRecords } from './with-client';

const doesWords: Readonly<Record<PolicyLine['does'], string>> = {
  alone: 'alone',
  person: 'needs a person',
  refused: 'refused',
  limit: 'limit',
  review: 'review',
};

interface Shown extends PolicyReport {
  /** What the agent's models used today; null where no store is. */
  readonly modelToday: DaySpend | null;
  /** What the worker that started last read, where it is not what the file says now. */
  readonly worker: WorkerPolicy | null;
}

/** `policy show [AGENT]`. */
export const showPolicyCommand = async (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const [named] = call.args;
  const agents = named === undefined ? agentsWithPolicy(settings) : [policyAgent(settings, named)];
  const reports = agents.map((agent) => showPolicy(settings, agent));
  const policies = await withSpend(call, settings, reports);
  return {
    body: { policies },
    lines: policies.length === 0 ? ['no agent of the settings has a policy'] : policies.flatMap(linesOf),
    next: policies.map(({ file }) => `turnkeep policy test ${file}`),
  };
};

const withSpend = async (
  call: Invocation,
  settings: Settings,
  reports: readonly PolicyReport[],
): Promise<readonly Shown[]> => {
  if (isNeverStarted(settings)) return reports.map((report) => ({ ...report, modelToday: null, worker: null }));
  return withRecords(call, async ({ store }) => {
    const day = new Date().toISOString().slice(0, 10);
    const others = await readOtherPolicies(store, reports);
    const read = async (report: PolicyReport): Promise<Shown> => ({
      ...report,
      modelToday: await readDaySpend(store.db, { agent: report.agent, day }),
      worker: others.find(({ agent }) => agent === report.agent) ?? null,
    });
    return Promise.all(reports.map(read));
  });
};

const linesOf = (policy: Shown): readonly string[] => [
  `agent  ${policy.agent}`,
  ...(policy.worker === null ? [] : [`NOT IN FORCE: ${otherPolicyWords(policy.worker)}`]),
  ...fileLines(policy),
  ...todayLines(policy.modelToday),
  '',
];

const fileLines = ({ file, id, digest, lines, warnings }: PolicyReport): readonly string[] => [
  `file   ${file}`,
  `policy ${id}, sha256 ${digest.slice(0, 16)}`,
  ...warnings.map((warning) => `note   ${warning}`),
  ...drawTable(
    ['WHAT', 'TOOL', 'FIGURES'],
    lines.map(({ does, tool, words }) => [doesWords[does], tool, words]),
  ),
];

const todayLines = (today: DaySpend | null): readonly string[] => {
  if (today === null) return [];
  const { tokens, costMicro, unpricedCalls } = today;
  const unknown = unpricedCalls === 0 ? '' : `; ${unpricedCalls} calls of unknown price count by their tokens alone`;
  return [`models today: ${tokens} tokens, USD ${(costMicro / 1_000_000).toFixed(6)}${unknown}`];
};

/** `policy check FILE`: exit 2 with every fault. */
export const checkPolicyCommand = (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const agent = policyAgent(settings, optionText(call, 'agent'));
  const checked = checkPolicy(settings, agent, resolve(firstArgument(call)));
  if (checked.kind === 'sound') {
    const { report } = checked;
    const lines = [`${report.file} may be used for ${agent}`, ...fileLines(report)];
    return Promise.resolve({
      body: { ...report, faults: [] },
      lines,
      next: [`turnkeep policy test ${report.file}`],
    });
  }
  const { file, faults } = checked;
  return Promise.resolve({
    body: { agent, file, faults, warnings: [] },
    lines: faults,
    failure: {
      exit: 2,
      code: 'POLICY_FAULTS',
      message: `${file}: ${faults.length} fault${faults.length === 1 ? '' : 's'}; it is not used`,
    },
  });
};
