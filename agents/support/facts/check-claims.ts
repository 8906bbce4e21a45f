// A claim about a deed or a decision must agree with what is recorded of this case: done needs a done effect of that order and amount, a
// denial needs that none is done or unknown, a decision needs that decision. Where the outcome is unknown, no certain word is true.
import { OF_MORE, PERSON } from './claim-words';
import type { Finding } from './finding';
import type { Grounds } from './grounds';
import { namesIn } from './named-items';
import { refundsOf, sayMoney } from './order-amounts';
import { readClaims, type Claim, type ClaimDeed } from './read-claims';
import type { RecordedAction, Standing } from './recorded-actions';
import type { Records } from './records';
import type { Spoken } from './subjects';

const POINTS_BACK = /(?<!\p{L})(?:it|its|this order|that order|the order|your order)(?!\p{L})/iu;
const OURS = /(?<!\p{L})(?:I|we)(?!\p{L})/u;
const ATTEMPT =
  /(?<!\p{L})(?:could ?n['’]t|could not|not able|unable|failed to|have not|haven['’]t|did not|didn['’]t)(?!\p{L})/iu;
const WHOLE =
  /(?<!\p{L})(?:both|all(?: the)?|every) (?:of the )?items?(?!\p{L})|(?<!\p{L})(?:whole|entire|complete) order(?!\p{L})/iu;
const NO_REFUND = /(?<!\p{L})no refunds?(?!\p{L})|(?:not|never)(?: yet| been){0,2} refunded/iu;

const TOOLS: Readonly<Record<ClaimDeed, RegExp>> = {
  refund: /refund|cancel/,
  cancel: /cancel/,
  any: /./,
};
const NEEDED: Readonly<Record<'approved' | 'rejected' | 'waits', readonly Standing[]>> = {
  approved: ['granted', 'done'],
  rejected: ['rejected', 'refused'],
  waits: ['waiting', 'open', 'unknown', 'granted'],
};

interface Meant {
  readonly ids: readonly string[];
  readonly minors: readonly number[];
  /** Recorded actions on what the claim names. */
  readonly actions: readonly RecordedAction[];
}

const inClause = <T extends { readonly at: number }>(places: readonly T[], { from, text }: Claim): readonly T[] =>
  places.filter(({ at }) => at >= from && at < from + text.length);

const idsOf = (spoken: Spoken, claim: Claim): readonly string[] => {
  const own = inClause(spoken.facts.orders, claim);
  const orders = own.length > 0 ? own : spoken.facts.orders;
  if (orders.length > 0) return orders.map(({ id }) => id);
  return POINTS_BACK.test(spoken.facts.text) ? spoken.focus : [];
};

const isOfItems = (action: RecordedAction, names: ReadonlySet<string>, { orders }: Records): boolean => {
  const order = action.orderId === null ? undefined : orders.get(action.orderId);
  if (order === undefined || names.size === 0 || action.itemIds.length === 0) return true;
  return order.items.some(({ id, name }) => names.has(name) && action.itemIds.includes(id));
};

const meantBy = (spoken: Spoken, claim: Claim, records: Records): Meant => {
  const ids = idsOf(spoken, claim);
  const minors = inClause(spoken.facts.amounts, claim).flatMap(({ minor }) => minor ?? []);
  const names = namesIn(claim.text, records);
  const actions = records.actions.filter(
    (action) =>
      TOOLS[claim.deed].test(action.tool) &&
      (ids.length === 0 || action.orderId === null || ids.includes(action.orderId)) &&
      isOfItems(action, names, records),
  );
  return { ids, minors, actions };
};

const hasAmount = ({ amounts }: RecordedAction, minors: readonly number[]): boolean =>
  minors.length === 0 || amounts.length === 0 || amounts.some((minor) => minors.includes(minor));

const recordedRefunds = (records: Records, ids: readonly string[]): readonly number[] =>
  (ids.length > 0 ? ids : [...records.orders.keys()]).flatMap((id) => refundsOf(records, id));

const isWhole = (action: RecordedAction, { orders }: Records): boolean =>
  action.itemCount === null ||
  action.orderId === null ||
  action.itemCount >= (orders.get(action.orderId)?.items.length ?? 0);

const isCancelled = (records: Records, ids: readonly string[]): boolean =>
  (ids.length > 0 ? ids : [...records.orders.keys()]).some((id) =>
    records.orders.get(id)?.status.startsWith('cancelled'),
  );

/** The order's own record bears out what is not said to be ours; so does a refusal that names a refund before. */
const isInRecord = (claim: Claim, { ids, minors, actions }: Meant, records: Records): boolean => {
  if (claim.deed === 'cancel') return isCancelled(records, ids);
  if (OURS.test(claim.text) || claim.deed === 'any') return false;
  const refunds = recordedRefunds(records, ids);
  const sums = [...refunds, refunds.reduce((sum, minor) => sum + minor, 0)];
  if (refunds.length > 0 && namesIn(claim.text, records).size === 0 && minors.every((minor) => sums.includes(minor)))
    return true;
  if (refunds.length > 0 && !records.actions.some(({ isDone }) => isDone))
    return minors.every((minor) => sums.includes(minor));
  return actions.some(({ rule }) => rule === 'gatekeeper.alreadyRefunded' || rule === 'gatekeeper.alreadyCancelled');
};

const isDone = (claim: Claim, meant: Meant, records: Records): boolean => {
  const done = meant.actions.filter((action) => action.isDone && hasAmount(action, meant.minors));
  if (WHOLE.test(claim.text) && done.length === 1) return done.some((action) => isWhole(action, records));
  const all = meant.actions.filter((action) => action.isDone).flatMap(({ amounts }) => amounts.slice(0, 1));
  const sum = all.reduce((before, minor) => before + minor, 0);
  return done.length > 0 || (sum > 0 && meant.minors.includes(sum)) || isInRecord(claim, meant, records);
};

/** Whether a denial is contradicted by what is done, or by what nobody knows. */
const isContradicted = (claim: Claim, meant: Meant, records: Records): boolean => {
  if (OF_MORE.test(claim.text)) return false;
  const known = meant.actions.filter((action) => hasAmount(action, meant.minors));
  const against = known.some(({ standing }) => standing === 'done' || standing === 'unknown');
  const isOfAnother =
    ATTEMPT.test(claim.text) && known.some(({ standing }) => standing === 'refused' || standing === 'rejected');
  if (against) return !isOfAnother;
  const isSaidOfRecord =
    claim.deed === 'refund' &&
    namesIn(claim.text, records).size === 0 &&
    NO_REFUND.test(claim.text) &&
    meant.minors.length === 0;
  return (
    isSaidOfRecord && !OURS.test(claim.text) && recordedRefunds(records, meant.ids).length > 0 && known.length === 0
  );
};

const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  done: 'is done',
  unknown: 'has an outcome that is not known yet',
  waiting: 'waits for a person',
  granted: 'was approved by a person and is not done yet',
  rejected: 'was rejected by a person',
  refused: 'was refused and not done',
  open: 'was not done; nobody decided',
};

const sayActions = ({ actions }: Records): string =>
  actions.length === 0
    ? 'no action is recorded in this case'
    : actions
        .slice(-4)
        .map(({ tool, orderId, amounts, standing }) =>
          [tool, orderId ?? '', ...amounts.slice(0, 1).map(sayMoney), STANDING_WORDS[standing]]
            .filter(Boolean)
            .join(' '),
        )
        .join('; ');

const holds = (claim: Claim, meant: Meant, records: Records): boolean => {
  const { kind } = claim;
  if (kind === 'done') return isDone(claim, meant, records);
  if (kind === 'denied') return !isContradicted(claim, meant, records);
  if (kind === 'notApproved')
    return !meant.actions.some(({ standing }) => ['done', 'granted', 'unknown'].includes(standing));
  const needed = kind === 'rejected' && PERSON.test(claim.text) ? ['rejected'] : NEEDED[kind];
  return meant.actions.some((action) => needed.includes(action.standing) && hasAmount(action, meant.minors));
};

const checkClaim = (spoken: Spoken, claim: Claim, { records }: Grounds): readonly Finding[] => {
  const meant = meantBy(spoken, claim, records);
  const words = claim.text.trim().slice(0, 120);
  if (!holds(claim, meant, records)) return [{ error: `"${words}": ${sayActions(records)}` }];
  const isUntold =
    claim.kind === 'approved' &&
    PERSON.test(claim.text) &&
    !meant.actions.some(({ standing }) => standing === 'granted');
  return isUntold ? [{ unchecked: `"${words}": who decided is not recorded here` }] : [];
};

/** Every claim of a sentence about refunds, cancellations and decisions. */
export const checkClaims = (spoken: Spoken, grounds: Grounds): readonly Finding[] =>
  readClaims(spoken.facts)
    .filter(({ text }) => text.trim().length < 24 || !grounds.documents.words.includes(text.trim().toLowerCase()))
    .flatMap((claim) => checkClaim(spoken, claim, grounds));
