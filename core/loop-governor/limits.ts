// A run without limits does not start. Every figure is an agent's own configuration, on by default.
import * as z from 'zod/mini';

const positive = z.int().check(z.positive());

export const limitsSchema = z.strictObject({
  /** Model calls that may be followed by tool calls (k); at the cap the run answers from what it has, or aborts. */
  stepMax: positive,
  atStepCap: z.enum(['finalize', 'abort']),
  /** Node visits without a model call. */
  movesWithoutModelCallMax: positive,
  tokensMax: positive,
  /** Millionths of a US dollar. */
  costMicroMax: positive,
  toolCallsMax: positive,
  perToolCallsMax: z.record(z.string(), positive),
  /** Working time in ms: it stands still while the run waits for a person or is parked. */
  workingMs: positive,
  /** Share of tokens, cost and time only the final answer may use. */
  finalizationReserve: z.number().check(z.gte(0), z.lt(1)),
  outputTokensMax: positive,
  /** How often a volatile tool may repeat. */
  volatileRepeatsMax: positive,
  historyEventsMax: positive,
  historyBytesMax: positive,
});
export type Limits = z.infer<typeof limitsSchema>;
