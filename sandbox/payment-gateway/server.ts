import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, errorAnswer, jsonAnswer, RequestRefused } from './answers';
import { invalidRequest } from './checks';
import { FaultBoard, parseFaults } from './faults';
import { parseJson, readBody, SANDBOX_HEADERS, send } from './http-io';
import type { Charge, Ledger } from './ledger';
import { RefundDesk, refundView } from './refund-desk';

const REFUND_PATH = /^\/v1\/refunds\/([^/]+)$/;

export function createGatewayServer(ledger: Ledger): Server {
  const gateway = new Gateway(ledger);
  const server = createServer((request, response) => void gateway.handle(request, response));
  server.on('clientError', refuseBrokenHttp);
  return server;
}

class Gateway {
  private readonly faults = new FaultBoard();
  private readonly desk: RefundDesk;

  constructor(private readonly ledger: Ledger) {
    this.desk = new RefundDesk(ledger, this.faults);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const answer = await this.route(request, response);
      if (answer !== undefined) send(response, answer);
    } catch (error) {
      // The caller hung up in the middle: nobody is left to answer.
      if (response.destroyed || response.headersSent) return;
      if (error instanceof RequestRefused) {
        send(response, errorAnswer(error.status, error.detail));
        return;
      }
      process.stderr.write(`payment sandbox: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}\n`);
      send(response, errorAnswer(500, { code: 'internal_error', message: 'The gateway failed.' }));
    }
  }

  /** Refund orders are answered at the desk, because faults decide how: all others leave their answer here. */
  private async route(request: IncomingMessage, response: ServerResponse): Promise<Answer | undefined> {
    const target = parseTarget(request);
    switch (`${request.method ?? ''} ${target.pathname}`) {
      case 'POST /v1/refunds':
        await this.desk.handle(request, response, 'refund');
        return undefined;
      case 'POST /v1/cancellations':
        await this.desk.handle(request, response, 'cancellation');
        return undefined;
      case 'GET /v1/refunds':
        return this.listRefunds(target.searchParams);
      case 'GET /v1/ledger':
        return this.showLedger();
      case 'GET /healthz':
        return jsonAnswer({ sandbox: true });
      case 'POST /sandbox/faults':
        this.faults.replace(parseFaults(parseJson(await readBody(request))));
        return this.showFaults();
      case 'GET /sandbox/faults':
        return this.showFaults();
      case 'DELETE /sandbox/faults':
        this.faults.replace([]);
        return this.showFaults();
      default:
        return this.showRefund(request.method, target.pathname);
    }
  }

  private listRefunds(query: URLSearchParams): Answer {
    const [filter, ...more] = [...query];
    if (filter === undefined || more.length > 0) {
      throw invalidRequest('Give exactly one of idempotency_key and order_reference.');
    }
    const [name, value] = filter;
    if (name === 'idempotency_key') return jsonAnswer({ data: this.ledger.chargesByKey(value).map(refundView) });
    if (name === 'order_reference') return jsonAnswer({ data: this.ledger.chargesByOrder(value).map(refundView) });
    throw invalidRequest(`Unknown query field ${JSON.stringify(name)}.`, name);
  }

  private showRefund(method: string | undefined, pathname: string): Answer {
    const id = method === 'GET' ? REFUND_PATH.exec(pathname)?.[1] : undefined;
    if (id === undefined) throw new RequestRefused(404, { code: 'not_found', message: 'There is no such route.' });
    const charge = this.ledger.findCharge(id);
    if (charge === undefined)
      throw new RequestRefused(404, { code: 'refund_not_found', message: 'There is no such refund.' });
    return jsonAnswer(refundView(charge));
  }

  private showLedger(): Answer {
    const line = ({ id, key, order_reference, amount, currency, created_ms }: Charge): object => ({
      id,
      key,
      order_reference,
      amount,
      currency,
      created_ms,
    });
    return jsonAnswer({ charges: this.ledger.allCharges().map(line), ...this.ledger.counters() });
  }

  private showFaults(): Answer {
    return jsonAnswer({ faults: this.faults.list() });
  }
}

function parseTarget(request: IncomingMessage): URL {
  const target = request.url ?? '/';
  const base = 'http://127.0.0.1';
  if (!URL.canParse(target, base))
    throw new RequestRefused(404, { code: 'not_found', message: 'There is no such route.' });
  return new URL(target, base);
}

function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { body } = errorAnswer(400, { code: 'invalid_http', message: 'The request is not valid HTTP.' });
  const sandbox = Object.entries(SANDBOX_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 400 Bad Request\r\n${sandbox.join('')}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
