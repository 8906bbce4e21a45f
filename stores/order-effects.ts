import { readBody, startedSchema, type Items } from './effect-events';
import type { Query } from './open-database';

export interface OrderEffectRow {
  /** Keyed. */
  readonly orderRef: string;
  readonly tool: string;
  readonly state: 'done' | 'underway';
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly items: Items;
}

/** What was done to these orders, or may have been, over all cases: everything but what was refused, oldest first. */
export async function listOrderEffects(query: Query, orderRefs: readonly string[]): Promise<readonly OrderEffectRow[]> {
  if (orderRefs.length === 0) return [];
  const rows = await query
    .selectFrom('effect')
    .select(['effectKey', 'orderRef', 'tool', 'state', 'amountMinor', 'currency'])
    .where('orderRef', 'in', orderRefs)
    .where('state', '!=', 'refused')
    .orderBy('firstStartedMs')
    .orderBy('effectKey')
    .execute();
  const items = new Map<string, Items>();
  for (const event of rows.length === 0 ? [] : await readStarts(query, rows)) items.set(event.subject, event.items);
  return rows.map(({ effectKey, orderRef, state, ...row }) => ({
    ...row,
    orderRef: orderRef ?? '',
    state: state === 'done' ? 'done' : 'underway',
    items: items.get(effectKey) ?? [],
  }));
}

async function readStarts(
  query: Query,
  rows: readonly { readonly effectKey: string }[],
): Promise<readonly { readonly subject: string; readonly items: Items }[]> {
  const keys = rows.map((row) => row.effectKey);
  const events = await query
    .selectFrom('journal')
    .select(['seq', 'subject', 'body'])
    .where('kind', '=', 'started')
    .where('subject', 'in', keys)
    .execute();
  return events.map((event) => ({ subject: event.subject, items: readBody(startedSchema, event).items }));
}
