// Repair the syntax, never the meaning. Three mechanical fixes, in this order, at most two in all, each recorded: one code fence
// around the whole reply is stripped; what stands around the one object is cut off; a trailing comma is dropped. Nothing inside a
// string is touched; nothing is closed, added, renamed or converted: a cut or invented reply must not come out looking whole.
// A cut that passes over a fence line counts as two fixes, each comma as one. A second brace outside the object is an error:
// choosing between two objects would be choosing a meaning. So is a text that is valid JSON of another kind.
import { parseObject } from './parse';
import { faultAt } from './scan-json';
import type { ObjectParse } from './parse';
import type { JsonFault } from './scan-json';

export const fixKinds = ['strippedFence', 'cutToObject', 'cutPastFence', 'droppedComma'] as const;
export type Fix = (typeof fixKinds)[number];

const FIXES_MAX = 2;

export type RepairedParse = ObjectParse & { readonly fixes: readonly Fix[] };

interface Draft {
  readonly text: string;
  readonly fixes: readonly Fix[];
  readonly steps: number;
}

type Fixed = { readonly kind: 'draft'; readonly draft: Draft } | { readonly kind: 'fault'; readonly fault: JsonFault };

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
  return { text: inner, fixes: [...draft.fixes, 'strippedFence'], steps: draft.steps + text.length };
};

/** The place behind the closing quote of the string that opens at `at`, or the text's end. */
const behindString = (text: string, at: number): number => {
  let place = at + 1;
  while (place < text.length && text[place] !== '"') place += text[place] === '\\' ? 2 : 1;
  return Math.min(place + 1, text.length);
};

/** The place behind the brace that closes the one at `start`; undefined when it is never closed. */
const behindObject = (text: string, start: number): number | undefined => {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = behindString(text, at);
      continue;
    }
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return undefined;
};

/** What stands around the object must be no second object, and no list that the object is a member of. */
const faultAround = (before: string, after: string, end: number): Fixed | undefined => {
  if (/[{}]/.test(before + after)) {
    return faultAt('severalObjects', end, 'expected one JSON object and no brace outside it');
  }
  return before.endsWith('[') ? faultAt('notAnObject', 0, 'expected one JSON object, got an array') : undefined;
};

const cutAway = (draft: Draft, start: number, end: number): Fixed => {
  const before = trimJson(draft.text.slice(0, start));
  const after = trimJson(draft.text.slice(end));
  if (before + after === '') return { kind: 'draft', draft };
  const pastFence: readonly Fix[] = [before, after].some((part) => FENCE_LINE.test(part)) ? ['cutPastFence'] : [];
  const fixes: readonly Fix[] = [...draft.fixes, 'cutToObject', ...pastFence];
  const cut: Fixed = { kind: 'draft', draft: { ...draft, text: draft.text.slice(start, end), fixes } };
  return faultAround(before, after, end) ?? cut;
};

const cutToObject = (draft: Draft): Fixed => {
  const { text } = draft;
  const start = text.indexOf('{');
  if (start < 0) return faultAt('noObject', 0, 'expected one JSON object, got none');
  const end = behindObject(text, start);
  if (end === undefined) return faultAt('syntax', text.length, 'expected the object to be closed, got the end');
  return cutAway({ ...draft, steps: draft.steps + text.length }, start, end);
};

const isValueEnd = (char: string): boolean => char !== '' && !'[{,:'.includes(char);

/** Places of the commas that stand between a value and a closing bracket, outside of strings. */
const trailingCommas = (text: string): readonly number[] => {
  const places: number[] = [];
  let comma: number | undefined;
  let before = '';
  for (let at = 0; at < text.length; at = text[at] === '"' ? behindString(text, at) : at + 1) {
    const char = text[at] ?? '';
    if (isSpace(char)) continue;
    if ('}]'.includes(char) && comma !== undefined) places.push(comma);
    comma = char === ',' && isValueEnd(before) ? at : undefined;
    before = char;
  }
  return places;
};

const dropCommas = (draft: Draft): Draft => {
  const { text } = draft;
  const places = trailingCommas(text);
  const edges = [-1, ...places, text.length];
  const kept = edges.slice(1).map((edge, index) => text.slice((edges[index] ?? -1) + 1, edge));
  const fixes: readonly Fix[] = [...draft.fixes, ...places.map((): Fix => 'droppedComma')];
  return { text: kept.join(''), fixes, steps: draft.steps + text.length };
};

const failed = (fault: JsonFault, steps: number): RepairedParse => ({ kind: 'fault', fault, steps, fixes: [] });

const BEYOND_REPAIR: readonly JsonFault['code'][] = [
  'tooLarge',
  'loneSurrogate',
  'notAnObject',
  'duplicateKey',
  'tooDeep',
];

/**
 * Parses one JSON object, after at most two fixes; `fixes` names those the value rests on and is empty when the parse failed.
 * Every pass goes once over the text.
 */
export const parseWithRepair = (reply: string): RepairedParse => {
  const asSent = parseObject(reply);
  if (asSent.kind === 'object') return { ...asSent, fixes: [] };
  if (BEYOND_REPAIR.includes(asSent.fault.code)) return failed(asSent.fault, asSent.steps);
  const cut = cutToObject(stripFence({ text: reply, fixes: [], steps: asSent.steps }));
  if (cut.kind === 'fault') return failed(cut.fault, asSent.steps + 2 * reply.length);
  const { text, fixes, steps } = dropCommas(cut.draft);
  if (fixes.length > FIXES_MAX) {
    return failed(faultAt('tooManyFixes', 0, `expected at most ${FIXES_MAX} fixes, got ${fixes.length}`).fault, steps);
  }
  const parsed = parseObject(text);
  const total = steps + parsed.steps;
  return parsed.kind === 'object' ? { ...parsed, fixes, steps: total } : failed(parsed.fault, total);
};
