// Repair the syntax, never the meaning. Three mechanical fixes, in this order, at most two in all, each recorded: one code fence
// around the whole reply is stripped; what stands around the one object is cut off; a trailing comma is dropped. Nothing inside a
// string is touched; nothing is closed, added, renamed or converted: a cut or invented reply must not come out looking whole.
// A cut that passes over a fence line counts as two fixes, each comma as one. A second brace outside the object is an error:
// choosing between two objects would be choosing a meaning. So is whatever says that the object was a part of something: a bracket, a
// key, a comma at its edge, a line beside it that is JSON; only prose is cut away. So is a text that is valid JSON of another kind.
// Where the schema asks for no object nothing is cut: where a list or a number begins and ends in prose is anybody's guess.
import { asObject, parseByGrammar, parseJson, parseOrGiveUp, parsePart } from './parse';
import { faultAt } from './scan-json';
import { closingQuote } from './survey-json';
import type { JsonParse, ObjectParse } from './parse';
import type { JsonFault } from './scan-json';

export const fixKinds = ['fence', 'outer_braces', 'past_fence', 'trailing_comma'] as const;
export type Fix = (typeof fixKinds)[number];

const FIXES_MAX = 2;

/** What the schema asks at the top: an object, or whatever JSON there is. */
export type JsonRoot = 'object' | 'any';

export type RepairedParse = ObjectParse & { readonly fixes: readonly Fix[] };
export type RepairedJson = JsonParse & { readonly fixes: readonly Fix[] };

interface Draft {
  readonly text: string;
  readonly fixes: readonly Fix[];
  readonly steps: number;
  /** Places of its trailing commas, where a pass over the text has found them already. */
  readonly commas?: readonly number[];
}

type Fixed = { readonly kind: 'draft'; readonly draft: Draft } | { readonly kind: 'fault'; readonly fault: JsonFault };

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const CLOSING_LIST = 0x5d;

