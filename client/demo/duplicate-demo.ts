// The same refund three times: asked again by the model in other words, and once more in the next turn of the case. It is one refund, one
// entry, one charge.
import { verdictsOf } from '../recorded-moves';
import { readRunRecords } from '../run-records';
import { claim, closeDemo, type DemoResult } from './demo-result';
import type { DemoStage } from './demo-stage';
import type { DemoHands } from './demo';

const CUSTOMER = 'isabella_brown_3584';
const MESSAGE = 'The jigsaw puzzle of order #W7752779 is missing pieces, please refund 52.01 USD.';
const CASE = 'demo-duplicate';

const refund = (note: string): object => ({
  calls: [
    {
      tool: 'process_refund',
      argsText: JSON.stringify({
        order_id: '#W7752779',
        item_ids: 'whole',
        amount: '52.01',
        payment_method_id: 'paypal_2143483',
        reason_code: 'incomplete',
        note,
      }),
    },
  ],
});
const answer = (message: string): object => ({ text: JSON.stringify({ message }) });

export const playDuplicate = async (stage: DemoStage, { say, linger }: DemoHands): Promise<DemoResult> => {
  const { client } = stage;
  stage.writeScript('again', {
    replies: [refund('pieces are missing'), refund('the puzzle is not complete'), answer('The refund is made.')],
  });
  stage.writeScript('next', { replies: [refund('asked once more'), answer('It was refunded before.')] });
  say(`\nMODEL scripted: fixed replies, no language model. ${CUSTOMER} writes:\n   "${MESSAGE}"`);
  const start = (model: string) =>
    client.start({ agent: 'support', subject: CUSTOMER, message: MESSAGE, caseReference: CASE, model });
  const first = await start('scripted:again');
  await client.wait(first.turnKey);
  const suppressed = verdictsOf((await readRunRecords(client.context, first.turnKey)).steps).filter(
    ({ kind }) => kind === 'suppress',
  );
  for (const { by, step, ofStep } of suppressed)
    say(`   Step ${step}: suppressed, ${by}, a repetition of step ${ofStep ?? '-'}.`);
  const { turnKey } = await start('scripted:next');
  const end = await client.wait(turnKey);
  say(`   The next turn asks for it once more: the recorded result is returned, nothing is sent. "${end.reply ?? ''}"`);
  const result = await closeDemo(stage, {
    scenario: 'duplicate',
    workflowId: turnKey,
    expect: { status: 'completed', outcome: 'answered' },
    claims: ({ charges }) => [
      claim('the reworded refund was suppressed', suppressed.length === 1),
      claim('exactly one refund was paid', charges.length === 1 && charges[0]?.amount === 5_201),
    ],
  });
  await linger();
  return result;
};
