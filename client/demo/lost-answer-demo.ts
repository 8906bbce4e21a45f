// The gateway pays and its answer is lost on the way. The entry is unknown until the same key is sent again: the gateway then
// gives the answer it gave, and one refund stays one.
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'isabella_brown_3584';
const MESSAGE = 'Hello, the jigsaw puzzle from order #W7752779 is missing pieces. Please refund 52.01 USD.';

export const playLostAnswer = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client, gateway } = stage;
  await setFault(gateway.url);
  say('\nThe payment sandbox will pay the next refund and lose its answer.');
  say(`MODEL offline. ${CUSTOMER} writes:\n   "${MESSAGE}"`);
  const { turnKey } = await client.start({ agent: 'support', subject: CUSTOMER, message: MESSAGE });
  const end = await client.wait(turnKey, { timeoutMs: 90_000 });
  say(`   ${end.status}, ${end.outcome ?? '-'}. The customer reads:\n   "${end.reply ?? ''}"`);
  const result = await closeDemo(stage, {
    scenario: 'lost-answer',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ records, charges, replays }) => [
      claim('the gateway was asked again under the same key', replays >= 1),
      claim('exactly one refund was paid', charges.length === 1 && charges[0]?.amount === 5_201),
      claim(
        'the entry is done, after more than one attempt',
        records.effects.length === 1 && isRepeated(records.effects[0]),
      ),
    ],
  });
  for (const entry of result.ledger) say(`   Ledger: ${entry.tool} ${entry.state} after ${entry.attempt} attempts`);
  await linger();
  return result;
};

const isRepeated = (entry: { readonly state: string; readonly attempt: number } | undefined): boolean =>
  entry?.state === 'done' && entry.attempt > 1;

const setFault = async (url: string): Promise<void> => {
  const body = JSON.stringify({ faults: [{ kind: 'lost_answer', times: 1 }] });
  const response = await fetch(`${url}/sandbox/faults`, { method: 'POST', body });
  if (!response.ok) throw new Error(`the payment sandbox took no fault: ${response.status}`);
};
