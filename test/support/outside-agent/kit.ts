import type { AgentKit } from '../../../core/moves/agent-kit';
import { findBookArgs, lendBookArgs, textOf } from './schemas';

const promptVersion = 'shelf@1';

/** The library's tools, prompt and policy for the worker. */
export const shelfKit: AgentKit = {
  name: 'shelf',
  tools: [
    {
      name: 'find_book',
      tag: 'reads',
      description:
        'Finds a book by its title. title: words of the title. Returns book_id and title. Take it before lend_book.',
      args: findBookArgs,
      freeText: [],
      caseSensitive: [],
      idempotent: 'yes',
      identity: [],
      timeoutMs: 5_000,
    },
    {
      name: 'lend_book',
      tag: 'writes',
      description:
        'Lends a book to the reader. book_id: from find_book. Returns the loan. Take find_book when the id is not known.',
      args: lendBookArgs,
      freeText: ['note'],
      caseSensitive: ['book_id'],
      idempotent: 'byKey',
      identity: ['book_id'],
      timeoutMs: 5_000,
    },
  ],
  prompt: (version) => {
    if (version !== promptVersion) throw new Error(`no prompt ${version}`);
    return 'You are a library desk. Answer as JSON: {"message": "..."}.';
  },
  promptVersion,
  limits: {
    stepMax: 4,
    atStepCap: 'abort',
    movesWithoutModelCallMax: 40,
    tokensMax: 20_000,
    costMicroMax: 1_000,
    toolCallsMax: 5,
    perToolCallsMax: {},
    workingMs: 60_000,
    finalizationReserve: 0.1,
    outputTokensMax: 300,
    volatileRepeatsMax: 1,
    historyEventsMax: 1_000,
    historyBytesMax: 1_048_576,
  },
  reviewExpiryMs: 3_600_000,
  guardAttemptsMax: 2,
  answerSchemaName: 'libraryReply',
  answerCharsMax: 1_000,
  rulesOf: () => ({ shelf: 1 }),
  identify: ({ args }) => ({
    identity: { book_id: args['book_id'] ?? null },
    orderRef: null,
    items: 'whole',
    amount: null,
    currency: null,
    orderTotal: null,
  }),
  judge: ({ args, facts }) =>
    facts['lent'] === true
      ? { answer: 'refuse', rule: 'shelf.lent', words: `${textOf(args, 'book_id')} is lent already` }
      : { answer: 'allow', rule: 'shelf.free', words: 'the book is there' },
  readOffline: () => ({
    text: JSON.stringify({ message: 'The desk is closed.' }),
    calls: [],
    ending: 'answered',
    usage: { inputTokens: 1, outputTokens: 1 },
    model: 'offline',
  }),
  deterministicReply: () => 'A colleague looks after it.',
};
