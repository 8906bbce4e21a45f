// Which form of a union was meant is read from its tag, a field that every form fixes to a value of its own; without one, from the
// kind of the value. Only when neither names a form are all of them told, in one line.
import { toJsonPath } from '../../core/output-guard/json-path';
import { showGot } from '../../core/output-guard/shape-error';
import { isJsonObject, resolvePointer } from './walk-schema';
import type { Json, JsonObject } from '../../core/kernel/json';
import type { ErrorLine, Explained } from './error-line';
import type { ErrorObject } from 'ajv';

type ExplainInner = (errors: readonly ErrorObject[], data: Json) => readonly ErrorLine[];
type Tags = ReadonlyMap<string, Json>;

const REFERENCES_MAX = 16;

const followed = (form: Json, root: Json): Json => {
  let at = form;
  for (let left = REFERENCES_MAX; left > 0; left -= 1) {
    const reference = isJsonObject(at) ? at['$ref'] : undefined;
    const target = typeof reference === 'string' ? resolvePointer(root, reference) : undefined;
    if (target === undefined) return at;
    at = target;
  }
  return at;
};

const fixedValue = (schema: Json): Json | undefined => {
  if (!isJsonObject(schema)) return undefined;
  const { const: value, enum: values } = schema;
  if (value !== undefined) return value;
  return Array.isArray(values) && values.length === 1 ? (values as readonly Json[])[0] : undefined;
};

const tagsOf = (form: Json): Tags => {
  const properties = isJsonObject(form) ? form['properties'] : undefined;
  if (!isJsonObject(properties)) return new Map();
  return new Map(
    Object.entries(properties).flatMap(([name, schema]) => {
      const value = fixedValue(schema);
      return value === undefined || typeof value === 'object' ? [] : [[name, value] as const];
    }),
  );
};

const fieldOf = (data: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined;

const isNamedBy = (data: JsonObject, tags: Tags): boolean =>
  tags.size > 0 && [...tags].every(([name, value]) => fieldOf(data, name) === value);

const kindsOf = (form: Json): readonly string[] => {
  const type = isJsonObject(form) ? form['type'] : undefined;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : [];
};

const isOfKind = (data: Json, kind: string): boolean => {
  if (kind === 'null') return data === null;
  if (kind === 'array') return Array.isArray(data);
  if (kind === 'object') return isJsonObject(data);
  if (kind === 'integer') return Number.isInteger(data);
  return typeof data === kind;
};

const onlyIndex = (forms: readonly Json[], isMeant: (form: Json) => boolean): number | undefined => {
  const found = forms.flatMap((form, index) => (isMeant(form) ? [index] : []));
  return found.length === 1 ? found[0] : undefined;
};

const meantForm = (forms: readonly Json[], data: Json): number | undefined => {
  const byTag = isJsonObject(data) ? onlyIndex(forms, (form) => isNamedBy(data, tagsOf(form))) : undefined;
  return byTag ?? onlyIndex(forms, (form) => kindsOf(form).some((kind) => isOfKind(data, kind)));
};

const line = (keyword: string, text: string): readonly ErrorLine[] => [{ path: [], keyword, text }];

/** The tag that all forms have, when the value's own is none of theirs. */
const unknownTag = (forms: readonly Json[], data: Json): readonly ErrorLine[] | undefined => {
  if (!isJsonObject(data)) return undefined;
  const tags = forms.map(tagsOf);
  const name = [...(tags[0] ?? new Map<string, Json>()).keys()].find((key) => tags.every((one) => one.has(key)));
  if (name === undefined) return undefined;
  const known = [...new Set(tags.map((one) => JSON.stringify(one.get(name))))];
  const got = fieldOf(data, name);
  if (known.includes(JSON.stringify(got))) return undefined;
  return line('enum', `${toJsonPath([name])}: expected one of ${known.join(', ')}, got ${showGot(got)}`);
};

const allForms = (forms: readonly Json[], data: Json): string => {
  const kinds = forms.map(kindsOf);
  const all = [...new Set(kinds.flat())];
  const isSaid = kinds.every((some) => some.length > 0) && !all.some((kind) => isOfKind(data, kind));
  return isSaid ? all.join(' or ') : `one of ${forms.length} forms`;
};

const explainForm = (error: ErrorObject, index: number, { compiled, depth }: Explained): readonly ErrorObject[] => {
  const lister = depth > 0 ? compiled?.listerAt(`${error.schemaPath}/${index}`) : undefined;
  if (lister === undefined || lister(error.data)) return [];
  return [...(lister.errors ?? [])];
};

/** The lines of a union's error, told as if the value were the root. */
export const explainUnion = (error: ErrorObject, about: Explained, explain: ExplainInner): readonly ErrorLine[] => {
  const data = error.data as Json;
  const { passing } = error.params as { readonly passing: readonly number[] };
  if (passing.length > 1) {
    const which = passing.map((index) => index + 1).join(' and ');
    return line(error.keyword, `$: expected exactly one of the forms, got a value that fits forms ${which}`);
  }
  const forms = (error.schema as readonly Json[]).map((form) => followed(form, about.root));
  const meant = meantForm(forms, data);
  const inner = meant === undefined ? [] : explain(explainForm(error, meant, about), data);
  if (inner.length > 0) return inner;
  return unknownTag(forms, data) ?? line(error.keyword, `$: expected ${allForms(forms, data)}, got ${showGot(data)}`);
};
