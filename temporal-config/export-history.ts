// A history as the worker saw it, for fixtures that are replayed without a codec: sealed payloads are opened, unsealed inputs of
// starts, signals and updates are wrapped as decoding wraps them. Search attributes and headers never pass a codec, and a local
// activity's marker holds a part that the SDK's core writes unsealed: those stay as they are, or the replay fails.
// Hosts, process ids and stacks are taken out: a fixture is committed, and a replay reads none of them.
import { readFileSync } from 'node:fs';
import type { Client } from '@temporalio/client';
import type { Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import { historyToJSON, type History } from '@temporalio/common/lib/proto-utils';
import { temporal } from '@temporalio/proto';
import { isSealed, wrapUnsealed } from './payload-codec';

export interface HistoryOfRun {
  readonly workflowId: string;
  /** Left out: the current run. */
  readonly runId?: string;
  /** One with the side `passThrough`. */
  readonly codec: PayloadCodec;
}

/** A history in the JSON form that `Worker.runReplayHistory` reads. */
export interface HistoryFixture {
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/** The run's history, opened, as JSON text to commit: the same history gives the same text. */
export async function exportHistory(client: Client, { workflowId, runId, codec }: HistoryOfRun): Promise<string> {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const context = { type: 'workflow', namespace: client.options.namespace, workflowId } as const;
  return `${historyToJSON(await openHistory(history, { codec, context }))}\n`;
}

/** Reads what exportHistory wrote; refuses a file that holds no history. */
export function readHistoryFixture(path: string): HistoryFixture {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (isRecord(value) && Array.isArray(value['events']) && value['events'].length > 0) {
    return value as unknown as HistoryFixture;
  }
  throw new Error(`${path} holds no history: expected { events: [...] }. Write it anew with exportHistory.`);
}

interface Opening {
  readonly codec: PayloadCodec;
  readonly context: SerializationContext;
}

/** Attributes whose payloads a worker decodes on their way in, and may find unsealed. */
const INPUTS = new Set([
  'workflowExecutionStartedEventAttributes',
  'workflowExecutionSignaledEventAttributes',
  'workflowExecutionUpdateAdmittedEventAttributes',
  'workflowExecutionUpdateAcceptedEventAttributes',
]);
const NEVER_CODED = new Set(['searchAttributes', 'header']);

async function openHistory(history: History, opening: Opening): Promise<History> {
  const events = await Promise.all(
    (history.events ?? []).map((event) => openValue(event, { ...opening, wraps: false })),
  );
  return { events: events as NonNullable<History['events']> };
}

async function openValue(value: unknown, how: Opening & { readonly wraps: boolean }): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => openValue(item, how)));
  if (!isRecord(value) || ArrayBuffer.isView(value) || isLong(value)) return value;
  if (isPayload(value)) return openOne(value, how);
  // A map comes in another order each time it is fetched.
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  const members = sorted.map(async ([key, member]): Promise<[string, unknown]> => {
    if (NEVER_CODED.has(key)) return [key, member];
    const opened = await openValue(member, INPUTS.has(key) ? { ...how, wraps: true } : how);
    return [key, key === 'encodedAttributes' && isPayload(opened) ? withoutStack(opened) : withoutHost(key, opened)];
  });
  return Object.fromEntries(await Promise.all(members));
}

async function openOne(payload: Payload, { codec, context, wraps }: Opening & { wraps: boolean }): Promise<Payload> {
  if (isSealed(payload)) return (await codec.decode([payload], context))[0] ?? payload;
  return wraps ? wrapUnsealed(payload) : payload;
}

const STICKY = temporal.api.enums.v1.TaskQueueKind.TASK_QUEUE_KIND_STICKY;

function withoutHost(key: string, value: unknown): unknown {
  if (key === 'identity') return 'worker';
  if (key === 'stackTrace') return '';
  // A sticky queue is named after its worker's host and process.
  if (key === 'taskQueue' && isRecord(value) && value['kind'] === STICKY) return { ...value, name: 'sticky' };
  return value;
}

function withoutStack(attributes: Payload): Payload {
  const value: unknown = JSON.parse(new TextDecoder().decode(attributes.data ?? new Uint8Array()));
  if (!isRecord(value) || !('stack_trace' in value)) return attributes;
  return { ...attributes, data: new TextEncoder().encode(JSON.stringify({ ...value, stack_trace: '' })) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPayload(value: unknown): value is Payload {
  return isRecord(value) && isRecord(value['metadata']) && ArrayBuffer.isView(value['metadata']['encoding']);
}

function isLong(value: Record<string, unknown>): boolean {
  return 'low' in value && 'high' in value && 'unsigned' in value;
}
