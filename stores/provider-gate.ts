// The limits of a provider's key over all workers: what was asked in this minute, and until when the provider wants no more. A request
// passes here first; when it may not pass, it is told how long to wait, and has counted for nothing. The minute begins with its first
// request and is judged by the store's clock, so that hosts whose clocks differ agree.
import type { Database, Query, Tx } from './open-database';

export const GATE_WINDOW_MS = 60_000;

export interface GateAsk {
  /** Name of the key, as the settings name it: providers that share a key share its limits. */
  readonly provider: string;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  /** What this request may take of the minute's tokens. */
  readonly tokens: number;
}

export type GateAnswer =
  { readonly kind: 'passed' } | { readonly kind: 'closed'; readonly by: 'pause' | 'limit'; readonly waitMs: number };

export interface ProviderGate {
  /** Counts the request when it may be sent now. */
  pass(ask: GateAsk): Promise<GateAnswer>;
  /** Nobody passes for this long; the longer of two pauses holds. */
  pause(provider: string, forMs: number): Promise<void>;
}

interface GateState {
  readonly pausedUntilMs: number;
  readonly windowStartMs: number;
  readonly requests: number;
  readonly tokens: number;
}

const fresh: GateState = { pausedUntilMs: 0, windowStartMs: 0, requests: 0, tokens: 0 };
const passed: GateAnswer = { kind: 'passed' };

export const createProviderGate = (db: Database): ProviderGate => ({
  pass: async (ask) => {
    const isLimited = ask.requestsPerMinute !== undefined || ask.tokensPerMinute !== undefined;
    if (!isLimited)
      return db.read(async (query) => pausedAnswer(await readGate(query, ask.provider), await db.nowMs(query)));
    return db.write(async (tx) => {
      const gate = await lockGate(tx, ask.provider);
      const nowMs = await db.nowMs(tx);
      const paused = pausedAnswer(gate, nowMs);
      if (paused.kind === 'closed') return paused;
      const window =
        nowMs - gate.windowStartMs >= GATE_WINDOW_MS ? { windowStartMs: nowMs, requests: 0, tokens: 0 } : gate;
      if (!fits(window, ask))
        return { kind: 'closed', by: 'limit', waitMs: window.windowStartMs + GATE_WINDOW_MS - nowMs };
      await tx
        .updateTable('providerGate')
        .set({
          windowStartMs: window.windowStartMs,
          requests: window.requests + 1,
          tokens: window.tokens + ask.tokens,
        })
        .where('provider', '=', ask.provider)
        .execute();
      return passed;
    });
  },
  pause: (provider, forMs) =>
    db.write(async (tx) => {
      const { pausedUntilMs } = await lockGate(tx, provider);
      const untilMs = Math.max(pausedUntilMs, (await db.nowMs(tx)) + Math.ceil(forMs));
      await tx.updateTable('providerGate').set({ pausedUntilMs: untilMs }).where('provider', '=', provider).execute();
    }),
});

const pausedAnswer = ({ pausedUntilMs }: GateState, nowMs: number): GateAnswer =>
  pausedUntilMs > nowMs ? { kind: 'closed', by: 'pause', waitMs: pausedUntilMs - nowMs } : passed;

/** A request that is larger than the whole minute's allowance passes alone: it would wait for ever otherwise. */
const fits = ({ requests, tokens }: Pick<GateState, 'requests' | 'tokens'>, ask: GateAsk): boolean =>
  requests === 0 ||
  (requests < (ask.requestsPerMinute ?? Infinity) && tokens + ask.tokens <= (ask.tokensPerMinute ?? Infinity));

async function readGate(query: Query, provider: string): Promise<GateState> {
  const row = await query.selectFrom('providerGate').selectAll().where('provider', '=', provider).executeTakeFirst();
  return row ?? fresh;
}

/** The row of this key, made when it is missing and locked until the end of the transaction. */
async function lockGate(tx: Tx, provider: string): Promise<GateState> {
  await tx
    .insertInto('providerGate')
    .values({ provider, ...fresh })
    .onConflict((conflict) => conflict.column('provider').doNothing())
    .execute();
  // An update takes the row's lock on both databases; SQLite has one writer at a time anyway.
  return tx
    .updateTable('providerGate')
    .set({ provider })
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirstOrThrow();
}
