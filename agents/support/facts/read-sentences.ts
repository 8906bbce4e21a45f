// A reply sentence by sentence, each with the facts it states. A point between digits ends no sentence; a line break does.
import { movingTimes, takeDates } from './dates-in-text';
import { takeIds, takeOrders } from './ids-in-text';
import { numbersIn } from './numbers-in-text';
import type { SentenceFacts } from './text-facts';

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff\u0001]/g;
const BREAK = /(?<=[.!?]["”')]?)\s+|\n+/u;
const ENDS_IN_QUESTION = /\?["”')\s]*$/u;

const readSentence = (text: string): SentenceFacts => {
  const { rest: withoutOrders, orders, contacts } = takeOrders(text);
  const { rest: withoutDates, dates } = takeDates(withoutOrders);
  const { rest, ids } = takeIds(withoutDates);
  const { amounts, quantities, bare } = numbersIn(rest);
  const unchecked = [...bare.map((number) => `number ${number}`), ...movingTimes(rest).map((word) => `time ${word}`)];
  return {
    text,
    isQuestion: ENDS_IN_QUESTION.test(text),
    orders,
    ids,
    contacts,
    dates,
    amounts,
    quantities,
    unchecked,
  };
};

/** The sentences of a text, blank ones left out. Letters that look alike in another width are read as one. */
export const readSentences = (text: string): readonly SentenceFacts[] =>
  text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .split(BREAK)
    .filter((sentence) => /\S/.test(sentence))
    .map(readSentence);
