// The worker's face of an agent: its tools, prompts, policy and offline reader, all pure. The workflow's face (graph, state,
// effect rules) is core/moves/agent.ts. Nothing outside agents/ names an agent: the list in turnkeep.config.json does.
import type { JsonObject } from '../kernel/json';
import type { ToolDeclaration } from '../kernel/tool-declaration';
import type { Limits } from '../loop-governor/limits';
import type { Ending } from './activity-shapes';
import type { FactsCheck, FactsInput } from './facts-check';

/** One message of a transcript, as a model backend sees it. */
export type TranscriptMessage =
  | { readonly role: 'customer'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly StoredCall[] }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly tool: string;
      readonly isError: boolean;
      readonly text: string;
      /** When what it tells was observed, epoch ms; left out where nothing was observed. */
      readonly atMs?: number;
    }
  /** Feedback of the guard, words of the program on verdicts and pending work: never anybody's from outside. */
  | { readonly role: 'program'; readonly text: string };

/** A call as the model wrote it; `argsText` is its JSON byte for byte. */
export interface StoredCall {
  readonly tool: string;
  readonly argsText: string;
}

export interface ToolForModel {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export interface ModelView {
  readonly purpose: 'act' | 'answer';
  readonly system: string;
  readonly messages: readonly TranscriptMessage[];
  /** Empty when tools are taken away. */
  readonly tools: readonly ToolForModel[];
  readonly outputTokensMax: number;
}

/** A reply of any backend, before any judgement. `ending` uses the provider's stop reason only, never the text. */
export interface RawReply {
  readonly text: string;
  readonly calls: readonly StoredCall[];
  readonly ending: Ending;
  readonly usage: ReplyUsage | null;
  readonly model: string;
  /** The provider's own id of the reply. */
  readonly responseId?: string;
}

/** As billed: cached tokens are inside the input, reasoning tokens inside the output. */
export interface ReplyUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly reasoningTokens?: number;
}

/** Facts a policy judges by; read again directly before a claim. Values are plain JSON so that their digest is stable. */
export type Facts = JsonObject;

export interface PolicyAnswer {
  readonly answer: 'allow' | 'review' | 'refuse';
  /** Stable id of the rule that decided, e.g. `gatekeeper.ownership`. */
  readonly rule: string;
  /** For the model and the person; holds no words of anybody else. */
  readonly words: string;
}

/** What an effect is, once the facts are known: its identity and its money. */
export interface EffectIdentity {
  readonly identity: JsonObject;
  /** Reference (order, account) over which sums are held; plain here, keyed before it is stored. */
  readonly orderRef: string | null;
  readonly items: readonly string[] | 'whole';
  /** Exact decimal, as money, or null when the effect moves none. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** Total over which the sum of effects of this order may never pass; exact decimal. */
  readonly orderTotal: string | null;
}

export interface JudgeInput {
  readonly tool: string;
  readonly args: JsonObject;
  readonly subject: string;
  readonly facts: Facts;
  /** The customer's own messages of this case, oldest first: the only words that may confirm. */
  readonly customerMessages: readonly string[];
  /** The case's conversation as it was delivered, oldest first: a yes is read with the question it answers. */
  readonly dialog?: readonly DialogLine[];
  /** When it is judged, epoch ms. */
  readonly nowMs: number;
}

export interface DialogLine {
  readonly speaker: 'customer' | 'agent';
  readonly text: string;
}

/** At most so many effects, and so much money, on one UTC day. `amount` is an exact decimal. */
export interface DayCap {
  readonly count: number;
  readonly amount: string;
  readonly currency: string;
}

/** What a kit factory makes of an owner's policy file. */
export type KitMade =
  { readonly kind: 'kit'; readonly kit: AgentKit } | { readonly kind: 'faults'; readonly faults: readonly string[] };

/** A waiting effect, for the words a customer reads meanwhile. */
export interface WaitingEffect {
  readonly tool: string;
  readonly args: JsonObject;
  readonly amount: string | null;
  readonly currency: string | null;
  /** What the policy judges it by, read anew: where the money would go stands there. Absent where nothing was read. */
  readonly facts?: Facts;
}

/** How a case stands when its turn ends without an answer, from records alone. */
export interface CaseStanding {
  /** What was done, and what came of the rest, oldest first. */
  readonly recorded: readonly RecordedOutcome[];
  /** What nobody has decided. */
  readonly waiting: readonly WaitingEffect[];
}

