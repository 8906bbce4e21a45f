// Names of records: order ids, and every other token that only a record can have given (a receipt, a tracking number, a payment
// method, a mail address, a link). A model that makes one up sends the customer after nothing, so each must stand in a result.
import { canonicalOrderId } from '../order-id';
import { takeOut } from './masked-text';
import type { OrderFact, Placed } from './text-facts';

const ORDER = /(?<![\p{L}\d_])#?[Ww](\d{3,12})(?![\p{L}\d_])/gu;
const SPACED = /(?<![\p{L}\d_])#?\s?[Ww](\s?\d(?:\s?\d){6})(?![\p{L}\d_]|\s?\d)/gu;
const NUMBERED = /(?<=\border (?:number |no\.? |id |#)?)#?(\d{5,9})(?![\p{L}\d_]|[.,]\d)/giu;
const MAIL = /(?<![\p{L}\d.+_-])[\p{L}\d.+_-]{1,64}@[\p{L}\d.-]{1,255}[\p{L}\d]/gu;
const LINK = /(?<![\p{L}\d])(?:https?:\/\/|www\.)[^\s"'<>)\]]{1,300}/giu;
const TOKEN = /(?<![\p{L}\d_])[\p{L}\d](?:[\p{L}\d_-]*[\p{L}\d])?/gu;
/** Digits of a plain number can be many; those of a name are more. */
const DIGITS_OF_NUMBER_MAX = 7;
const DIGITS_OF_MIXED_MAX = 5;

const digitsIn = (token: string): number => token.replace(/\D/g, '').length;

/** Whether a token can only be the name of a record. */
export const isRecordName = (token: string): boolean => {
  const digits = digitsIn(token);
  if (digits === 0) return false;
  if (token.includes('_')) return true;
  return /^[\d-]+$/.test(token)
    ? digits > DIGITS_OF_NUMBER_MAX - (token.includes('-') ? 1 : 0)
    : digits > DIGITS_OF_MIXED_MAX;
};

/** The names a result's text gives: whole tokens, as they stand. */
export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? [];

export interface IdsTaken {
  readonly rest: string;
  readonly orders: readonly OrderFact[];
  readonly contacts: readonly Placed[];
}

/** Order ids, mail addresses and links, and the text without them. */
export const takeOrders = (text: string): IdsTaken => {
  const mails = takeOut(text, MAIL);
  const links = takeOut(mails.rest, LINK);
  const marked = takeOut(links.rest, ORDER);
  const spaced = takeOut(marked.rest, SPACED);
  const numbered = takeOut(spaced.rest, NUMBERED);
  const orders = [...marked.taken, ...spaced.taken, ...numbered.taken]
    .map(({ at, end, source, groups: [spelt = ''] }) => ({ at, end, source, digits: spelt.replace(/\s/g, '') }))
    .map(({ at, end, source, digits }) => ({
      at,
      end,
      source,
      id: canonicalOrderId(`#W${digits}`) ?? `#W${digits}`,
    }))
    .sort((a, b) => a.at - b.at);
  return { rest: numbered.rest, orders, contacts: [...mails.taken, ...links.taken] };
};

/** Every other name of a record, and the text without them. Figures with decimals or a currency are amounts, however long. */
export const takeIds = (text: string): { readonly rest: string; readonly ids: readonly Placed[] } => {
  const { rest, taken } = takeOut(text, TOKEN, ({ at, end, source }) => {
    const isFigure =
      /^\d+$/.test(source) &&
      (/^[.,]\d/.test(text.slice(end, end + 2)) || /[$€£.,]\s?$/.test(text.slice(Math.max(0, at - 2), at)));
    return !isFigure && isRecordName(source);
  });
  return { rest, ids: taken };
};
