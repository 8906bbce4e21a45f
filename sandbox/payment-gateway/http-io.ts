import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Answer, RequestRefused } from './answers';

const BODY_LIMIT = 64 * 1024;

// A body over the limit is read on and thrown away up to here, because closing on a caller who is still sending would
// reset the connection before the 413 is read.
const DISCARD_LIMIT = 4 * 1024 * 1024;

export const SANDBOX_HEADERS = { 'X-Sandbox': 'turnkeep-payment-sandbox' } as const;

export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = (): RequestRefused =>
      new RequestRefused(413, { code: 'body_too_large', message: `The body may have at most ${BODY_LIMIT} bytes.` });
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      else if (size > DISCARD_LIMIT) reject(tooLarge());
    });
    request.on('end', () => {
      if (size > BODY_LIMIT) reject(tooLarge());
      else resolve(Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
}

export function parseJson(body: Buffer): unknown {
  let text: string;
  try {
    // Replacing broken bytes would let two different bodies look like one. A byte order mark is no JSON either.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new RequestRefused(400, { code: 'invalid_utf8', message: 'The body is not valid UTF-8.' });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestRefused(400, { code: 'invalid_json', message: 'The body is not valid JSON.' });
  }
}

export function send(response: ServerResponse, answer: Answer, extra: OutgoingHttpHeaders = {}): void {
  response.writeHead(answer.status, headersOf(answer, extra));
  response.end(answer.body);
}

/** Promises the whole body, sends half of it and hangs up. */
export function sendCut(response: ServerResponse, answer: Answer, extra: OutgoingHttpHeaders = {}): void {
  const bytes = Buffer.from(answer.body, 'utf8');
  response.writeHead(answer.status, headersOf(answer, extra));
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function headersOf(answer: Answer, extra: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return {
    ...SANDBOX_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(answer.body, 'utf8'),
    // The rest of a body that was too large must not be taken for the next request.
    ...(answer.status === 413 ? { Connection: 'close' } : {}),
    ...extra,
  };
}
