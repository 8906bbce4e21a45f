// What a customer wants done, over the whole case: a list of parts, each one wish (to cancel, to get money back) with all that was
// said of it. A case has several when several orders are named, when a wish to cancel stands beside one for money, or when the
// customer adds one later. What was told to be settled is no open part any more; a no takes its part away.
import { NO, RETRACTED, YES } from './phrases';
import { ADDITION, CUT, INSTEAD, CANCEL_AND_REFUND } from './phrases-of-parts';
import { isCancelRequest, isRefundRequest, readMessage } from './read-message';
import { toPlain, toSentences } from './read-text';
import type { Exchange } from './read-transcript';
import { ordersAskedIn, toldIn, type Told } from './told-before';

export type PartKind = 'cancel' | 'refund';

export interface Part {
  readonly kind: PartKind;
  /** What was said of it, oldest first. */
  readonly texts: readonly string[];
}

interface Segment {
  readonly kind: PartKind | null;
  readonly text: string;
}

const kindOf = (text: string): PartKind | null => {
  if (isCancelRequest(text)) return 'cancel';
  return isRefundRequest(text) ? 'refund' : null;
};

/** Clauses of a message; a clause that only goes on stays with the one before it. */
const toSegments = (typed: string): readonly Segment[] => {
  const plain = toPlain(typed).replace(CANCEL_AND_REFUND, 'cancel');
  const clauses = toSentences(plain).flatMap((sentence) => sentence.split(CUT).map((clause) => clause.trim()));
  return clauses.filter((clause) => /[\p{L}\d]/u.test(clause)).map((text) => ({ kind: kindOf(text), text }));
};

const orderIdsOf = (part: Part): readonly string[] =>
  part.texts.map((text) => readMessage(text).orderIds).findLast((ids) => ids.length > 0) ?? [];

const namesOrder = (text: string): boolean => readMessage(text).orderIds.length > 0;

/** Whether wishes of one kind are wishes of their own: each names its order. */
const standApart = (segments: readonly Segment[]): boolean => {
  const kinds = new Set(segments.map(({ kind }) => kind));
  return kinds.size > 1 || segments.every(({ text }) => namesOrder(text));
};

/** The wishes of one message, what is said around them kept with the wish before it, or with the first. */
const partsOf = (typed: string, segments: readonly Segment[]): readonly Part[] => {
  const wishes = segments.filter(({ kind }) => kind !== null);
  const [first] = wishes;
  if (first === undefined || first.kind === null) return [];
  if (wishes.length === 1 || !standApart(wishes)) return [{ kind: first.kind, texts: [typed] }];
  const parts: { kind: PartKind; texts: string[] }[] = [];
  const lead: string[] = [];
  for (const { kind, text } of segments) {
    const current = parts.at(-1);
    if (kind !== null) parts.push({ kind, texts: [text] });
    else if (current === undefined) lead.push(text);
    else current.texts[0] = `${current.texts[0] ?? ''}\n${text}`;
  }
  const [opening] = parts;
  if (opening !== undefined && lead.length > 0) opening.texts[0] = [...lead, opening.texts[0]].join('\n');
  return parts;
};

/** Takes away what was told to be settled: by order where the part names it, else one part of that kind for each that is left. */
const withoutTold = (parts: readonly Part[], told: readonly Told[]): readonly Part[] => {
  let left = [...told];
  const take = (fits: (one: Told) => boolean): boolean => {
    const index = left.findIndex(fits);
    if (index < 0) return false;
    left = left.filter((_one, at) => at !== index);
    return true;
  };
  const open = parts.filter((part) => {
    const ids = orderIdsOf(part);
    if (ids.length === 0) return true;
    const isTold = ids.every((id) => told.some((one) => one.kind === part.kind && one.orderId === id));
    if (isTold) left = left.filter((one) => one.kind !== part.kind || !ids.includes(one.orderId));
    return !isTold;
  });
  return open.filter((part) => orderIdsOf(part).length > 0 || !take((one) => one.kind === part.kind));
};

const addText = (parts: readonly Part[], index: number, text: string): readonly Part[] =>
  parts.map((part, at) => (at === index ? { ...part, texts: [...part.texts, text] } : part));