/** A settled reading call of this turn: what a hand-off may state as established. */
export interface ReadResult {
  readonly tool: string;
  readonly args: JsonObject;
  readonly status: string;
  readonly value: JsonObject | null;
}

/** One line of a policy in plain words, for its owner. */
export interface PolicyLine {
  /** `limit`: of all that, over runs; `review`: who decides and until when. */
  readonly does: 'alone' | 'person' | 'refused' | 'limit' | 'review';
  readonly tool: string;
  readonly words: string;
}

export interface PolicyInForce {
  /** `id@version`. */
  readonly id: string;
  readonly lines?: readonly PolicyLine[];
  /** What is allowed to stand and contradicts itself all the same. */
  readonly warnings?: readonly string[];
}

export interface AgentKit {
  readonly name: string;
  /** The policy in force. */
  readonly policy?: PolicyInForce;
  readonly tools: readonly ToolDeclaration[];
  /** Renders the prompt version `id@version`; throws on an unknown one (a broken invariant: versions in use stay). */
  readonly prompt: (version: string, purpose: 'act' | 'answer') => string;
  readonly promptVersion: string;
  /** A declared tool that only asks for a person; the graph hands off, the tool is never run. */
  readonly handOffTool?: string;
  readonly limits: Limits;
  readonly reviewExpiryMs: number;
  /** What this agent may do without a person for one customer on one day; over it a person is asked. */
  readonly aloneCapsPerDay?: DayCap;
  /** What this agent may do without a person on one day, over all customers. */
  readonly agentCapsPerDay?: DayCap;
  /** What the models of this agent may use on one day, over all runs. */
  readonly modelSpendPerDay?: { readonly tokens: number; readonly costMicro: number };
  /** Who reviews: the queue by role, substitutes, and how many different persons must approve an amount. */
  readonly review?: {
    readonly queue: string;
    readonly substitutes: readonly string[];
    readonly atExpiry: 'stayPending' | 'expire';
    readonly approvalsNeeded: (amountMinor: number | null, currency: string | null) => 1 | 2;
  };
  /** Whether a customer's message asks for a person: such a turn is handed off before a model is called. */
  readonly asksForPerson?: (message: string) => boolean;
  /** What was looked up in this turn, as lines a person can read without the transcript. */
  readonly establishedFacts?: (results: readonly ReadResult[]) => readonly string[];
  /** What the customer is told while effects of this turn wait for a person; `recorded` is what came of its other effects so far. */
  readonly interimReply?: (waiting: readonly WaitingEffect[], recorded?: readonly RecordedOutcome[]) => string;
  /** What the customer is told when a person takes over, by the reason's code; without it, the deterministic reply. */
  readonly handOffReply?: (reason: string, standing: CaseStanding) => string;
  /** The last word to the customer of a turn that a person ended; without it nothing is said, and an interim reply stands no more. */
  readonly abortReply?: (standing: CaseStanding) => string;
  readonly guardAttemptsMax: number;
  /** What the final answer must be; JSON object with one field `message`. */
  readonly answerSchemaName: string;
  readonly answerCharsMax: number;
  /** Digest input: the figures and versions of the rules that judge `tool`. */
  readonly rulesOf: (tool: string) => JsonObject;
  readonly identify: (input: JudgeInput) => EffectIdentity;
  readonly judge: (input: JudgeInput) => PolicyAnswer;
  /** Values the rules derive from records (the sum of chosen items): trusted sources of sensitive arguments. */
  readonly derivedValues?: (input: JudgeInput) => readonly string[];
  /** Compares an answer with what is recorded before anybody reads it; an agent without it has no stage of meaning. Never throws. */
  readonly checkFacts?: (input: FactsInput) => FactsCheck;
  /** The deterministic reader: a backend of rules and phrases; not a language model. */
  readonly readOffline: (view: ModelView) => RawReply;
  /** The reply when no model time is left, from recorded outcomes alone. */
  readonly deterministicReply: (outcomes: readonly RecordedOutcome[]) => string;
}

/** The result of a settled call, as recorded: what a deterministic reply may state. */
export interface RecordedOutcome {
  readonly tool: string;
  readonly code: string;
  readonly args: JsonObject;
  readonly result: JsonObject | null;
  /** Of an `asked` one: what the person asked, in their words. */
  readonly question?: string;
}
