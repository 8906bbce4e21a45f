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
  /** The argument that holds the amount; obligatory for movesMoney unless the amount is derived. */
  readonly amountField?: string;
  /** `facts`: the amount is derived from records of ours by the agent's identify, never taken from a model. */
  readonly amountFrom?: 'facts';
  /** Where the currency of the amount comes from; obligatory for movesMoney. */
  readonly currencyFrom?: 'facts' | { readonly field: string };
  /** Arguments whose values must come from trusted sources before the call may act alone: recipient, account, address, amount, payee. */
  readonly sensitive?: readonly string[];
  /** What a reading tool's result is: rows of our records (trusted), or text somebody wrote (never evidence for a sensitive argument). */
  readonly results?: 'records' | 'documents';
  /** How the effect is undone: itself an effect that needs a person, never done by itself. Told by abort. */
  readonly reversal?: { readonly words: string; readonly tool?: string };
  /** Each call is an effect of its own (e-mail): the call id joins the scope. */
  readonly perCall?: boolean;
  /** How often a temporary failure may be tried again before it counts as failed. */
  readonly retryLimit?: number;
  readonly staleAfterMs?: number;
  readonly timeoutMs: number;
}
