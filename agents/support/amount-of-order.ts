// Whether an amount that a message names is meant for this order and for something to be paid back. `Refund 52.01 for A, not B` names
// an amount and two orders; `keep the lamp (52.01)` names an amount and asks for nothing. So where a message names orders, this one
// must stand in the clause of the amount, and alone when there are several; and that clause must not keep or except what it names.
import { amountsIn } from './amounts-in-text';
import { clausesOf, ordersNamed, sentencesOf, withOrderMarks } from './orders-in-words';

const KEEPS =
  /(?<!\bnot (?:want|need|like|wish|going)? ?(?:to )?)\b(?:keep\w{0,3}|kept|leav(?:e|ing)|stays?|remains?|lov(?:e|es|ing)|happy with)\b|\b(?:except\w{0,3}|instead|apart from|other than|rather)\b|\bnot (?:for|the|my|this|that|of|from|<[xo]>)/;
const NAMES_OTHER_AND_THIS = /<[xo]>(?: ?,| ?&| ?\/| and| or| plus)(?: and| or)?(?: for)?(?: orders?)? ?<[xo]>/;

const withoutMarks = (text: string): string => text.replace(/<[xo]>/g, ' ');

/** Clauses of the sentences that name an amount, and whether each names it. */
const clausesWithAmounts = (marked: string): readonly { readonly clause: string; readonly hasAmount: boolean }[] =>
  sentencesOf(marked).flatMap((sentence) =>
    clausesOf(sentence).map((clause) => ({ clause, hasAmount: amountsIn(withoutMarks(clause)).length > 0 })),
  );

/** Whether what is said of the amount speaks of another order, or of something that is kept. True in doubt. */
export const isForOther = (message: string, orderId: string): boolean => {
  const marked = withOrderMarks(message.replace(/[()]/g, ' '), orderId);
  const named = ordersNamed(message);
  if (named.length === 0 && !KEEPS.test(marked)) return false;
  const clauses = clausesWithAmounts(marked);
  if (clauses.some(({ clause, hasAmount }) => (hasAmount || clause.includes('<x>')) && KEEPS.test(clause))) return true;
  if (named.length === 0) return false;
  if (!named.includes(orderId)) return clauses.some(({ hasAmount }) => hasAmount);
  if (named.length === 1) return false;
  if (NAMES_OTHER_AND_THIS.test(marked)) return true;
  return !clauses.some(({ clause, hasAmount }) => hasAmount && clause.includes('<x>') && !clause.includes('<o>'));
};
