// What support said to the customer before, read from the sentences the offline reader itself writes (answers.ts): which effects it
// told the end of, and which orders its question was about. Of another writer's words it reads less, and asks once more.
const TOLD_REFUND = /\brefund of [\d.,]{1,12} USD for order (#W\d{7})/g;
const TOLD_CANCEL = /\b(?:cancelled order|cancellation of order) (#W\d{7})/g;
/** The question that offers a cancellation. */
export const ASKED_TO_CANCEL = /\bShall I cancel order #W\d{7}\?/;
const ORDER = /#W\d{7}/g;

/** As core/moves/earlier-view.ts writes them. */
const FACT_REFUND = /\bprocess_refund [\d.]{1,16} [A-Z]{3} of order (#W\d{7}):/g;
const FACT_CANCEL = /\bcancel_order(?: [\d.]{1,16} [A-Z]{3})? of order (#W\d{7}):/g;

export interface Told {
  readonly kind: 'cancel' | 'refund';
  readonly orderId: string;
}

const linesOf = (said: string, isQuestion: boolean): string =>
  said
    .split('\n')
    .filter((line) => line.includes('?') === isQuestion)
    .join('\n');

const idsIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);

/** The effects whose end was told, in a reply or by the program; what waits for a person is told too: it is not asked for again. */
export const toldIn = (said: string, facts: string): readonly Told[] => {
  const lines = linesOf(said, false);
  const all = [
    ...idsIn(facts, FACT_REFUND).map((orderId) => ({ kind: 'refund' as const, orderId })),
    ...idsIn(facts, FACT_CANCEL).map((orderId) => ({ kind: 'cancel' as const, orderId })),
    ...idsIn(lines, TOLD_REFUND).map((orderId) => ({ kind: 'refund' as const, orderId })),
    ...idsIn(lines, TOLD_CANCEL).map((orderId) => ({ kind: 'cancel' as const, orderId })),
  ];
  return all.filter((one, at) => all.findIndex((b) => b.kind === one.kind && b.orderId === one.orderId) === at);
};

/** The orders a question named; none when it listed several to choose from. */
export const ordersAskedIn = (said: string): readonly string[] => [...new Set(idsIn(linesOf(said, true), ORDER))];

const TOLD_DONE = /\bI have (?:made the refund of [\d.,]{1,12} USD for|cancelled) order (#W\d{7})/g;

/** The orders of which a reply told that something was done. */
export const toldDoneIn = (said: string): readonly string[] => idsIn(said, TOLD_DONE);
