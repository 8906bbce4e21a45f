// What a message says of each order it names beside a wish: to be kept, only asked about, or said in a way that leaves it open. A
// wish reaches only the orders of its own clause and of the bare list behind it (`cancel A, B and C`); `A and B should stay` keeps
// both, whatever stood before.
import { DETAILS_QUESTION, KEEPS, STATUS_QUESTION } from './phrases';
import { CANCEL_NEGATED, KEEPS_ORDER } from './phrases-of-parts';
import { isCancelRequest, isRefundRequest, readMessage } from './read-message';
import { toPlain } from './read-text';

type Stance = 'wish' | 'kept' | 'asked' | 'bare' | 'other';

interface Clause {
  readonly ids: readonly string[];
  readonly stance: Stance;
  /** It begins with its orders: they are what the rest of it speaks of. */
  readonly isSubject: boolean;
}

export interface OrderStances {
  readonly kept: readonly string[];
  readonly asked: readonly string[];
  /** Named in a list that a later word may have kept or meant. */
  readonly open: readonly string[];
}

const BARE =
  /^(?:(?:also|the|my|order|orders|number|numbers|for|of|please|too|as well|both|then|#?w\d{7})\b[ #.:]*|#)*$/;
const SPLIT =
  /[,;()]|\b(?=(?:instead of|rather than|apart from|other than|except|excluding)\b)|\band\b|\bbut\b|\bthen\b|\bplus\b|\b(?=not (?:order )?#?w\d{7})|(?<=w\d{7}) (?=keep|leave)/;
const POLITE = /\b(?:can|could|would|will|may) (?:you|i|we)\b/;

const some = (patterns: readonly RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text));

const isAsked = (clause: string, isQuestion: boolean): boolean =>
  isQuestion || some(STATUS_QUESTION, clause) || some(DETAILS_QUESTION, clause);

const isWish = (clause: string, isQuestion: boolean): boolean =>
  (isCancelRequest(clause) || isRefundRequest(clause)) &&
  (!isQuestion || POLITE.test(clause) || !some(STATUS_QUESTION, clause));

/** `Refund everything except the lamp of A` keeps an item, not the order. */
const keepsOrder = (clause: string): boolean =>
  CANCEL_NEGATED.test(clause) ||
  ((KEEPS_ORDER.test(clause) || (KEEPS.test(clause) && !isCancelRequest(clause))) && !isRefundRequest(clause));

const stanceOf = (clause: string, isQuestion: boolean): Stance => {
  if (keepsOrder(clause)) return 'kept';
  if (isWish(clause, isQuestion)) return 'wish';
  if (BARE.test(clause)) return 'bare';
  return isAsked(clause, isQuestion) ? 'asked' : 'other';
};

/** A bare clause says of its orders what the clause before it said; one before a subject is open. */
const settleBare = (clauses: readonly Clause[]): readonly (Clause & { readonly isOpen: boolean })[] => {
  let before: Stance = 'other';
  return clauses.map((clause, at) => {
    if (clause.stance !== 'bare') before = clause.stance;
    const next = clauses.slice(at + 1).find(({ stance }) => stance !== 'bare');
    const isOpen = clause.stance === 'bare' && next?.stance === 'kept' && next.isSubject && before === 'wish';
    return { ...clause, stance: before === 'bare' ? 'other' : before, isOpen };
  });
};

const clausesOf = (sentence: string): readonly Clause[] =>
  sentence
    .split(SPLIT)
    .map((text) => text.replace(/[.!?\n]+$/, '').trim())
    .filter((text) => text !== '')
    .map((text) => ({
      ids: readMessage(text).orderIds,
      stance: stanceOf(text, sentence.trimEnd().endsWith('?')),
      isSubject: /^(?:the |my |order )*#?w\d{7}\b/.test(text),
    }));

const NONE: OrderStances = { kept: [], asked: [], open: [] };

/** Money back for one order, part of which is kept: a matter of its items. */
const isOfOneOrder = (typed: string, sentences: readonly string[]): boolean =>
  readMessage(typed).orderIds.length < 2 && sentences.some(isRefundRequest);

/** Stances of one message, as it was typed. An order that is wished about and kept is open. */
export const readStances = (typed: string): OrderStances => {
  const sentences = toPlain(typed).match(/(?:[^.!?\n]|\.(?=\d))+[.!?\n]*/g) ?? [];
  if (isOfOneOrder(typed, sentences)) return NONE;
  const clauses = sentences.flatMap((sentence) => settleBare(clausesOf(sentence)));
  const idsOf = (stance: Stance): readonly string[] => [
    ...new Set(clauses.filter((clause) => clause.stance === stance).flatMap(({ ids }) => ids)),
  ];
  const wished = idsOf('wish');
  const kept = idsOf('kept');
  const isOpen = clauses.filter((clause) => clause.isOpen).flatMap(({ ids }) => ids);
  const asked = idsOf('asked').filter((id) => !wished.includes(id) && !kept.includes(id));
  /** "Is A sent? If not, cancel it": what is asked about may be what is meant. */
  const isMeant = wished.length === 0 && clauses.some(({ stance }) => stance === 'wish');
  return {
    kept: kept.filter((id) => !wished.includes(id)),
    asked: isMeant ? [] : asked,
    open: [...new Set([...isOpen, ...kept.filter((id) => wished.includes(id)), ...(isMeant ? asked : [])])],
  };
};
