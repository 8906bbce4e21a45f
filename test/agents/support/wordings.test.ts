import type { AgentTools } from '../../../activities/tools/tool-port';
import type { StoredCall } from '../../../core/moves/agent-kit';
import { openTools, SupportDesk } from './support-desk';
import { WORDINGS } from './wordings';

interface RefundCall {
  order_id: string;
  item_ids: 'whole' | string[];
  amount: string;
  payment_method_id: string;
  reason_code: string;
}

const show = (call: StoredCall): string => {
  const args = JSON.parse(call.argsText) as RefundCall;
  switch (call.tool) {
    case 'find_orders':
      return 'find';
    case 'get_order':
      return `get ${args.order_id}`;
    case 'process_refund':
      return `R ${args.order_id} ${[args.item_ids].flat().join(',')} ${args.amount} ${args.payment_method_id} ${args.reason_code}`;
    case 'get_policy':
      return 'policy';
    case 'cancel_order':
      return `C ${args.order_id} ${args.reason_code}`;
    default:
      return `${call.tool} ${args.reason_code}`;
  }
};

let tools: AgentTools;
beforeAll(() => {
  tools = openTools();
});
afterAll(() => tools.close());

test.each(WORDINGS)('offline reader: %s types "%s" -> %s', async (subject, message, calls) => {
  const turn = await new SupportDesk({ tools, subject, person: 'approve' }).say(message);
  expect(turn.calls.map(show).join(' | ')).toBe(calls);
});

test('offline reader: every refund of the table that is allowed alone -> its amount stands in the message', async () => {
  const lone = { count: 0 };
  for (const [subject, message] of WORDINGS) {
    const turn = await new SupportDesk({ tools, subject, person: 'approve' }).say(message);
    for (const { args, answer } of turn.judged) {
      expect(answer.answer).not.toBe('refuse');
      if (answer.answer !== 'allow') continue;
      lone.count += 1;
      expect(message).toContain(String(Number(args['amount'])));
    }
  }
  // Of 70 and more wordings so many are plain enough to be paid alone; the others a person reads.
  expect(lone.count).toBe(16);
});
