// Every id is made of what it names, so that a retry, a replay, a resume and a fork arrive at the same one; and each is an HMAC
// under the deployment's identity key, so that a digest that outlives an erasure cannot be guessed back into a reference.
// The first member of each list says what kind of thing is named: no two kinds can share an id.
import { assertInvariant } from './assert-never';
import { canonicalJson } from './canonical-json';
import { hmacSha256Hex } from './sha256';
import type { Json } from './json';

const SHORT = 16;
const digest = (key: Uint8Array, parts: readonly Json[]): string => hmacSha256Hex(key, canonicalJson(parts));

/** `c_` + 16 hex, from the user's reference of the case. */
export const caseIdOf = (key: Uint8Array, reference: string): string =>
  `c_${digest(key, ['case', reference]).slice(0, SHORT)}`;

export interface ParsedTurnKey {
  readonly agent: string;
  readonly caseId: string;
  readonly turn: number;
  /** Number of the fork, null for the turn itself. */
  readonly fork: number | null;
}

const TURN_KEY = /^([a-z][a-z0-9-]*)\/([A-Za-z0-9_-]+)\/(0|[1-9]\d{0,8})(?:~fork-([1-9]\d{0,8}))?$/;

/** Reads `<agent>/<case>/<turn>` with an optional `~fork-<n>`; undefined for every other text. */
export const parseTurnKey = (text: string): ParsedTurnKey | undefined => {
  const [, agent, caseId, turn, fork] = TURN_KEY.exec(text) ?? [];
  if (agent === undefined || caseId === undefined || turn === undefined) return undefined;
  return { agent, caseId, turn: Number(turn), fork: fork === undefined ? null : Number(fork) };
};

/** `<agent>/<case>/<turn>`, the workflow id. Throws when a part cannot be read back. */
export const turnKeyOf = (agent: string, caseId: string, turn: number): string => {
  const turnKey = `${agent}/${caseId}/${turn}`;
  assertInvariant(parseTurnKey(turnKey) !== undefined, `"${turnKey}" is no turn key: expected <agent>/<case>/<turn>`);
  return turnKey;
};

export interface CallPlace {
  readonly rootTurnKey: string;
  readonly branch: string;
  /** Depth of the reply in the transcript's tree. */
  readonly depth: number;
  /** Place of the call in that reply, from 0. */
  readonly position: number;
}

/** 16 hex; ours, never the model's, since models use one id twice. */
export const callIdOf = (key: Uint8Array, { rootTurnKey, branch, depth, position }: CallPlace): string =>
  digest(key, ['call', rootTurnKey, branch, depth, position]).slice(0, SHORT);

/** `rv_` + 16 hex: one review an effect and root turn; the round stands beside it. */
export const reviewIdOf = (key: Uint8Array, of: { readonly effectKey: string; readonly rootTurnKey: string }): string =>
  `rv_${digest(key, ['review', of.effectKey, of.rootTurnKey]).slice(0, SHORT)}`;

/** The form in which an order or a customer may stand in a ledger: 64 hex. */
export const referenceOf = (key: Uint8Array, kind: 'order' | 'customer' | 'request', reference: string): string =>
  digest(key, [kind, reference]);

export interface ModelCallPlace {
  readonly rootTurnKey: string;
  readonly branch: string;
  /** Calls of a model made before in this turn. */
  readonly callPosition: number;
  readonly attempt: number;
  /** Address of the transcript's head that the model reads. */
  readonly head: string;
  readonly prompt: string;
}

/** Key of a model call's receipt: a call dispatched again finds it and bills nothing. */
export const modelReceiptKeyOf = (key: Uint8Array, place: ModelCallPlace): string =>
  digest(key, ['model', place.rootTurnKey, place.branch, place.callPosition, place.attempt, place.head, place.prompt]);

/** Key of the receipt of a tool call or an effect. */
export const toolReceiptKeyOf = (key: Uint8Array, callId: string): string => digest(key, ['tool', callId]);

/** Key of what was judged of a call: one a call and arguments, so that a judgement repeated keeps the first. */
export const judgedReceiptKeyOf = (
  key: Uint8Array,
  of: { readonly callId: string; readonly argsDigest: string },
): string => digest(key, ['judged', of.callId, of.argsDigest]);
