// The keywords of the two dialects that are read, and where each holds schemas of its own.
export const dialects = ['2020-12', 'draft-7'] as const;
export type Dialect = (typeof dialects)[number];

/**
 * What a keyword's value is: `data`, no schema in it; `schema`, one; `list`, an array of them; `either`, one or an array;
 * `map`, schemas by name; `dependencies`, schemas or lists of names by name.
 */
export type KeywordForm = 'data' | 'schema' | 'list' | 'either' | 'map' | 'dependencies';

const namesOf = (text: string, form: KeywordForm): readonly (readonly [string, KeywordForm])[] =>
  text.split(' ').map((name) => [name, form] as const);

const both = [
  ...namesOf('$schema $id $ref $comment title description default examples readOnly writeOnly', 'data'),
  ...namesOf('type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum', 'data'),
  ...namesOf('maxLength minLength pattern format contentEncoding contentMediaType', 'data'),
  ...namesOf('maxItems minItems uniqueItems maxProperties minProperties required', 'data'),
  ...namesOf('additionalProperties propertyNames contains not if then else', 'schema'),
  ...namesOf('allOf anyOf oneOf', 'list'),
  ...namesOf('properties patternProperties definitions', 'map'),
];

const newer = [
  ...namesOf('$anchor $dynamicRef $dynamicAnchor $vocabulary deprecated', 'data'),
  ...namesOf('dependentRequired maxContains minContains', 'data'),
  ...namesOf('items unevaluatedItems unevaluatedProperties contentSchema', 'schema'),
  ...namesOf('prefixItems', 'list'),
  ...namesOf('$defs dependentSchemas', 'map'),
];

const older = [
  ...namesOf('items', 'either'),
  ...namesOf('additionalItems', 'schema'),
  ...namesOf('dependencies', 'dependencies'),
];

export const keywordForms: Readonly<Record<Dialect, ReadonlyMap<string, KeywordForm>>> = {
  '2020-12': new Map([...both, ...newer]),
  'draft-7': new Map([...both, ...older]),
};

/** Keywords whose schemas judge the very value that the schema around them judges. */
export const inPlace: ReadonlySet<string> = new Set(
  '$ref $dynamicRef allOf anyOf oneOf not if then else dependentSchemas dependencies'.split(' '),
);

/** Keywords whose judgement may take more than time in proportion to the text. */
export const slowKeywords: ReadonlySet<string> = new Set(
  '$ref $dynamicRef pattern patternProperties format uniqueItems multipleOf'.split(' '),
);

const KNOWN_URIS: Readonly<Record<string, Dialect>> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'http://json-schema.org/draft-07/schema': 'draft-7',
  'https://json-schema.org/draft-07/schema': 'draft-7',
};
export const schemaUris = Object.keys(KNOWN_URIS).slice(0, 2);

/** The dialect that `$schema` names; 2020-12 when it names none, undefined when it names one that is not read. */
export const dialectOf = (uri: unknown): Dialect | undefined => {
  if (uri === undefined) return '2020-12';
  const plain = typeof uri === 'string' ? uri.replace(/#$/, '') : '';
  return Object.hasOwn(KNOWN_URIS, plain) ? KNOWN_URIS[plain] : undefined;
};
