// A policy in plain words, for whoever owns it: what support does alone, what needs a person, what is refused, and the limits over
// runs. Made from the figures in force, so that no description can be out of date; and what of the figures contradicts itself.
import type { PolicyLine } from '../../core/moves/agent-kit';
import { minorOf } from './amounts';
import type { SupportPolicy } from './policy';

type Answer = SupportPolicy['refund']['undated'];

const doesOf: Readonly<Record<Answer, PolicyLine['does']>> = { allow: 'alone', review: 'person', refuse: 'refused' };

const linesBy = (tool: string, words: (answer: Answer) => string | null): readonly PolicyLine[] =>
  (['allow', 'review', 'refuse'] as const).flatMap((answer) => {
    const said = words(answer);
    return said === null ? [] : [{ does: doesOf[answer], tool, words: said }];
  });

const reasonsWith = (reasons: Readonly<Record<string, Answer>>, answer: Answer): string | null => {
  const codes = Object.keys(reasons).filter((code) => reasons[code] === answer);
  return codes.length === 0 ? null : `reasons ${codes.join(', ')}`;
};

const windowsWith = ({ windows, undated }: SupportPolicy['refund'], answer: Answer): string | null => {
  const days = windows
    .filter((window) => window.answer === answer)
    .map(({ fromDay, toDay }) => `day ${fromDay} to ${toDay} after the delivery`);
  const last = Math.max(...windows.map(({ toDay }) => toDay));
  const all = [
    ...days,
    ...(answer === 'refuse' ? [`after day ${last}`] : []),
    ...(undated === answer ? ['without a date of delivery on record'] : []),
  ];
  return all.length === 0 ? null : all.join('; ');
};

const confirmationWords = {
  named: "when the customer's own words name the exact amount",
  namedOrYes: "when the customer's own words name the exact amount, or say yes to a question that named it",
} as const;

const refundLines = ({ refund, currency }: SupportPolicy): readonly PolicyLine[] => [
  {
    does: 'alone',
    tool: 'process_refund',
    words: `up to ${refund.aloneMaxPerOrder} ${currency} of an order that is ${refund.statuses.join(' or ')}, ${confirmationWords[refund.confirmation]}`,
  },
  ...linesBy('process_refund', (answer) => windowsWith(refund, answer)),
  ...linesBy('process_refund', (answer) => reasonsWith(refund.reasons, answer)),
  { does: 'person', tool: 'process_refund', words: `over ${refund.aloneMaxPerOrder} ${currency} of an order` },
];

const cancelLines = ({ cancel, currency }: SupportPolicy): readonly PolicyLine[] => [
  {
    does: 'alone',
    tool: 'cancel_order',
    words: `up to ${cancel.aloneMaxPerOrder} ${currency}, of an order that is ${cancel.statuses.join(' or ')}, when the customer plainly asks for it`,
  },
  ...linesBy('cancel_order', (answer) => reasonsWith(cancel.reasons, answer)),
  { does: 'person', tool: 'cancel_order', words: `over ${cancel.aloneMaxPerOrder} ${currency}` },
];

const limitLines = ({ caps, currency }: SupportPolicy): readonly PolicyLine[] => [
  {
    does: 'limit',
    tool: '(all)',
    words: `a customer and day: ${caps.customerPerDay.count} effects, ${caps.customerPerDay.amount} ${currency} without a person`,
  },
  {
    does: 'limit',
    tool: '(all)',
    words: `a day, all customers: ${caps.agentPerDay.count} effects, ${caps.agentPerDay.amount} ${currency} without a person`,
  },
  {
    does: 'limit',
    tool: '(models)',
    words: `a day: ${caps.modelPerDay.tokens} tokens, USD ${caps.modelPerDay.usd}; past it a turn is handed off`,
  },
];

const reviewLine = ({ review, currency }: SupportPolicy): PolicyLine => ({
  does: 'review',
  tool: '(all)',
  words:
    `queue ${review.queue}${review.substitutes.length === 0 ? '' : `, substitutes ${review.substitutes.join(', ')}`}; ` +
    `due after ${review.expiryHours} h, then ${review.atExpiry === 'expire' ? 'it expires' : 'it stays pending'}; ` +
    `two persons over ${review.twoPersonsOver} ${currency}`,
});

export const describePolicy = (policy: SupportPolicy): readonly PolicyLine[] => [
  ...refundLines(policy),
  ...cancelLines(policy),
  ...limitLines(policy),
  reviewLine(policy),
];

interface Named {
  readonly path: string;
  readonly amount: string;
}

const below = (lower: Named, upper: Named, why: string): readonly string[] =>
  minorOf(lower.amount) < minorOf(upper.amount)
    ? [`${lower.path}: ${lower.amount} is below ${upper.path} ${upper.amount}: ${why}`]
    : [];

/** Limits that stand beside each other and contradict: allowed, for an owner may mean it, but told. */
export const warnOfPolicy = ({ refund, cancel, caps, review }: SupportPolicy): readonly string[] => {
  const alone = [
    { path: 'refund.aloneMaxPerOrder', amount: refund.aloneMaxPerOrder },
    { path: 'cancel.aloneMaxPerOrder', amount: cancel.aloneMaxPerOrder },
  ];
  const two = { path: 'review.twoPersonsOver', amount: review.twoPersonsOver };
  const customer = { path: 'caps.customerPerDay.amount', amount: caps.customerPerDay.amount };
  const agent = { path: 'caps.agentPerDay.amount', amount: caps.agentPerDay.amount };
  return [
    ...alone.flatMap((limit) => below(two, limit, 'what needs two persons would be done without one')),
    ...alone.flatMap((limit) => below(customer, limit, 'the limit of an order can never be used up alone')),
    ...below(agent, customer, 'the cap of a customer can never be reached'),
    ...(caps.agentPerDay.count < caps.customerPerDay.count
      ? [
          `caps.agentPerDay.count: ${caps.agentPerDay.count} is below caps.customerPerDay.count ${caps.customerPerDay.count}: the cap of a customer can never be reached`,
        ]
      : []),
  ];
};
