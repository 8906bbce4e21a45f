// What a customer wants done, over the whole case: a list of parts, each one wish (to cancel, to get money back) with all that was
// said of it. What was told to be settled is no open part any more; a no takes its part away; a yes goes to the part asked about.
import {
  isForSeveral,
  namesOrder,
  orderIdsOf,
  type Part,
  partsOf,
  type Segment,
  toSegments,
  withStances,
} from './parts-of-message';
import { NO, RETRACTED, YES } from './phrases';
import { ADDITION, INSTEAD } from './phrases-of-parts';
import { readMessage } from './read-message';
import { toPlain, toSentences } from './read-text';
import type { Exchange } from './read-transcript';
import { readStances } from './stance-to-orders';
import { ASKED_TO_CANCEL, ordersAskedIn, toldIn, type Told } from './told-before';

const exceptTold = (part: Part, told: readonly Told[]): Part => ({
  ...part,
  except: [...part.except, ...told.filter((one) => one.kind === part.kind).map((one) => one.orderId)],
});

/** The part without these orders; none when it names no other. */
const exceptOrders = (part: Part, ids: readonly string[]): readonly Part[] => {
  if (isForSeveral(part)) return [{ ...part, except: [...new Set([...part.except, ...ids])] }];
  const own = orderIdsOf(part);
  if (own.length === 0 || own.every((id) => ids.includes(id))) return [];
  return [{ ...part, except: [...new Set([...part.except, ...ids])] }];
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
  const ofSeveral = parts.map((part) => (isForSeveral(part) ? exceptTold(part, told) : part));
  const open = ofSeveral.filter((part) => {
    const ids = orderIdsOf(part);
    if (ids.length === 0 || isForSeveral(part)) return true;
    const isTold = ids.every((id) => told.some((one) => one.kind === part.kind && one.orderId === id));
    if (isTold) left = left.filter((one) => one.kind !== part.kind || !ids.includes(one.orderId));
    return !isTold;
  });
  return open.filter(
    (part) => isForSeveral(part) || orderIdsOf(part).length > 0 || !take((one) => one.kind === part.kind),
  );
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
    : parts.flatMap((part) => {
        const own = orderIdsOf(part);
        return own.length > 0 && !own.some((id) => asked.includes(id)) ? [part] : exceptOrders(part, asked);
      });

const ALSO = /\b(?:also|as well|too|and|plus|another|other)\b/;

/** A new wish takes the place of open ones of its kind when it says so, or names its order without adding to them. */
const replaces = (next: Part, before: Part): boolean => {
  const text = toPlain(next.texts.join('\n'));
  if (INSTEAD.test(text)) return true;
  return before.kind === next.kind && namesOrder(text) && !ALSO.test(text);
};

/** "Return the kettle", said when it was asked what of an order is to be returned. */
const answersInOtherWords = (fresh: readonly Part[], parts: readonly Part[], asked: readonly string[]): boolean => {
  const [only, ...more] = fresh;
  if (only === undefined || more.length > 0 || asked.length !== 1) return false;
  const text = only.texts.join('\n');
  const isSameKind = parts.some((part) => part.kind === only.kind && orderIdsOf(part).some((id) => asked.includes(id)));
  return isSameKind && !namesOrder(text) && !ALSO.test(toPlain(text));
};

const addWishes = (parts: readonly Part[], { typed, segments, asked }: Heard): readonly Part[] => {
  const fresh = partsOf(typed, segments);
  if (answersInOtherWords(fresh, parts, asked)) return addText(parts, partAnswered(parts, asked, typed), typed);
  const kept = fresh.length === 1 ? parts.filter((part) => !fresh.some((next) => replaces(next, part))) : parts;
  return [...kept, ...fresh];
};

/** An exchange, as it is read. */
interface Heard {
  readonly said: string;
  readonly typed: string;
  readonly segments: readonly Segment[];
  readonly told: readonly Told[];
  /** Orders the question before it named. */
  readonly asked: readonly string[];
  readonly isNo: boolean;
}

const hear = ({ said, typed, facts }: Exchange): Heard => ({
  said,
  typed,
  segments: toSegments(typed),
  told: toldIn(said, facts),
  asked: ordersAskedIn(said),
  isNo: NO.test(toSentences(toPlain(typed))[0] ?? ''),
});

/** An answer without a wish of its own, or an addition to what was asked for before. */
const addAnswer = (parts: readonly Part[], { typed, told, asked }: Pick<Heard, 'typed' | 'told' | 'asked'>) => {
  const plain = toPlain(typed);
  const refunds = parts.findLastIndex((part) => part.kind === 'refund');
  if (ADDITION.test(plain) && refunds >= 0) return addText(parts, refunds, typed);
  if (ADDITION.test(plain) && told.at(-1)?.kind === 'refund')
    return [...parts, { kind: 'refund' as const, texts: [typed], except: [] }];
  return parts.length === 0 ? parts : addText(parts, partAnswered(parts, asked, typed), typed);
};

/** "No, I meant order #W1234567" answers; "no, not order #W1234567" refuses. */
const addNo = (parts: readonly Part[], heard: Heard): readonly Part[] => {
  const named = readMessage(heard.typed).orderIds;
  const meansAnother = named.length > 0 && !named.some((id) => heard.asked.includes(id));
  return meansAnother ? addAnswer(parts, { ...heard, asked: [] }) : withoutRefused(parts, heard.asked);
};

const addExchange = (earlier: readonly Part[], exchange: Exchange): readonly Part[] =>
  withStances(addHeard(earlier, hear(exchange)), readStances(exchange.typed), earlier.flatMap(orderIdsOf));

const addHeard = (earlier: readonly Part[], heard: Heard): readonly Part[] => {
  const { said, typed, segments, asked, isNo } = heard;
  const parts = withoutTold(earlier, heard.told);
  if (RETRACTED.test(toPlain(typed))) return [];
  if (said.includes('?') && YES.test(toSentences(toPlain(typed))[0] ?? '')) return addYes(parts, heard);
  const kept = withoutTakenBack(isNo ? withoutRefused(parts, asked) : parts, segments);
  if (segments.some(({ kind }) => kind !== null)) return addWishes(kept, heard);
  if (segments.some(({ isNot }) => isNot)) return kept;
  return isNo ? addNo(parts, heard) : addAnswer(kept, heard);
};

/** A yes goes to the part that was asked about; what it wants beyond that is new. */
const addYes = (parts: readonly Part[], { said, segments, asked, typed }: Heard): readonly Part[] => {
  const own = segments.filter(({ kind, text }) => kind !== null && !isAnswer(text, asked));
  const at = partAnswered(parts, asked, typed);
  const isCancel = ASKED_TO_CANCEL.test(said);
  const answered = addText(parts, at, yesOf(segments, own)).map((part, index) =>
    index === at && isCancel ? { ...part, kind: 'cancel' as const } : part,
  );
  return [...answered, ...own.flatMap(({ text }) => partsOf(text, toSegments(text)))];
};

/** "Do not cancel #W1234567" takes that wish away; without a number, all of its kind. */
const withoutTakenBack = (parts: readonly Part[], segments: readonly Segment[]): readonly Part[] =>
  segments
    .filter(({ isNot }) => isNot)
    .reduce<readonly Part[]>((left, { text }) => {
      const kind = /\bcancel/.test(text) ? 'cancel' : 'refund';
      const ids = readMessage(text).orderIds;
      return left.flatMap((part) => {
        if (part.kind !== kind) return [part];
        return ids.length === 0 ? [] : exceptOrders(part, ids);
      });
    }, parts);

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
