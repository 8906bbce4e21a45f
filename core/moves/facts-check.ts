// What an agent's facts check is given, and what it gives back: the words a customer would read, and what was really observed in
// this case. An agent without a check has no stage of meaning.
import type { Json, JsonObject } from '../kernel/json';
import type { MeaningFound } from '../output-guard/meaning';

/** One call of a tool and the one result it had. */
export interface Evidence {
  readonly tool: string;
  /** As proposed by the model: its words, and no evidence unless the result bears them out. Empty when they do not fit the tool. */
  readonly args: JsonObject;
  readonly isError: boolean;
  /** Null when what is kept can not be read as JSON, for instance because it was cut. */
  readonly result: Json;
  /** Older than the tool's staleAfterMs, or of a time nobody knows: no evidence until fetched again. */
  readonly stale: boolean;
  /** When it was observed, epoch ms; null where that was not recorded. */
  readonly atMs: number | null;
}

export interface FactsInput {
  /** The answer as the customer would read it. */
  readonly message: string;
  /** Oldest first. */
  readonly evidence: readonly Evidence[];
  /** The customer's own messages, oldest first: what they said is no evidence, and may be repeated to them as theirs. */
  readonly customerMessages: readonly string[];
  /** Words of the program in the transcript (what is pending, what was decided): evidence, for no model wrote them. */
  readonly programMessages: readonly string[];
  readonly nowMs: number;
}

export type FactsCheck = MeaningFound;
