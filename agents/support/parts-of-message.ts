// The wishes of one message, told apart: several orders may be named, a wish to cancel may stand beside one for money. What is said
// around a wish stays with it, so that its reason, its items and where the money goes are read together.
import {
  ALL_EXCEPT,
  ALL_ORDERS,
  AMOUNT_OF_NEXT,
  CANCEL_AND_REFUND,
  CANCEL_NEGATED,
  CUT,
  SEVERAL_ORDERS,
} from './phrases-of-parts';
import { REFUND_NEGATED } from './phrases';
import { isCancelRequest, isRefundRequest, readMessage } from './read-message';
import { toPlain, toSentences } from './read-text';
import type { OrderStances } from './stance-to-orders';

export type PartKind = 'cancel' | 'refund';

export interface Part {
  readonly kind: PartKind;
  /** What was said of it, oldest first. */
  readonly texts: readonly string[];
  /** Orders that are not, or no longer, meant. */
  readonly except: readonly string[];
  /** Orders of which it is open whether they are meant: asked about before anything is proposed. */
  readonly open?: readonly string[];
}

export interface Segment {
  readonly kind: PartKind | null;
  /** Says what is not to be done. */
  readonly isNot: boolean;
  readonly text: string;
}

const kindOf = (text: string): PartKind | null => {
  if (isCancelRequest(text)) return 'cancel';
  return isRefundRequest(text) ? 'refund' : null;
};

const isNegated = (text: string): boolean =>
  kindOf(text) === null && (CANCEL_NEGATED.test(text) || REFUND_NEGATED.some((pattern) => pattern.test(text)));

/** Clauses of a message; a clause that only goes on stays with the one before it. */
export const toSegments = (typed: string): readonly Segment[] => {
  const plain = toPlain(typed).replace(CANCEL_AND_REFUND, 'cancel').replace(AMOUNT_OF_NEXT, '$1; refund ');
  const clauses = toSentences(plain).flatMap((sentence) => sentence.split(CUT).map((clause) => clause.trim()));
  return clauses
    .filter((clause) => /[\p{L}\d]/u.test(clause))
    .map((text) => ({ kind: kindOf(text), isNot: isNegated(text), text }));
};

/** The orders a wish names, as last said, without those that are not meant. */
export const orderIdsOf = (part: Part): readonly string[] =>
  part.texts
    .map((text) => readMessage(text).orderIds.filter((id) => !part.except.includes(id)))
    .findLast((ids) => ids.length > 0) ?? [];

/** What a message says of orders it names, laid over the wishes; one whose orders are all kept is gone. */
export const withStances = (parts: readonly Part[], stances: OrderStances, wishedBefore: readonly string[]) => {
  const { kept, asked, open } = stances;
  const notMeant = [...kept, ...asked.filter((id) => !wishedBefore.includes(id))];
  if (notMeant.length + open.length === 0) return parts;
  return parts
    .map((part) => ({
      ...part,
      except: [...new Set([...part.except, ...notMeant])],
      open: [...(part.open ?? []), ...open],
    }))
    .filter((part) => !part.texts.some(namesOrder) || orderIdsOf(part).length > 0 || isForSeveral(part));
};

/** A wish to cancel several orders without their numbers: all there are, or those that hold what is named. */
export const isForSeveral = ({ kind, texts }: Part): boolean => {
  const first = toPlain(texts[0] ?? '');
  if (kind !== 'cancel') return false;
  return ALL_EXCEPT.test(first) || (!namesOrder(first) && (ALL_ORDERS.test(first) || SEVERAL_ORDERS.test(first)));
};

export const namesOrder = (text: string): boolean => readMessage(text).orderIds.length > 0;

/** Whether wishes of one kind are wishes of their own: each names its order. */
const standApart = (segments: readonly Segment[]): boolean => {
  const kinds = new Set(segments.map(({ kind }) => kind));
  return kinds.size > 1 || kinds.has('cancel') || segments.every(({ text }) => namesOrder(text));
};

/** A wish to cancel that says nothing of an order belongs to the one beside it. */
const saysNoOrder = (kind: PartKind, lines: readonly string[]): boolean =>
  kind === 'refund' ? !lines.some(namesOrder) : !lines.some((line) => /\borders?\b|#?w\d{7}/.test(line));

/** "The lamp broke, return it": what a wish is about stands before it. */
const POINTS_BACK =
  /\b(?:cancel|return|refund|send back|want) (?:it|that|this|them|these|those|both)\b|\b(?:both|all) of them\b|\bcancell?ed$/;

interface Draft {
  readonly kind: PartKind;
  readonly lines: readonly string[];
}

const addLines = (drafts: readonly Draft[], at: number, lines: readonly string[]): readonly Draft[] =>
  drafts.map((draft, index) => (index === at ? { ...draft, lines: [...draft.lines, ...lines] } : draft));

/** Puts a wish behind the ones before it; what stood between belongs to it when it points back, else to the one before. */
const addWish = (drafts: readonly Draft[], kind: PartKind, [text, ...around]: readonly [string, ...string[]]) => {
  const pointsBack = drafts.length === 0 || POINTS_BACK.test(text);
  const before = pointsBack ? drafts : addLines(drafts, drafts.length - 1, around);
  const lines = pointsBack ? [...around, text] : [text];
  const same = saysNoOrder(kind, lines) ? before.findLastIndex((draft) => draft.kind === kind) : -1;
  return same < 0 ? [...before, { kind, lines }] : addLines(before, same, lines);
};

const draftsOf = (segments: readonly Segment[]): readonly Draft[] => {
  let drafts: readonly Draft[] = [];
  let around: readonly string[] = [];
  for (const { kind, text } of segments) {
    if (kind === null) around = [...around, text];
    else {
      drafts = addWish(drafts, kind, [text, ...around]);
      around = [];
    }
  }
  return addLines(drafts, drafts.length - 1, around);
};

/** The wishes of one message, each with what is said around it. */
export const partsOf = (typed: string, segments: readonly Segment[]): readonly Part[] => {
  const wishes = segments.filter(({ kind }) => kind !== null);
  const kind = wishes[0]?.kind ?? null;
  if (kind === null) return [];
  if (wishes.length === 1 || !standApart(wishes)) return [{ kind, texts: [typed], except: [] }];
  return draftsOf(segments).map((draft) => ({ kind: draft.kind, texts: [draft.lines.join('\n')], except: [] }));
};
