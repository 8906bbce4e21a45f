/** What the gateway says to a caller: the exact bytes matter, because a stored answer is replayed as it was. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface ErrorDetail {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
}

/** A request the gateway turns away. Thrown for answers that are never stored under the caller's key. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly detail: ErrorDetail,
  ) {
    super(detail.message);
    this.name = 'RequestRefused';
  }
}

export function errorAnswer(status: number, error: ErrorDetail): Answer {
  return { status, body: JSON.stringify({ error }) };
}

export function jsonAnswer(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}
