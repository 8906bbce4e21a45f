// A stand-in for servers that speak OpenAI's interfaces. It imports nothing of ours: what it says are bytes of files, each citing the facts it
// was written after (fixtures/README.md), so that an error of our adapters cannot be repeated here. It answers in the order it was told,
// whatever it is asked, and keeps what it was asked.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface StandIn {
  /** Base URL, with `/v1`. */
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** The answers from now on, by the fixtures' names; what was seen is forgotten. */
  serve(...fixtures: readonly string[]): void;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly behaviour: string;
}

const folder = join(__dirname, 'fixtures');

/** 418, which nothing retries: a test that asks too often sees it. */
const nothingLeft: Answer = { status: 418, headers: {}, body: Buffer.from('nothing left to serve'), behaviour: '' };

const readAnswer = (fixture: string): Answer => {
  const bytes = readFileSync(join(folder, fixture));
  if (fixture.endsWith('.json'))
    return { status: 200, headers: { 'content-type': 'application/json' }, body: bytes, behaviour: '' };
  const end = bytes.indexOf('\n\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString().split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), withDate(line.slice(colon + 1).trim())];
    }),
  );
  const { 'stand-in': behaviour = '', ...sent } = headers;
  return { status: Number(first.split(' ')[1]), headers: sent, body: bytes.subarray(end + 2), behaviour };
};

const withDate = (value: string): string =>
  value.replace(/^\{date in (\d+) s\}$/, (_whole, seconds: string) =>
    new Date(Date.now() + Number(seconds) * 1_000).toUTCString(),
  );

const send = (
  { status, headers, body, behaviour }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  if (behaviour === 'reset') request.socket.destroy();
  else if (behaviour === 'silent') return;
  else if (behaviour === 'cut' || behaviour === 'stall') {
    response.writeHead(status, { ...headers, 'content-length': String(body.length + 100) });
    response.write(body, () => {
      if (behaviour === 'cut') request.socket.destroy();
    });
  } else response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
};

export const startOpenAiStandIn = async (): Promise<StandIn> => {
  let left: string[] = [];
  let seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.push({ path: request.url ?? '', headers: request.headers, body, atMs: Date.now() });
      const next = left.shift();
      send(next === undefined ? nothingLeft : readAnswer(next), request, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get seen() {
      return seen;
    },
    serve: (...fixtures) => {
      left = [...fixtures];
      seen = [];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
