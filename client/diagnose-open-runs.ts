// Whether every run that is not over can still be gone on with: its agent is in the settings, its rule set and the version of its
// prompt are in this program, and the server knows its workflow. What is gone shows at the run's next step, maybe weeks later.
import type { Connection } from '@temporalio/client';
import { isKnownRules } from '../core/loop-governor/loop-state';
import type { AgentKit } from '../core/moves/agent-kit';
import type { OpenRun } from '../stores/open-runs';
import { loadKit } from '../temporal-config/agent-list';
import { codeOf, messageOf } from '../temporal-config/error-facts';
import type { Settings } from '../temporal-config/settings';
import { failed, ok, warn, type Check } from './check';

/** Newest first; whoever has more open runs than this sees what is wrong with code from these. */
export const OPEN_RUNS_READ = 500;
const ASKED_OF_SERVER = 50;
const SHOWN = 5;
const GRPC_NOT_FOUND = 5;
const CHECK = 'code of open runs';

type Need = (run: OpenRun) => string | null;

/** What this program lacks for a run, or null. */
const needOf =
  (settings: Settings): Need =>
  ({ agent, rules, prompt }) => {
    const kit = kitOf(settings, agent);
    if (kit === 'unknown') return `agent ${agent}`;
    if (rules > 0 && !isKnownRules(rules)) return `rules ${rules} of ${agent}`;
    if (prompt !== undefined && kit !== 'broken' && !hasPrompt(kit, prompt)) return `prompt ${prompt} of ${agent}`;
    return null;
  };

/** `broken`: it cannot be loaded, which has a check of its own. */
const kitOf = (settings: Settings, agent: string): AgentKit | 'unknown' | 'broken' => {
  if (!settings.agents.some(({ name }) => name === agent)) return 'unknown';
  try {
    return loadKit(settings, agent);
  } catch {
    return 'broken';
  }
};

/** A kit throws on a version it does not know. */
const hasPrompt = (kit: AgentKit, version: string): boolean => {
  try {
    return kit.prompt(version, 'act') !== '';
  } catch {
    return false;
  }
};

/** Of the registry's open runs: one failed check for each thing this program lacks. */
export const diagnoseRunCode = (settings: Settings, runs: readonly OpenRun[]): readonly Check[] => {
  const need = needOf(settings);
  const byNeed = new Map<string, OpenRun[]>();
  for (const run of runs) {
    const lacking = need(run);
    if (lacking !== null) byNeed.set(lacking, [...(byNeed.get(lacking) ?? []), run]);
  }
  if (byNeed.size === 0) return [ok(CHECK, `${runs.length} looked at; agent, rules and prompt of each are here`)];
  return [...byNeed].map(([lacking, needing]) =>
    failed(
      CHECK,
      `${lacking} is not here any more, and ${needing.length} of ${runs.length} open runs need${needing.length === 1 ? 's' : ''} it: ${namesOf(needing)}`,
      'let a worker that has it go on with them (a changed prompt is a new version beside the old one), or end each: turnkeep run abort RUN --as NAME',
    ),
  );
};

const namesOf = (runs: readonly OpenRun[]): string => {
  const names = runs.slice(0, SHOWN).map(({ workflowId }) => workflowId);
  return [...names, ...(runs.length > SHOWN ? [`and ${runs.length - SHOWN} more`] : [])].join(', ');
};

/** Open runs of the registry whose workflow the server does not have: an older registry, another namespace, or a server made anew. */
export const diagnoseLostRuns = async (
  { workflowService }: Connection,
  namespace: string,
  runs: readonly OpenRun[],
): Promise<readonly Check[]> => {
  const asked = runs.filter(({ status }) => status !== 'starting').slice(0, ASKED_OF_SERVER);
  try {
    const known = await Promise.all(asked.map(({ workflowId }) => isKnownTo(workflowService, namespace, workflowId)));
    const lost = asked.filter((_run, place) => known[place] === false);
    if (lost.length === 0) return [];
    return [
      warn(
        'lost runs',
        `the server has no workflow of ${lost.length} of ${asked.length} open runs in namespace ${namespace}: ${namesOf(lost)}`,
        'set TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE to where they were started; on a server made anew they never go on: turnkeep effects list tells what they did',
      ),
    ];
  } catch (error) {
    return [warn('lost runs', messageOf(error), 'see that the namespace lets its workflows be read')];
  }
};

const isKnownTo = async (
  service: Connection['workflowService'],
  namespace: string,
  workflowId: string,
): Promise<boolean> => {
  try {
    await service.describeWorkflowExecution({ namespace, execution: { workflowId } });
    return true;
  } catch (error) {
    if (codeOf(error) === GRPC_NOT_FOUND) return false;
    throw error;
  }
};
