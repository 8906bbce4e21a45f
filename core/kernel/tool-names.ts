// A tool has one name of ours; a provider takes letters, digits, "_" and "-", 64 at most. The mapping can be read back: what lies
// outside that alphabet becomes "_x" + code point + "_", and an underscore before an x is written so too, so that nothing else ever
// begins with "_x". A name that gets too long for it keeps its front and a digest, and is read back by the list alone. Two names of one
// list that would meet are a fault of the set-up: a call would run the wrong tool.
import { sha256Hex } from './sha256';

const CHARS_MAX = 64;
const DIGEST_CHARS = 8;

const escaped = (char: string): string => `_x${(char.codePointAt(0) ?? 0).toString(16)}_`;

const shorten = (name: string, encoded: string): string =>
  `${encoded.slice(0, CHARS_MAX - DIGEST_CHARS - 1)}-${sha256Hex(name).slice(0, DIGEST_CHARS)}`;

/** The name in the provider's alphabet: 1 to 64 of letters, digits, "_" and "-". Any text has one. */
export const toProviderToolName = (name: string): string => {
  if (name === '') return '_x_';
  const encoded = name.replace(/[^A-Za-z0-9_-]|_(?=x)/gu, escaped);
  return encoded.length <= CHARS_MAX ? encoded : shorten(name, encoded);
};

/** The name that `toProviderToolName` was given; a shortened one comes back as it is. */
export const fromProviderToolName = (encoded: string): string =>
  encoded.replace(/_x([0-9a-f]{1,6})_/g, (whole, hex: string) => {
    const point = Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

export interface ToolNames {
  /** Also of names that no list holds: what a model called earlier has to be shown to it. */
  readonly toProvider: (name: string) => string;
  /** A name that stands in no list is given back as the model wrote it: it is no tool's. */
  readonly toOurs: (providerName: string) => string;
}

/** Of one list of tools; `toolNameFaults` says at start-up whether the list can be mapped. */
export const createToolNames = (names: readonly string[]): ToolNames => {
  const ours = new Map(names.map((name) => [toProviderToolName(name), name] as const));
  return { toProvider: toProviderToolName, toOurs: (providerName) => ours.get(providerName) ?? providerName };
};

/** Each pair of different names that a provider could not tell apart; empty when a worker may start. */
export const toolNameFaults = (names: readonly string[]): readonly string[] => {
  const seen = new Map<string, string>();
  return [...new Set(names)].flatMap((name) => {
    const mapped = toProviderToolName(name);
    const other = seen.get(mapped);
    seen.set(mapped, name);
    return other === undefined
      ? []
      : [`tools "${other}" and "${name}": both are "${mapped}" to a provider; rename one of them`];
  });
};
