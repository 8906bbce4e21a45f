// What an owner of support may change, as one checked file: amounts, reasons, windows, caps, who reviews and for how long. A file
// that says too little is refused whole: a missing rule must not fall back to a lax one. Amounts are decimal strings in the
// file and integers of minor units inside; days count from the delivery, 0 is the day itself.
import * as z from 'zod';

import { toMinor } from '../../core/kernel/money';
import { nearestWord } from '../../core/kernel/nearest-word';
import { cancelReasons, type CancelReason } from './cancel-reasons';
import shipped from './policy.json';
import { refundReasons, type RefundReason } from './refund-reasons';

const answer = z.enum(['allow', 'review', 'refuse']);
const money = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,9})\.\d{2}$/, 'expected an amount not below 0 with two decimal places, like "100.00"');
const day = z.int().min(0).max(10_000);
const count = z.int().min(0).max(1_000_000);

const windowSchema = z
  .strictObject({ fromDay: day, toDay: day, answer })
  .refine(({ fromDay, toDay }) => fromDay <= toDay, 'expected fromDay not after toDay');
type Window = z.infer<typeof windowSchema>;

const faultOfWindows = (windows: readonly Window[]): string | null => {
  const sorted = [...windows].sort((a, b) => a.fromDay - b.fromDay);
  const [first] = sorted;
  if (first?.fromDay !== 0) return 'expected the first window to begin at day 0';
  for (const [index, { fromDay }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before === undefined) continue;
    if (fromDay <= before.toDay) return `windows overlap at day ${fromDay}: every day has one answer`;
    if (fromDay !== before.toDay + 1) return `no window holds day ${before.toDay + 1}: expected no gap between windows`;
  }
  return null;
};

const windows = z
  .array(windowSchema)
  .min(1)
  .superRefine((list, context) => {
    const fault = faultOfWindows(list);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  });

const reasonsOf = <T extends string>(codes: readonly T[]) => z.record(z.enum(codes), answer);
const confirmation = z.enum(['named', 'namedOrYes']);
const capSchema = z.strictObject({ count, amount: money });

export const supportPolicySchema = z.strictObject({
  policy: z.literal('support'),
  /** Counted up by the owner with every change; stands in the rules' digest and in every record. */
  version: z.int().min(1),
  currency: z.literal('USD'),
  refund: z.strictObject({
    statuses: z.array(z.string().min(1)).min(1),
    aloneMaxPerOrder: money,
    /** `named`: the customer wrote the exact amount; `namedOrYes`: or said yes to a question that named exactly it. */
    confirmation,
    reasons: reasonsOf(refundReasons),
    windows,
    /** What holds for an order without a delivery date on record. */
    undated: answer,
  }),
  cancel: z.strictObject({
    statuses: z.array(z.string().min(1)).min(1),
    aloneMaxPerOrder: money,
    confirmation,
    reasons: reasonsOf(cancelReasons),
  }),
  caps: z.strictObject({
    customerPerDay: capSchema,
    agentPerDay: capSchema,
    modelPerDay: z.strictObject({ tokens: z.int().min(0), usd: money }),
  }),
  review: z.strictObject({
    queue: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    substitutes: z.array(z.string().min(1).max(200)).max(20),
    expiryHours: z
      .number()
      .min(0.1)
      .max(24 * 365),
    atExpiry: z.enum(['stayPending', 'expire']),
    twoPersonsOver: money,
  }),
});
export type SupportPolicy = z.infer<typeof supportPolicySchema>;

export type PolicyRead =
  | { readonly kind: 'policy'; readonly policy: SupportPolicy }
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80));

type Issue = z.core.$ZodIssue;

/** The keys that may stand at a path: the shipped file holds every one. */
const keysAt = (path: readonly PropertyKey[]): readonly string[] => {
  let at: unknown = shipped;
  for (const part of path) {
    const key = typeof part === 'number' ? 0 : part;
    at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined;
  }
  return typeof at === 'object' && at !== null ? Object.keys(at) : [];
};

const joined = (path: readonly PropertyKey[]): string => (path.length === 0 ? '(root)' : path.map(String).join('.'));

const unknownKey = (path: readonly PropertyKey[], key: string): string => {
  const known = keysAt(path);
  const near = nearestWord(key, known);
  const meant = near === null ? '' : `; did you mean ${near}?`;
  return `${joined([...path, key])}: expected one of ${known.join(', ')}, got an unknown key${meant}`;
};

const faultsOf = (issue: Issue): readonly string[] => {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(issue.path, key));
  const missing = issue.input === undefined ? 'missing rule: ' : '';
  return [`${joined(issue.path)}: ${missing}${issue.message}, got ${shown(issue.input)}`];
};

/** Reads a policy file's content; every fault names its path, what was expected and what stands there. */
export const readSupportPolicy = (raw: unknown): PolicyRead => {
  const read = supportPolicySchema.safeParse(raw, { reportInput: true });
  return read.success
    ? { kind: 'policy', policy: read.data }
    : { kind: 'faults', faults: read.error.issues.flatMap(faultsOf) };
};

export const minorOfPolicy = (amount: string, { currency }: SupportPolicy): number => toMinor(amount, currency);
export const refundAnswer = ({ refund }: SupportPolicy, reason: RefundReason) => refund.reasons[reason];
export const cancelAnswer = ({ cancel }: SupportPolicy, reason: CancelReason) => cancel.reasons[reason];

/** What holds so many days after the delivery; past the last window nothing is paid. */
export const windowAnswer = ({ refund }: SupportPolicy, days: number | null): 'allow' | 'review' | 'refuse' => {
  if (days === null) return refund.undated;
  return refund.windows.find(({ fromDay, toDay }) => days >= fromDay && days <= toDay)?.answer ?? 'refuse';
};
