/** What is told: the message alone, or with the commands that help. */
type ClientErrorWords = string | { readonly message: string; readonly next: readonly string[] };

/** A refusal of the client: `code` is the fine word, `exit` the command line's code, `next` what helps. */
export class ClientError extends Error {
  readonly next: readonly string[];

  constructor(
    readonly code: string,
    readonly exit: 2 | 3 | 4 | 5 | 6 | 7 | 9,
    words: ClientErrorWords,
  ) {
    super(typeof words === 'string' ? words : words.message);
    this.name = 'ClientError';
    this.next = typeof words === 'string' ? [] : words.next;
  }
}
