// Policy files from the owner's side: the one in force, another one checked, both told in words. Nothing here changes a file.
import { nearestWord } from '../core/kernel/nearest-word';
import type { AgentKit, PolicyLine } from '../core/moves/agent-kit';
import { agentEntry, loadKitUnder, policyDigestOf, policyFileOf } from '../temporal-config/agent-list';
import { SettingsError, type Settings } from '../temporal-config/settings';
import { ClientError } from './client-error';

export interface PolicyReport {
  readonly agent: string;
  readonly file: string;
  /** `id@version` as the file says. */
  readonly id: string;
  /** SHA-256 of the file's canonical JSON: two files that say the same have the same. */
  readonly digest: string;
  readonly lines: readonly PolicyLine[];
  readonly warnings: readonly string[];
}

export type PolicyChecked =
  | { readonly kind: 'sound'; readonly report: PolicyReport; readonly kit: AgentKit }
  | { readonly kind: 'faults'; readonly agent: string; readonly file: string; readonly faults: readonly string[] };

/** The agents of the settings that have a policy file. */
export const agentsWithPolicy = (settings: Settings): readonly string[] =>
  settings.agents.filter(({ policy }) => policy !== undefined).map(({ name }) => name);

/** The agent that is meant: the one named, or the only one with a policy. Refuses anything else, naming those there are. */
export const policyAgent = (settings: Settings, named: string | undefined): string => {
  const known = agentsWithPolicy(settings);
  const expected = known.length === 0 ? 'an agent with a policy (the settings name none)' : known.join(', ');
  if (named === undefined) {
    const [only] = known;
    if (only !== undefined && known.length === 1) return only;
    throw new ClientError('AGENT_NEEDED', 2, `--agent: expected one of ${expected}, got none`);
  }
  if (known.includes(named)) return named;
  const near = nearestWord(named, known);
  const meant = near === null ? '' : `; did you mean ${near}?`;
  throw new ClientError('UNKNOWN_AGENT', 2, `agent: expected ${expected}, got ${JSON.stringify(named)}${meant}`);
};

/** The policy in force. Refuses with SettingsError where its file is faulty. */
export const showPolicy = (settings: Settings, agent: string): PolicyReport => {
  const file = policyFileOf(settings, agentEntry(settings, agent));
  if (file === undefined)
    throw new ClientError('NO_POLICY', 2, `agent ${agent} has no policy file in ${settings.file}`);
  return toReport(agent, file, loadKitUnder(settings, agent, file));
};

/** Another file for the same agent: sound, or every fault of it. */
export const checkPolicy = (settings: Settings, agent: string, file: string): PolicyChecked => {
  try {
    const kit = loadKitUnder(settings, agent, file);
    return { kind: 'sound', kit, report: toReport(agent, file, kit) };
  } catch (error) {
    if (!(error instanceof SettingsError) || error.file !== file) throw error;
    return { kind: 'faults', agent, file, faults: error.faults };
  }
};

const toReport = (agent: string, file: string, { policy }: AgentKit): PolicyReport => ({
  agent,
  file,
  id: policy?.id ?? 'unnamed',
  digest: policyDigestOf(file),
  lines: policy?.lines ?? [],
  warnings: policy?.warnings ?? [],
});
