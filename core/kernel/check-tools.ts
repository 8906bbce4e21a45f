// A tool that is declared by halves is a hole: a money tool without an amount is never capped, one without identity is paid twice.
// So a worker does not start with such a list, and it says everything that is wrong with it at once.
import * as z from 'zod';
import { toolTags } from './tool-declaration';
import type { ToolDeclaration } from './tool-declaration';

interface ArgsShape {
  readonly fields: readonly string[] | undefined;
  readonly closed: boolean;
}

const shapeOf = (args: z.ZodType): ArgsShape => {
  const shape: { type?: unknown; properties?: object; additionalProperties?: unknown } = z.toJSONSchema(args, {
    io: 'input',
    unrepresentable: 'any',
  });
  if (shape.type !== 'object') return { fields: undefined, closed: false };
  return { fields: Object.keys(shape.properties ?? {}), closed: shape.additionalProperties === false };
};

const checkFields = (tool: ToolDeclaration, fields: readonly string[]): readonly string[] => {
  const named: readonly (readonly [string, readonly string[]])[] = [
    ['freeText', tool.freeText],
    ['caseSensitive', tool.caseSensitive],
    ['identity', tool.identity],
    ['amountField', tool.amountField === undefined ? [] : [tool.amountField]],
    ['sensitive', tool.sensitive ?? []],
    ['currencyFrom', typeof tool.currencyFrom === 'object' ? [tool.currencyFrom.field] : []],
  ];
  return named.flatMap(([what, names]) =>
    names
      .filter((name) => !fields.includes(name))
      .map((name) => `${what} names "${name}", which is no argument (expected one of: ${fields.join(', ')})`),
  );
};

const checkArgs = (tool: ToolDeclaration): readonly string[] => {
  const { fields, closed } = shapeOf(tool.args);
  if (fields === undefined) return ['args: expected an object schema, so that every argument has a name'];
  const open = closed
    ? []
    : ['args: expected a closed object (z.strictObject), so that an unknown argument is refused'];
  return [...open, ...checkFields(tool, fields)];
};

const checkIdentity = (tool: ToolDeclaration): readonly string[] => {
  const changes = tool.tag === 'writes' || tool.tag === 'movesMoney';
  const missing =
    changes && tool.identity.length === 0 ? [`a tool that ${tool.tag} must name its identity fields`] : [];
  const prose = tool.perCall === true ? [] : tool.identity.filter((name) => tool.freeText.includes(name));
  return [
    ...missing,
    ...prose.map((name) => `identity names "${name}", which is free text: a reworded call would be a new effect`),
  ];
};

const checkMoney = (tool: ToolDeclaration): readonly string[] => {
  if (tool.tag !== 'movesMoney') {
    return tool.amountField === undefined
      ? []
      : ['amountField on a tool that is not tagged movesMoney: its sums are not held'];
  }
  return [
    ...(tool.perCall === true ? ['a tool that movesMoney cannot be perCall: each repeated call would pay again'] : []),
    ...(tool.amountField === undefined && tool.amountFrom === undefined
      ? ['a tool that movesMoney must name its amountField, or derive its amount (amountFrom)']
      : []),
    ...(tool.currencyFrom === undefined
      ? ['a tool that movesMoney must say where the currency comes from (currencyFrom)']
      : []),
    ...(tool.amountField !== undefined && tool.freeText.includes(tool.amountField)
      ? [`amountField "${tool.amountField}" is free text: it would be left out when calls are compared`]
      : []),
  ];
};

const checkFigures = (tool: ToolDeclaration): readonly string[] => [
  ...(Number.isFinite(tool.timeoutMs) && tool.timeoutMs > 0
    ? []
    : [`timeoutMs: expected more than 0 ms, got ${tool.timeoutMs}`]),
  ...(tool.retryLimit === undefined || (Number.isSafeInteger(tool.retryLimit) && tool.retryLimit >= 0)
    ? []
    : [`retryLimit: expected a whole number from 0, got ${tool.retryLimit}`]),
  ...(tool.staleAfterMs === undefined || tool.staleAfterMs > 0
    ? []
    : [`staleAfterMs: expected more than 0 ms, got ${tool.staleAfterMs}`]),
];

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

const checkWords = (tool: ToolDeclaration): readonly string[] => [
  ...(NAME.test(tool.name) ? [] : ['name: expected a letter, then letters, digits, "_", "." or "-", 64 in all']),
  ...(tool.description.trim() === '' ? ['description is empty: a model chooses a tool by it'] : []),
  // A declaration may come from JavaScript, where the types do not hold.
  ...(toolTags.includes(tool.tag) ? [] : [`tag: expected one of ${toolTags.join(', ')}`]),
];

const checkTool = (tool: ToolDeclaration): readonly string[] =>
  [checkWords, checkArgs, checkIdentity, checkMoney, checkFigures]
    .flatMap((check) => check(tool))
    .map((fault) => `tool "${tool.name}": ${fault}`);

/** All faults of a list of declarations, each naming its tool; empty when a worker may start with them. */
export const checkTools = (tools: readonly ToolDeclaration[]): readonly string[] => {
  const names = tools.map((tool) => tool.name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...[...twice].map((name) => `tool "${name}": declared more than once`), ...tools.flatMap(checkTool)];
};
