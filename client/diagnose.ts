// The checks of a set-up. Each says what was found and what to do; none changes anything, so that a doctor never heals by accident
// what it should have told.
import { existsSync, statSync } from 'node:fs';
import type { AgentKit } from '../core/moves/agent-kit';
import { loadKit } from '../temporal-config/agent-list';
import { messageOf } from '../temporal-config/error-facts';
import { readSettings, type Settings } from '../temporal-config/settings';
import { failed, ok, warn, type Check } from './check';
import { diagnoseRunCode } from './diagnose-open-runs';
import { diagnoseProviders } from './diagnose-providers';
import { diagnoseServer } from './diagnose-server';
import { diagnoseSigners } from './diagnose-signers';
import { diagnoseStore } from './diagnose-store';
import { diagnoseVersions } from './diagnose-versions';
import { gatewayAnswers, gatewayUrl } from './payment-ledger';

export type { Check } from './check';

/** All checks, in the order in which one rests on the other. */
export const diagnose = async (env: NodeJS.ProcessEnv): Promise<readonly Check[]> => {
  const versions = await diagnoseVersions(env);
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    return [...versions, failed('settings', messageOf(error), 'correct the settings named here')];
  }
  const store = await diagnoseStore(settings, env);
  return [
    ...versions,
    ok('settings', settings.file),
    ...checkAgents(settings),
    ...diagnoseProviders(settings, env),
    ...checkFolder(settings.home),
    ...(await diagnoseSigners(settings)),
    ...store.checks,
    ...(store.openRuns === undefined ? [] : diagnoseRunCode(settings, store.openRuns)),
    await checkGateway(settings),
    ...(await diagnoseServer(settings, env, store)),
  ];
};

const checkAgents = (settings: Settings): readonly Check[] =>
  settings.agents.map(({ name }) => {
    try {
      return ok(`agent ${name}`, agentWords(loadKit(settings, name)));
    } catch (error) {
      return failed(`agent ${name}`, messageOf(error), `correct agents in ${settings.file}`);
    }
  });

const agentWords = ({ tools, promptVersion, policy }: AgentKit): string =>
  `${tools.length} tools, prompt ${promptVersion}${policy === undefined ? '' : `, policy ${policy.id}`}`;

const OTHERS = 0o077;

/** Databases, logs and traces lie there: words are sealed, who asked for what is not. */
const checkFolder = (home: string): readonly Check[] => {
  if (process.platform === 'win32' || !existsSync(home)) return [];
  const mode = statSync(home).mode & 0o777;
  if ((mode & OTHERS) === 0) return [];
  return [
    warn(
      'data folder',
      `${home}: others may look into it: expected mode 700, got ${mode.toString(8)}`,
      `chmod 700 ${home}`,
    ),
  ];
};

const checkGateway = async (settings: Settings): Promise<Check> => {
  const url = gatewayUrl(settings);
  return (await gatewayAnswers(url))
    ? ok('payments', url)
    : failed('payments', `no payment gateway answers at ${url}`, 'turnkeep dev, or set TURNKEEP_PAYMENTS_URL');
};
