/** A refusal of the client: `code` is the fine word, `exit` the command line's code, `next` what helps. */
export class ClientError extends Error {
  constructor(
    readonly code: string,
    readonly exit: 2 | 3 | 4 | 5 | 6 | 7 | 9,
    message: string,
    readonly next: readonly string[] = [],
  ) {
    super(message);
    this.name = 'ClientError';
  }
}
