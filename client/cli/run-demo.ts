import { mkdirSync } from 'node:fs';
import { fromMinor } from '../../core/kernel/money';
import { codeOf } from '../../stores/error-code';
import { demoNames, loadDemo, needsWebUi, type DemoName } from '../demo/demos';
import type { DemoResult } from '../demo/demo-result';
import { withStage } from '../demo/demo-stage';
import { chooseValue } from './choose-value';
import { refuseInput } from './input-error';
import { optionFlag, optionText, type Invocation, type Report } from './report';
import { waitForKey } from './wait-for-key';

/** `demo [NAME]`: plays it on a stage of its own; what it shows goes to stderr, what it found to stdout. */
export const demoCommand = async (call: Invocation): Promise<Report> => {
  const name = chooseValue('demo', call.args[0] ?? 'refund', demoNames);
  const screenshots = screenshotsOf(call, name);
  const demo = await loadDemo(name);
  const waits = call.mayAsk && !optionFlag(call, 'auto');
  if (needsWebUi(name) && !waits) (await import('../demo/browser/open-browser.js')).assertBrowser();
  const linger = async (): Promise<void> => {
    if (waits) await waitForKey('Everything still runs: look around. Press a key to stop it.', call.say);
  };
  // Whoever looks around afterwards should find more than sealed payloads.
  const webUi = needsWebUi(name) ? 'own' : waits ? 'started' : undefined;
  const needs = { say: call.say, onInterrupt: call.onInterrupt, webUi } as const;
  return toReport(await withStage(needs, (stage) => demo(stage, { say: call.say, linger, auto: !waits, screenshots })));
};

const screenshotsOf = (call: Invocation, name: DemoName): string | null => {
  const folder = optionText(call, 'screenshots');
  if (folder === undefined) return null;
  if (needsWebUi(name) && optionFlag(call, 'auto')) return makeFolder(folder);
  return refuseInput('USAGE', `--screenshots: expected demo review-by-ui --auto, got demo ${name}`, [
    `turnkeep demo review-by-ui --auto --screenshots ${folder}`,
  ]);
};

/** Before anything is started: a minute later is too late to say that nothing can be kept there. */
const makeFolder = (folder: string): string => {
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch (error) {
    const got = `${JSON.stringify(folder)} (${codeOf(error)})`;
    return refuseInput('USAGE', `--screenshots: expected a folder that is there or can be made, got ${got}`);
  }
};

const toReport = ({ asShown, ...result }: DemoResult): Report => {
  const broken = result.claims.filter(({ holds }) => !holds);
  const lines = summaryOf({ asShown, ...result });
  if (!asShown) {
    const message = `the run came out as ${result.status}, ${result.outcome ?? 'no outcome'}`;
    return { body: result, lines, failure: { exit: 5, code: 'RUN_DIFFERS', message } };
  }
  if (broken.length === 0) return { body: result, lines };
  const message = `not as claimed: ${broken.map(({ what }) => what).join('; ')}`;
  return { body: result, lines, failure: { exit: 9, code: 'CLAIM_BROKEN', message } };
};

const summaryOf = ({
  scenario,
  workflowId,
  status,
  outcome,
  model,
  ledger,
  gateway,
  claims,
}: DemoResult): readonly string[] => [
  `demo ${scenario}: ${status}${outcome === null ? '' : `, ${outcome}`} (model ${model})`,
  `run ${workflowId}`,
  ...ledger.map(({ tool, state, amountMinor, currency }) => `ledger ${tool} ${amount(amountMinor, currency)} ${state}`),
  ...gateway.charges.map((charge) => `paid   ${amount(charge.amount, charge.currency)}, receipt ${charge.id}`),
  ...claims.map(({ what, holds }) => `${holds ? 'holds ' : 'BROKEN'} ${what}`),
];

const amount = (minor: number | null, currency: string | null): string =>
  minor === null || currency === null ? '' : `${currency} ${fromMinor(minor, currency)}`;
