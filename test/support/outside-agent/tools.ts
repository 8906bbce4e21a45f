import type { AgentTools } from '../../../activities/tools/tool-port';
import { textOf } from './schemas';

const books: Readonly<Record<string, string>> = { 'b-1': 'Emma', 'b-2': 'Persuasion' };
/** book -> the key under which it was lent; the library's own record. */
export const loans = new Map<string, string>();
/** Every request to lend that reached the library. */
export const sent: string[] = [];

/** The library's tools; every `lend_book` is one loan under its outside key. */
export const createShelfTools = (): AgentTools => ({
  reads: {
    find_book: (args) => {
      const found = Object.entries(books).find(
        ([, title]) => title.toLowerCase() === textOf(args, 'title').toLowerCase(),
      );
      return Promise.resolve(
        found === undefined
          ? { status: 'empty' as const, value: {} }
          : { status: 'ok' as const, value: { book_id: found[0], title: found[1] } },
      );
    },
  },
  effects: {
    lend_book: {
      send: ({ args, outsideKey }) => {
        const book = textOf(args, 'book_id');
        sent.push(book);
        loans.set(book, outsideKey);
        return Promise.resolve({
          kind: 'done',
          outsideId: `loan-${book}`,
          value: { book_id: book, loan: `loan-${book}` },
        });
      },
      lookUp: (outsideKey) => {
        const loan = [...loans].find(([, key]) => key === outsideKey);
        return Promise.resolve(
          loan === undefined
            ? { kind: 'none' }
            : { kind: 'done', outsideId: `loan-${loan[0]}`, value: { book_id: loan[0] } },
        );
      },
      sendTimeoutMs: 1_000,
      keyWindowMs: 3_600_000,
    },
  },
  facts: (_tool, args) => Promise.resolve({ lent: loans.has(textOf(args, 'book_id')) }),
  establish: () => Promise.resolve(true),
  close: () => Promise.resolve(),
});
