// When are two calls the same? Three questions, three digests, answered in this file and nowhere else:
// - exactKey and duplicateKey (the governor): was this asked before? Byte for byte, or in canonical form. For money, prose is left
//   out: a refused refund with a reworded note is the same refund; its reason code is a structured field and stays in.
// - actionHash (a review): is this what the person was shown? Everything shown as part of the act, and the rules that judged it.
// - effectKey (the ledger): would this change the world in the same way twice? The tool's identity fields, within one case.
// Canonical form: a number is its shortest decimal, so that 5, 5.0, "5" and "5.00" meet, yet "007" stays a text of three letters;
// strings are trimmed, white space folded, letters lowered. A field declared case-sensitive is an identifier: its letters and
// digits stay as written ("1.10" is not "1.1"). Arrays keep their order except in identity fields, which name a set.
import { Big } from 'big.js';
import { canonicalJson } from './canonical-json';
import { hmacSha256Hex } from './sha256';
import type { Json, JsonObject } from './json';
import type { ToolDeclaration } from './tool-declaration';

/** What of a declaration decides about sameness. */
export type KeyedTool = Pick<ToolDeclaration, 'name' | 'tag' | 'freeText' | 'caseSensitive' | 'identity' | 'perCall'>;

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

// A loop and not a pattern: /0+$/ takes quadratic time on a hostile "0.000...01".
const withoutTrailingZeros = (decimal: string): string => {
  let end = decimal.length;
  while (decimal[end - 1] === '0') end -= 1;
  if (decimal[end - 1] === '.') end -= 1;
  return decimal.slice(0, end);
};

const shortestDecimal = (decimal: string): string => {
  const short = decimal.includes('.') ? withoutTrailingZeros(decimal) : decimal;
  return short === '-0' ? '0' : short;
};

const foldText = (text: string, caseSensitive: boolean): string => {
  const spaced = text.trim().replace(/\s+/g, ' ');
  if (caseSensitive) return spaced;
  return DECIMAL.test(spaced) ? shortestDecimal(spaced) : spaced.toLowerCase();
};

const foldValue = (value: Json, caseSensitive: boolean): Json => {
  if (typeof value === 'number') return shortestDecimal(new Big(String(value)).toFixed());
  if (typeof value === 'string') return foldText(value, caseSensitive);
  if (value === null || typeof value === 'boolean') return value;
  if (isList(value)) return value.map((member) => foldValue(member, caseSensitive));
  return mapFields(value, (member) => foldValue(member, caseSensitive));
};

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

// fromEntries defines own fields, so that a key named __proto__ is a key like any other.
const mapFields = (fields: JsonObject, fold: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fold(value, name)]));

const asSet = (members: readonly Json[]): readonly Json[] => {
  const byText = new Map(members.map((member) => [canonicalJson(member), member]));
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
};

/** Arguments in the canonical tier's form; applying it twice changes nothing. Defaults are the schema's work, done before. */
export const canonicalArgs = (tool: KeyedTool, args: JsonObject): JsonObject =>
  mapFields(args, (value, name) => {
    const folded = foldValue(value, tool.caseSensitive.includes(name));
    return isList(folded) && tool.identity.includes(name) ? asSet(folded) : folded;
  });

/** Digest of the arguments byte for byte as sent, valid JSON or not; never throws, whatever the text holds. */
export const exactKey = (key: Uint8Array, tool: string, argsText: string): string =>
  // JSON.stringify and not canonicalJson: the same text for all well-formed input, and it writes a lone surrogate as an escape.
  hmacSha256Hex(key, JSON.stringify(['exact', tool, argsText]));

/** The governor's key. `canonical` is what canonicalArgs returned. */
export const duplicateKey = (key: Uint8Array, tool: KeyedTool, canonical: JsonObject): string => {
  const structured = Object.entries(canonical).filter(([name]) => !tool.freeText.includes(name));
  const compared = tool.tag === 'movesMoney' ? Object.fromEntries(structured) : canonical;
  return hmacSha256Hex(key, canonicalJson(['duplicate', tool.name, compared]));
};

export interface EffectScope {
  /** The identity fields and their values. */
  readonly identity: JsonObject;
  readonly caseId: string;
  /** Joins the scope of tools declared perCall, and of no other. */
  readonly callId: string;
}

/** The ledger's key: the same effect in the same case has the same one, whoever proposes it and in whatever spelling. */
export const effectKey = (key: Uint8Array, tool: KeyedTool, { identity, caseId, callId }: EffectScope): string => {
  const everyFieldASet = { ...tool, identity: Object.keys(identity) };
  const scope = tool.perCall === true ? [caseId, callId] : [caseId];
  return hmacSha256Hex(key, canonicalJson(['effect', tool.name, canonicalArgs(everyFieldASet, identity), ...scope]));
};

export interface ShownAction {
  readonly tool: string;
  /** With the free text: the person read it. */
  readonly canonicalArgs: JsonObject;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly rulesDigest: string;
}

/** What a decision is bound to: another argument, amount or rule, another hash. */
export const actionHash = (key: Uint8Array, shown: ShownAction): string =>
  hmacSha256Hex(
    key,
    canonicalJson(['action', shown.tool, shown.canonicalArgs, shown.amount, shown.currency, shown.rulesDigest]),
  );
