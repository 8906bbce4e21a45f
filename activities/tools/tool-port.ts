// How a tool is implemented: by the worker's process, behind its declaration. A tool never throws for an ordinary refusal.
import type { JsonObject } from '../../core/kernel/json';
import type { Facts } from '../../core/moves/agent-kit';

export type ToolResult =
  | { readonly status: 'ok' | 'empty'; readonly value: JsonObject }
  | {
      readonly status: 'invalid_arguments' | 'temporary' | 'not_permitted' | 'permanent';
      readonly code: string;
      readonly words: string;
    };

/** What of an order was changed through the one door, as our ledger knows it. */
export interface OrderEffect {
  readonly orderRef: string;
  readonly tool: string;
  /** `underway`: started, or sent with its outcome unknown. */
  readonly state: 'done' | 'underway';
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly items: readonly string[] | 'whole';
}

export interface ToolContext {
  readonly subject: string;
  readonly signal: AbortSignal;
  /** Effects on these orders, over all cases, oldest first; references in plain, as the tool knows them. */
  readonly effectsOf: (orderRefs: readonly string[]) => Promise<readonly OrderEffect[]>;
}

/** What an outside system said of one effect. `refused` is its own no; `unknown` is never guessed. */
export type OutsideAnswer =
  | { readonly kind: 'done'; readonly outsideId: string; readonly value: JsonObject }
  | { readonly kind: 'refused'; readonly code: string; readonly words: string }
  | { readonly kind: 'unknown'; readonly cause: string; readonly retryAfterMs?: number };

export interface OutsideCall {
  /** The key the outside system gets; the effect key, or H(effect key, round) from round 2 on. */
  readonly outsideKey: string;
  readonly orderRef: string | null;
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly args: JsonObject;
  readonly facts: Facts;
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
}

/** Tools of one agent. `reads` run freely; `effects` are reached through the one door only. */
export interface AgentTools {
  readonly reads: Readonly<Record<string, (args: JsonObject, context: ToolContext) => Promise<ToolResult>>>;
  readonly effects: Readonly<
    Record<
      string,
      {
        send(call: OutsideCall): Promise<OutsideAnswer>;
        /** Asks the outside system by key; `none` proves nothing while a sender may live. */
        lookUp(outsideKey: string, signal: AbortSignal): Promise<OutsideAnswer | { readonly kind: 'none' }>;
        /** The longest a send may take, ms. */
        readonly sendTimeoutMs: number;
        /** How long the outside system keeps keys, ms; ours is at most half of it. */
        readonly keyWindowMs: number;
      }
    >
  >;
  /** Facts for the policy, read from systems of record (never from a model). */
  facts(tool: string, args: JsonObject, subject: string): Promise<Facts>;
  /** Whether the subject exists; asked at the start and again on every resume. */
  establish(subject: string): Promise<boolean>;
  close(): Promise<void>;
}
