// A shop whose customer bears canaries, tools that fail with them, and a payment company that answers with them. All of it is
// handed to the product by its own settings.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { canaries, sentence, shopCanaries } from './canary-words';

const root = resolve(__dirname, '..', '..');

interface CanaryOrder {
  readonly orderId: string;
  readonly total: string;
  readonly method: string;
}
const order = (last: number, total: string): CanaryOrder => ({
  orderId: `#W91000${String(last).padStart(2, '0')}`,
  total,
  method: 'paypal_9144170',
});

export const orders = {
  offline: order(1, '52.01'),
  approved: order(2, '250.00'),
  rejected: order(3, '250.00'),
  bare: order(4, '250.00'),
  bareToo: order(10, '260.00'),
  stopped: order(5, '250.00'),
  toolFails: order(6, '52.01'),
  factsFail: order(7, '52.01'),
  refusedOutside: order(8, '21.00'),
  codeOutside: order(9, '22.00'),
} as const;

const customer = {
  id: shopCanaries.customerId,
  value: {
    name: { first_name: shopCanaries.firstName, last_name: shopCanaries.lastName },
    email: shopCanaries.mail,
    payment_methods: { paypal_9144170: { source: 'paypal', id: 'paypal_9144170' } },
  },
};

const toRecord = ({ orderId, total, method }: CanaryOrder): object => ({
  id: orderId,
  value: {
    user_id: shopCanaries.customerId,
    status: 'delivered',
    delivered_days_ago: 3,
    items: [
      {
        name: 'Kettle',
        product_id: '4354588079',
        item_id: '6242772310',
        price: Number(total),
        options: { size: 'large' },
      },
    ],
    fulfillments: [{ tracking_id: ['203283266934'] }],
    payment_history: [{ transaction_type: 'payment', amount: Number(total), payment_method_id: method }],
  },
});

/** Subjects for whom asking whether they exist throws. */
export const failingSubject = 'establish_fails';

const toolsModule = `
const { createSupportTools } = require(${JSON.stringify(join(root, 'dist/activities/tools/support/index.js'))});
const fail = (words) => { throw new Error(words); };
exports.createTools = (options) => {
  const tools = createSupportTools(options);
  return {
    ...tools,
    establish: async (subject) =>
      subject === ${JSON.stringify(failingSubject)} ? fail(${JSON.stringify(sentence(canaries.establishThrown))}) : tools.establish(subject),
    facts: async (tool, args, subject) =>
      args.order_id === ${JSON.stringify(orders.factsFail.orderId)}
        ? fail(${JSON.stringify(sentence(canaries.factsThrown))})
        : tools.facts(tool, args, subject),
    reads: {
      find_orders: async () => fail(${JSON.stringify(sentence(canaries.toolThrown))}),
      get_order: async (args, context) =>
        args.order_id === ${JSON.stringify(orders.toolFails.orderId)}
          ? { status: 'permanent', code: 'shop.down', words: ${JSON.stringify(sentence(canaries.toolWords))} }
          : tools.reads.get_order(args, context),
    },
  };
};
`;

/** Writes the shop's records, its tools and a configuration into `folder`; returns the configuration's path. */
export const writeCanaryShop = (folder: string): string => {
  const data = join(folder, 'shop');
  mkdirSync(data, { recursive: true });
  const lines = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
  writeFileSync(join(data, 'customers.jsonl'), lines([customer]));
  writeFileSync(join(data, 'orders.jsonl'), lines(Object.values(orders).map(toRecord)));
  writeFileSync(join(data, 'products.jsonl'), readFileSync(join(root, 'data/support/products.jsonl')));
  writeFileSync(join(folder, 'canary-tools.cjs'), toolsModule);
  const agent = {
    name: 'support',
    workflowType: 'supportTurn',
    kit: 'agents/support/kit#supportKit',
    tools: './canary-tools.cjs#createTools',
    data: relative(root, data),
  };
  const config = join(folder, 'turnkeep.config.json');
  writeFileSync(config, JSON.stringify({ agents: [agent] }));
  return config;
};

export interface CanaryGateway {
  readonly url: string;
  /** Where everything goes that is not answered with canaries. */
  forwardTo(url: string): void;
  stop(): Promise<void>;
}

/** Stands before the sandbox: refuses one order with a message, and answers another once with a code, that are canaries. */
export const startCanaryGateway = async (): Promise<CanaryGateway> => {
  let target = '';
  let broken = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const answer = (status: number, error: { code: string; message: string }): void => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }));
      };
      if (body.includes(orders.refusedOutside.orderId))
        answer(402, { code: 'refund_refused', message: sentence(canaries.refusalMessage) });
      else if (body.includes(orders.codeOutside.orderId) && broken++ === 0)
        answer(500, { code: sentence(canaries.errorCode), message: sentence(canaries.errorMessage) });
      else {
        const forwarded = await forward(target, request, body);
        response.writeHead(forwarded.status, { 'Content-Type': 'application/json' }).end(await forwarded.text());
      }
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (url) => {
      target = url;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
};

const forward = (target: string, request: IncomingMessage, body: string): Promise<Response> => {
  const key = request.headers['idempotency-key'];
  return fetch(target + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers: { 'Content-Type': 'application/json', ...(typeof key === 'string' ? { 'Idempotency-Key': key } : {}) },
    ...(body === '' ? {} : { body }),
  });
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};