/** The part an answer belongs to: of the order that was asked about, else the first without an order, else the last. */
const partAnswered = (parts: readonly Part[], asked: readonly string[], text: string): number => {
  const named = readMessage(text).orderIds;
  const about = [...named, ...asked];
  const byOrder = parts.findIndex((part) => orderIdsOf(part).some((id) => about.includes(id)));
  if (byOrder >= 0) return byOrder;
  const open = parts.findIndex((part) => orderIdsOf(part).length === 0);
  return open >= 0 ? open : parts.length - 1;
};

const withoutRefused = (parts: readonly Part[], asked: readonly string[]): readonly Part[] =>
  asked.length === 0
    ? []
    : parts.filter((part) => {
        const ids = orderIdsOf(part);
        return ids.length > 0 && !ids.some((id) => asked.includes(id));
      });

const ALSO = /\b(?:also|as well|too|and|plus|another|other)\b/;

/** A new wish takes the place of open ones of its kind when it says so, or names its order without adding to them. */
const replaces = (next: Part, before: Part): boolean => {
  const text = toPlain(next.texts.join('\n'));
  if (INSTEAD.test(text)) return true;
  return before.kind === next.kind && namesOrder(text) && !ALSO.test(text);
};

const addWishes = (parts: readonly Part[], typed: string, segments: readonly Segment[]): readonly Part[] => {
  const fresh = partsOf(typed, segments);
  const kept = fresh.length === 1 ? parts.filter((part) => !fresh.some((next) => replaces(next, part))) : parts;
  return [...kept, ...fresh];
};

/** An answer without a wish of its own, or an addition to what was asked for before. */
const addAnswer = (parts: readonly Part[], typed: string, before: Told | undefined, asked: readonly string[]) => {
  const plain = toPlain(typed);
  const refunds = parts.findLastIndex((part) => part.kind === 'refund');
  if (ADDITION.test(plain) && refunds >= 0) return addText(parts, refunds, typed);
  if (ADDITION.test(plain) && before?.kind === 'refund') return [...parts, { kind: 'refund' as const, texts: [typed] }];
  return parts.length === 0 ? parts : addText(parts, partAnswered(parts, asked, typed), typed);
};

const addExchange = (earlier: readonly Part[], { said, typed }: Exchange): readonly Part[] => {
  const told = toldIn(said);
  const parts = withoutTold(earlier, told);
  const asked = ordersAskedIn(said);
  const plain = toPlain(typed);
  const segments = toSegments(typed);
  const first = toSentences(plain)[0] ?? '';
  if (RETRACTED.test(plain)) return [];
  if (said.includes('?') && YES.test(first)) {
    const own = segments.filter(({ kind, text }) => kind !== null && !isAnswer(text, asked));
    const answered =
      parts.length === 0 ? parts : addText(parts, partAnswered(parts, asked, typed), yesOf(segments, own));
    return [...answered, ...own.flatMap(({ text }) => partsOf(text, toSegments(text)))];
  }
  const kept = NO.test(first) ? withoutRefused(parts, asked) : parts;
  if (segments.some(({ kind }) => kind !== null)) return addWishes(kept, typed, segments);
  if (NO.test(first) && !namesOrder(typed)) return kept;
  return addAnswer(NO.test(first) ? parts : kept, typed, told.at(-1), asked);
};

/** "Yes, refund 52.10 USD for order #W1234567" answers; "yes, and return the lamp too" wants more. */
const isAnswer = (text: string, asked: readonly string[]): boolean => {
  const ids = readMessage(text).orderIds;
  return ids.length > 0 ? ids.every((id) => asked.includes(id)) : YES.test(text);
};

const yesOf = (segments: readonly Segment[], own: readonly Segment[]): string =>
  segments
    .filter((segment) => !own.includes(segment))
    .map(({ text }) => text)
    .join('\n') || 'yes';

/** The wishes that are open after the last message, oldest first. */
export const collectParts = (dialog: readonly Exchange[]): readonly Part[] => dialog.reduce(addExchange, []);
