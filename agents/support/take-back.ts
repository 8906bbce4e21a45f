// A customer takes back what was asked for, or answers a colleague. What waits for a person is a person's to stop: the reader can
// not, and must not say that nothing happens; what was done is a person's to undo.
import { nameWaiting } from './answers';
import { handOff, type NextMove } from './next-move';
import { UNDOES, WITHDRAWS } from './phrases-of-parts';
import type { Reading } from './read-message';
import type { Knowledge } from './read-transcript';
import { ordersAskedIn } from './told-before';

const NOTE_MAX = 400;

/** A no to a question of ours about another order is an answer. */
const answersAnother = ({ orderIds }: Reading, { dialog, waiting }: Knowledge): boolean => {
  const asked = ordersAskedIn(dialog.at(-1)?.said ?? '');
  if (orderIds.length > 0) return !waiting.some(({ orderId }) => orderIds.includes(orderId));
  return asked.length > 0 && !waiting.some(({ orderId }) => asked.includes(orderId));
};

const isTakenBack = ({ wish, plain }: Reading): boolean =>
  wish === 'no' || wish === 'noRefund' || WITHDRAWS.test(plain);

/** A hand-off that says what is taken back; null for any other message. */
export const takeBack = (last: Reading, known: Knowledge): NextMove | null => {
  if (UNDOES.test(last.plain) && known.done.length > 0) {
    return handOff('outsideScope', `the customer wants something undone that was done for ${known.done.join(', ')}`);
  }
  if (known.waiting.length === 0 || !isTakenBack(last) || answersAnother(last, known)) return null;
  const meant = known.waiting.filter(({ orderId }) => last.orderIds.length === 0 || last.orderIds.includes(orderId));
  const note = `the customer takes back what waits for a decision: ${meant.map(nameWaiting).join('; ')}`;
  return handOff('cannotProceed', note.slice(0, NOTE_MAX));
};

/** Words without a wish of their own, after a colleague asked back, are for the colleague. */
export const answerPerson = ({ wish }: Reading, { wasAskedBack }: Knowledge): NextMove | null =>
  wasAskedBack && (wish === 'none' || wish === 'yes' || wish === 'no')
    ? handOff('cannotProceed', 'the customer answers the question a colleague asked before deciding')
    : null;
