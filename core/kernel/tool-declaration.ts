// What the program must know of a tool before a model may name it. The tag, the identity fields and the idempotency decide
// how a call is judged, compared and repeated; none of it is ever taken from a server's or a model's word.
import type { z } from 'zod';

export const toolTags = ['reads', 'movesView', 'writes', 'movesMoney', 'volatile'] as const;
export type ToolTag = (typeof toolTags)[number];

/** `yes`: may be sent again; `byKey`: may be sent again under the same outside key and inside its window; `no`: never by itself. */
export type Idempotency = 'yes' | 'byKey' | 'no';

export interface ToolDeclaration {
  readonly name: string;
  readonly tag: ToolTag;
  /** What it does, each argument's format, what it returns, when to take it rather than its neighbour. */
  readonly description: string;
  readonly args: z.ZodType;
  /** Fields that carry prose: never part of identity, never in history. */
  readonly freeText: readonly string[];
  readonly caseSensitive: readonly string[];
  readonly idempotent: Idempotency;
  /** Fields that make two calls the same effect. Obligatory for writes and movesMoney. */
  readonly identity: readonly string[];
  /** Obligatory for movesMoney. */
  readonly amountField?: string;
  /** Where the currency of the amount comes from; obligatory for movesMoney. */
  readonly currencyFrom?: 'facts' | { readonly field: string };
  /** Each call is an effect of its own (e-mail): the call id joins the scope. */
  readonly perCall?: boolean;
  /** How often a temporary failure may be tried again before it counts as failed. */
  readonly retryLimit?: number;
  readonly staleAfterMs?: number;
  readonly timeoutMs: number;
}