const FENCE_OPENING = /^```[A-Za-z0-9_+-]*[ \t]*\r?\n/;
const FENCE_CLOSING = /\n[ \t]*```$/;
const FENCE_LINE = /^[ \t]*(?:```|~~~)/m;

const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t';

const trimJson = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
};

const stripFence = (draft: Draft): Draft => {
  const text = trimJson(draft.text);
  const opening = FENCE_OPENING.exec(text)?.[0];
  const lastLine = text.lastIndexOf('\n');
  if (opening === undefined || lastLine < opening.length - 1 || !FENCE_CLOSING.test(text.slice(lastLine))) return draft;
  const inner = text.slice(opening.length, Math.max(opening.length, lastLine));
  return { text: inner, fixes: [...draft.fixes, 'fence'], steps: draft.steps + text.length };
};

/** The place behind the closing quote of the string that opens at `at`, or the text's end. */
const behindString = (text: string, at: number): number => {
  const closing = closingQuote(text, at);
  return closing < 0 ? text.length : closing + 1;
};

/** The last place before `at` that is no white space; -1 when there is none. */
const lastBefore = (text: string, at: number): number => {
  let place = at - 1;
  while (isSpace(text[place])) place -= 1;
  return place;
};

const isValueEnd = (char: string | undefined): boolean => char !== undefined && !'[{,:'.includes(char);

/** The place of the comma that stands between a value and the bracket at `closer`; undefined when there is none. */
const trailingComma = (text: string, closer: number): number | undefined => {
  const comma = lastBefore(text, closer);
  if (text.charCodeAt(comma) !== COMMA) return undefined;
  return isValueEnd(text[lastBefore(text, comma)]) ? comma : undefined;
};

interface Pass {
  readonly text: string;
  readonly commas: number[];
}

const noteComma = ({ text, commas }: Pass, closer: number): void => {
  const comma = trailingComma(text, closer);
  if (comma !== undefined) commas.push(comma);
};

/** The place behind the brace that closes the one at `start`; undefined when it is never closed. Notes the trailing commas between. */
const behindObject = (pass: Pass, start: number): number | undefined => {
  const { text } = pass;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = behindString(text, at) - 1;
    else if (char === OPENING) depth += 1;
    else if (char === CLOSING_LIST) noteComma(pass, at);
    else if (char === CLOSING) {
      noteComma(pass, at);
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
};

/** Places of the trailing commas outside of strings. */
const trailingCommas = (text: string): readonly number[] => {
  const pass = { text, commas: [] };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = behindString(text, at) - 1;
    else if (char === CLOSING || char === CLOSING_LIST) noteComma(pass, at);
  }
  return pass.commas;
};

/** A bracket, a key before its colon, or a text behind a comma. */
const STRUCTURE = /[[\]]|"[ \n\r\t]*:|,[ \n\r\t]*"/;
const JSON_WORDS: ReadonlySet<string> = new Set(['null', 'true', 'false']);
const NUMBER_START = /^-?[0-9]/;

/** A line that is a value of its own, a comma behind it or not. */
const isJsonLine = (line: string): boolean => {
  const text = trimJson(line).replace(/,$/, '');
  if (JSON_WORDS.has(text)) return true;
  return (text.startsWith('"') || NUMBER_START.test(text)) && parseJson(text).kind === 'json';
};

const isPartOfMore = (before: string, after: string): boolean =>
  STRUCTURE.test(before) ||
  STRUCTURE.test(after) ||
  before.endsWith(',') ||
  /^[,:]/.test(after) ||
  [before, after].some((part) => part.split('\n').some(isJsonLine));

/** What stands around the object must be prose: no second object, and nothing that the object is a part of. */
const faultAround = (before: string, after: string, end: number): Fixed | undefined => {
  if (/[{}]/.test(before + after)) {
    return faultAt('severalObjects', end, 'expected one JSON object and no brace outside it');
  }
  if (before.endsWith('[')) return faultAt('notAnObject', 0, 'expected one JSON object, got an array');
  return isPartOfMore(before, after)
    ? faultAt('notAnObject', 0, 'expected one JSON object and prose around it, got one inside or beside other JSON')
    : undefined;
};

const cutAway = (draft: Draft, start: number, end: number): Fixed => {
  const before = trimJson(draft.text.slice(0, start));
  const after = trimJson(draft.text.slice(end));
  if (before + after === '') return { kind: 'draft', draft };
  const pastFence: readonly Fix[] = [before, after].some((part) => FENCE_LINE.test(part)) ? ['past_fence'] : [];
  const fixes: readonly Fix[] = [...draft.fixes, 'outer_braces', ...pastFence];
  const commas = (draft.commas ?? []).map((place) => place - start);
  const cut: Fixed = { kind: 'draft', draft: { ...draft, text: draft.text.slice(start, end), fixes, commas } };
  return faultAround(before, after, end) ?? cut;
};

const cutToObject = (draft: Draft): Fixed => {
  const { text } = draft;
  const start = text.indexOf('{');
  if (start < 0) return faultAt('noObject', 0, 'expected one JSON object, got none');
  const commas: number[] = [];
  const end = behindObject({ text, commas }, start);
  if (end === undefined) return faultAt('syntax', text.length, 'expected the object to be closed, got the end');
  return cutAway({ ...draft, steps: draft.steps + text.length, commas }, start, end);
};

const dropCommas = (draft: Draft): Draft => {
  const { text } = draft;
  const places = draft.commas ?? trailingCommas(text);
  if (places.length === 0) return draft;
  const edges = [-1, ...places, text.length];
  const kept = edges.slice(1).map((edge, index) => text.slice((edges[index] ?? -1) + 1, edge));
  const fixes: readonly Fix[] = [...draft.fixes, ...places.map((): Fix => 'trailing_comma')];
  return { text: kept.join(''), fixes, steps: draft.steps + text.length };
};

const failed = (fault: JsonFault, steps: number): RepairedJson & { kind: 'fault' } => ({
  kind: 'fault',
  fault,
  steps,
  fixes: [],
});

const BEYOND_REPAIR: readonly JsonFault['code'][] = [
  'tooLarge',
  'loneSurrogate',
  'notAnObject',
  'duplicateKey',
  'tooDeep',
];

const underRoot = (parsed: JsonParse, root: JsonRoot): JsonParse => {
  if (parsed.kind === 'fault' || root === 'any') return parsed;
  const object = asObject(parsed);
  return object.kind === 'fault' ? object : parsed;
};

// A text that begins with a brace, or with what is no JSON, keeps whatever is beyond repair in the part that is parsed again. One
// that begins as a list or a string may lose it to the cut: there the grammar says first what is wrong.
const needsGrammar = (text: string): boolean => /^[ \n\r\t]*["[]/.test(text);

/** The reply as it was sent; undefined when it is broken and may be repaired. */
const asSent = (reply: string, root: JsonRoot): { readonly parsed: JsonParse | undefined; readonly steps: number } => {
  const read = parseOrGiveUp(reply);
  if (read.kind !== 'broken') return { parsed: underRoot(read, root), steps: read.steps };
  if (!needsGrammar(reply)) return { parsed: undefined, steps: read.steps };
  const parsed = parseByGrammar(reply);
  return { parsed, steps: read.steps + parsed.steps };
};

const isFinal = (parsed: JsonParse): boolean => parsed.kind === 'json' || BEYOND_REPAIR.includes(parsed.fault.code);

const draftOf = (reply: string, root: JsonRoot, steps: number): Fixed => {
  const unfenced = stripFence({ text: reply, fixes: [], steps });
  const cut: Fixed = root === 'object' ? cutToObject(unfenced) : { kind: 'draft', draft: unfenced };
  if (cut.kind === 'fault') return cut;
  const draft = dropCommas(cut.draft);
  if (draft.fixes.length <= FIXES_MAX) return { kind: 'draft', draft };
  const kinds = fixKinds.filter((kind) => draft.fixes.includes(kind)).join(', ');
  return faultAt('tooManyFixes', 0, `expected at most ${FIXES_MAX} fixes, got ${draft.fixes.length} (${kinds})`);
};

const parseDraft = (fixed: Fixed, root: JsonRoot, steps: number): RepairedJson => {
  if (fixed.kind === 'fault') return failed(fixed.fault, steps);
  const { text, fixes, steps: soFar } = fixed.draft;
  const parsed = underRoot(parsePart(text), root);
  const total = soFar + parsed.steps;
  return parsed.kind === 'json' ? { ...parsed, fixes, steps: total } : failed(parsed.fault, total);
};

/**
 * Parses JSON with the root that is asked for, after at most two fixes; `fixes` names those the value rests on and is empty when
 * the parse failed. Every pass goes once over the text.
 */
export const repairJson = (reply: string, root: JsonRoot): RepairedJson => {
  const sent = asSent(reply, root);
  if (sent.parsed !== undefined && isFinal(sent.parsed)) return { ...sent.parsed, fixes: [] };
  const repaired = parseDraft(draftOf(reply, root, sent.steps), root, sent.steps + 3 * reply.length);
  if (repaired.kind === 'json' || sent.parsed !== undefined) return repaired;
  // Only now does it matter what was wrong with the reply as it was sent.
  const parsed = parseByGrammar(reply);
  const steps = repaired.steps + parsed.steps;
  return parsed.kind === 'fault' && isFinal(parsed) ? failed(parsed.fault, steps) : { ...repaired, steps };
};

/** Parses one JSON object, after at most two fixes. */
export const parseWithRepair = (reply: string): RepairedParse => {
  const { fixes, ...parsed } = repairJson(reply, 'object');
  return parsed.kind === 'fault' ? { ...parsed, fixes } : { ...asObject(parsed), fixes };
};
