// The library that judges schemas from outside, set so that it is strict and changes nothing: no default filled in, no type
// converted, own fields only, exact multiples. Whether values are equal is judged by code of ours: the library's own calls what a
// value holds. One instance stops at the first error and gives the verdict; the other lists errors.
import { _, Ajv, Name } from 'ajv';
import type {
  CodeKeywordDefinition,
  ErrorObject,
  FormatDefinition,
  FuncKeywordDefinition,
  KeywordCxt,
  Options,
  ValidateFunction,
} from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats';
import { findEqualItems, isEqualJson } from './equal-json';
import { isMultipleOf } from './exact-multiple';
import type AjvCore from 'ajv/dist/core';
import type { Json } from '../../core/kernel/json';
import type { Dialect } from './schema-keywords';

const SCHEMA_KEY = 'turnkeep-schema';

const options: Options = {
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  ownProperties: true,
  validateFormats: true,
  unevaluated: true,
  logger: false,
};

const newInstance = (dialect: Dialect, more: Options): AjvCore =>
  dialect === '2020-12' ? new Ajv2020({ ...options, ...more }) : new Ajv({ ...options, ...more });

const ownKeywords: readonly (FuncKeywordDefinition & { readonly keyword: string })[] = [
  {
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultipleOf(value, step),
    errors: false,
  },
  { keyword: 'const', validate: isEqualJson, errors: false },
  {
    keyword: 'enum',
    schemaType: 'array',
    validate: (values: readonly Json[], value: Json) => values.some((one) => isEqualJson(one, value)),
    errors: false,
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (asked: boolean, items: readonly Json[]) => !asked || findEqualItems(items) === undefined,
    errors: false,
  },
];

// The library takes a space for the T between them, which RFC 3339 leaves to those who agreed on one.
const isDateTime = (text: string): boolean => {
  const [date = '', time = '', ...more] = text.split(/t/i);
  return more.length === 0 && isOfFormat('date', date) && isOfFormat('time', time);
};

const isOfFormat = (name: 'date' | 'time', text: string): boolean => {
  const { validate } = fullFormats[name] as FormatDefinition<string>;
  return typeof validate === 'function' && validate(text);
};

const createInstance = (dialect: Dialect, more: Options): AjvCore => {
  const ajv = newInstance(dialect, more);
  addFormats(ajv);
  ajv.addFormat('date-time', isDateTime);
  for (const definition of ownKeywords) {
    ajv.removeKeyword(definition.keyword);
    ajv.addKeyword(definition);
  }
  return ajv;
};

// The errors of every form of a union say nothing to who meant one of them: the list holds one error for the union, and which form
// was meant is found out afterwards.
const unionCode = (cxt: KeywordCxt): void => {
  const { gen, keyword } = cxt;
  const passing = gen.let('passing', _`[]`);
  for (const index of (cxt.schema as readonly unknown[]).keys()) {
    const fits = gen.name('_valid');
    const form = cxt.subschema({ keyword, schemaProp: index, compositeRule: true }, fits);
    gen.if(fits, () => {
      gen.code(_`${passing}.push(${index})`);
      cxt.mergeEvaluated(form, Name);
    });
  }
  cxt.setParams({ passing });
  cxt.reset();
  cxt.pass(keyword === 'oneOf' ? _`${passing}.length === 1` : _`${passing}.length > 0`);
};

const unionKeyword = (keyword: 'anyOf' | 'oneOf'): CodeKeywordDefinition => ({
  keyword,
  schemaType: 'array',
  trackErrors: true,
  code: unionCode,
  error: { message: 'must fit', params: ({ params }) => _`{passing: ${params['passing']}}` },
});

export interface CompiledSchema {
  /** Stops at the first error. */
  readonly verdict: ValidateFunction;
  /** Lists all errors, one for a union. */
  readonly lister: ValidateFunction;
  /** Lists those of the schema at a place of this one; undefined when the place cannot be found. */
  readonly listerAt: (schemaPath: string) => ValidateFunction | undefined;
}

export type SchemaCompilation =
  | { readonly kind: 'compiled'; readonly compiled: CompiledSchema }
  /** Keywords whose values are not what they must be. */
  | { readonly kind: 'unsound'; readonly errors: readonly ErrorObject[] };

/** Throws, in the library's words, on a schema that it does not take for another reason. */
export const compileSchema = (schema: Json, dialect: Dialect): SchemaCompilation => {
  const source = schema as object | boolean;
  const quick = createInstance(dialect, {});
  const thorough = createInstance(dialect, { allErrors: true, verbose: true });
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    thorough.removeKeyword(keyword);
    thorough.addKeyword(unionKeyword(keyword));
  }
  if (thorough.validateSchema(source) !== true) return { kind: 'unsound', errors: thorough.errors ?? [] };
  const verdict = quick.compile(source);
  thorough.addSchema(source, SCHEMA_KEY);
  const lister = thorough.getSchema(SCHEMA_KEY);
  if (lister === undefined) throw new Error('the schema could not be compiled');
  const listerAt: CompiledSchema['listerAt'] = (schemaPath) => {
    try {
      return thorough.getSchema(`${SCHEMA_KEY}${schemaPath}`);
    } catch {
      // A place behind an anchor or another $id: the union's error is then told without its forms.
      return undefined;
    }
  };
  return { kind: 'compiled', compiled: { verdict, lister, listerAt } };
};
