import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly replayed: string | null;
  readonly headers: Headers;
}

export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly param?: string };
}

export interface RefundBody {
  readonly id: string;
  readonly amount: number;
}

export interface StoredRows {
  readonly integrity: unknown;
  readonly answers: readonly { answer_no: number; key: string; status: number; body: string }[];
  readonly charges: readonly { answer_no: number; key: string; id: string }[];
}

export const REFUND = {
  payment_reference: 'pay_1',
  order_reference: 'order_1',
  amount: 1250,
  currency: 'USD',
} as const;

const folders: string[] = [];

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'payment-gateway-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Posts a refund. Text and bytes go out as they are, everything else as JSON. */
export function postRefund(url: string, key: string | undefined, body: unknown = REFUND): Promise<Reply> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return request(url, '/v1/refunds', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    body: raw ? body : JSON.stringify(body),
  });
}

export async function request(url: string, route: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url + route, init);
  const text = await response.text();
  return {
    status: response.status,
    text,
    replayed: response.headers.get('Idempotent-Replayed'),
    headers: response.headers,
  };
}

export function errorOf(reply: Reply): ErrorBody['error'] {
  return (JSON.parse(reply.text) as ErrorBody).error;
}

export function refundOf(reply: Reply): RefundBody {
  return JSON.parse(reply.text) as RefundBody;
}

/** Reads the database of a gateway that has ended. */
export function storedRows(folder: string): StoredRows {
  const db = new Database(path.join(folder, 'gateway.sqlite'));
  try {
    return {
      integrity: db.pragma('integrity_check', { simple: true }),
      answers: db.prepare('SELECT answer_no, key, status, body FROM answers').all() as StoredRows['answers'],
      charges: db.prepare('SELECT answer_no, key, id FROM charges').all() as StoredRows['charges'],
    };
  } finally {
    db.close();
  }
}
