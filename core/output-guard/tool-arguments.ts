// The arguments of a call are judged before any rule sees them. They are never repaired: a call acts on the world, and its bytes
// are what was proposed. What parses but does not fit still has a canonical form, so that the same wrong call is known again.
import { canonicalArgs } from '../kernel/action-key';
import { canonicalJson } from '../kernel/canonical-json';
import { amountFromJson } from '../kernel/money';
import { toJsonPath } from './json-path';
import { parseObject } from './parse';
import { checkShape } from './shape';
import { showGot } from './shape-error';
import type { JsonObject } from '../kernel/json';
import type { ToolDeclaration } from '../kernel/tool-declaration';

const ARGUMENT_BYTES_MAX = 64 * 1024;

export type ToolArguments =
  | { readonly kind: 'valid'; readonly args: JsonObject }
  | {
      readonly kind: 'invalid';
      readonly errors: readonly string[];
      /** Canonical form of what was sent; null when it was no JSON object. */
      readonly canonicalSource: JsonObject | null;
    };

const checkAmount = ({ amountField }: ToolDeclaration, args: JsonObject): readonly string[] => {
  const value = amountField === undefined ? undefined : args[amountField];
  if (amountField === undefined || value === undefined) return [];
  const read = amountFromJson(value);
  return read.kind === 'amount' ? [] : [`${toJsonPath([amountField])}: ${read.why}, got ${showGot(value)}`];
};

// What the schema hands out must be plain JSON: a schema that makes anything else of the arguments is a bug of its tool.
const asPlainJson = (value: unknown): JsonObject => {
  canonicalJson(value);
  return value as JsonObject;
};

const isTooLarge = (text: string): boolean =>
  text.length > ARGUMENT_BYTES_MAX || new TextEncoder().encode(text).length > ARGUMENT_BYTES_MAX;

/** Reads the arguments a model wrote for a tool: strict JSON of at most 64 KiB that fits the tool's schema, money as exact decimals. */
export const readToolArguments = (tool: ToolDeclaration, argsText: string): ToolArguments => {
  if (isTooLarge(argsText)) {
    return { kind: 'invalid', errors: [`$: expected at most ${ARGUMENT_BYTES_MAX} bytes`], canonicalSource: null };
  }
  const parsed = parseObject(argsText);
  if (parsed.kind === 'fault') {
    return {
      kind: 'invalid',
      errors: [`$: ${parsed.fault.words} (at character ${parsed.fault.at})`],
      canonicalSource: null,
    };
  }
  const canonicalSource = canonicalArgs(tool, parsed.value);
  const shape = checkShape(tool.args, parsed.value, parsed.inexact);
  if (shape.kind === 'unfit') return { kind: 'invalid', errors: shape.errors, canonicalSource };
  const args = asPlainJson(shape.value);
  const errors = checkAmount(tool, args);
  return errors.length === 0 ? { kind: 'valid', args } : { kind: 'invalid', errors, canonicalSource };
};
