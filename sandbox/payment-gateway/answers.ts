/** What the gateway says to a caller: the exact bytes matter, because a stored answer is replayed as it was. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A request the gateway turns away. Thrown for answers that are never stored under the caller's key. */
export class RequestRefused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly param?: string,
  ) {
    super(message);
    this.name = 'RequestRefused';
  }
}

export function errorAnswer(status: number, code: string, message: string, param?: string): Answer {
  return { status, body: JSON.stringify({ error: { code, message, ...(param === undefined ? {} : { param }) } }) };
}

export function refusalAnswer(refusal: RequestRefused): Answer {
  return errorAnswer(refusal.status, refusal.code, refusal.message, refusal.param);
}

export function jsonAnswer(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value) };
}
