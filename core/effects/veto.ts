// A person's rejection is a veto on that action for the case, so that the agent cannot shop around by asking again, also
// reworded: the same items for the same or a larger amount are refused. A smaller amount, or other items of which some were
// rejected, may be a fair new proposal, but never one that is carried out without a person who sees the rejection.
// Amounts are integers of minor units; the caller hands in the vetoes of one case only.

export interface EffectScope {
  readonly tool: string;
  /** Keyed reference of the order (account, ...) the effect is on; null when it is on none. */
  readonly orderRef: string | null;
  readonly items: readonly string[] | 'whole';
  readonly amountMinor: number | null;
}
export type Veto = EffectScope;
export type VetoAnswer = 'none' | 'refused' | 'askPerson';

type ItemsMeet = 'same' | 'overlapping' | 'apart';

// An empty list names no item: it is read as the whole, which meets everything.
const itemsOf = (items: readonly string[] | 'whole'): ReadonlySet<string> | 'whole' =>
  items === 'whole' || items.length === 0 ? 'whole' : new Set(items);

const compareItems = (vetoed: EffectScope['items'], asked: EffectScope['items']): ItemsMeet => {
  const [a, b] = [itemsOf(vetoed), itemsOf(asked)];
  if (a === 'whole' || b === 'whole') return a === b ? 'same' : 'overlapping';
  const common = [...a].filter((item) => b.has(item)).length;
  if (common === 0) return 'apart';
  return common === a.size && common === b.size ? 'same' : 'overlapping';
};

/** Whether two actions on one order have an item in common. */
export const itemsMeet = (one: EffectScope['items'], other: EffectScope['items']): boolean =>
  compareItems(one, other) !== 'apart';

const isSameOrLarger = (vetoed: number | null, asked: number | null): boolean =>
  vetoed === null || asked === null ? vetoed === asked : asked >= vetoed;

const judgeOne = (veto: Veto, asked: EffectScope): VetoAnswer => {
  if (veto.tool !== asked.tool || veto.orderRef !== asked.orderRef) return 'none';
  // Neither an order nor an amount says what was rejected (a mail): a person tells the two apart.
  if (veto.orderRef === null && veto.amountMinor === null) return 'askPerson';
  const items = compareItems(veto.items, asked.items);
  if (items === 'apart') return 'none';
  return items === 'same' && isSameOrLarger(veto.amountMinor, asked.amountMinor) ? 'refused' : 'askPerson';
};

/** What the case's vetoes say of an effect; the strictest answer wins: refused, then askPerson, then none. */
export const judgeVeto = (vetoes: readonly Veto[], asked: EffectScope): VetoAnswer => {
  const answers = vetoes.map((veto) => judgeOne(veto, asked));
  if (answers.includes('refused')) return 'refused';
  return answers.includes('askPerson') ? 'askPerson' : 'none';
};
