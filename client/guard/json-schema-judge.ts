// A JSON Schema from outside as a judge of the guard. A number that a double would round is refused by its source text, and whatever
// the schema says of its rounded value, or of what it stands in, is left unsaid. A judgement that fails for whatever reason is a
// refusal: never an acceptance, and never the end of those that come after it.
import { ERRORS_MAX, lineOfInexact, shorten, type ShapeCheck } from '../../core/output-guard/shape';
import type { Json } from '../../core/kernel/json';
import type { InexactNumber } from '../../core/output-guard/parse';
import type { ShapeJudge } from '../../core/output-guard/shape-judge';
import { asksObject } from './asks-object';
import { checkSchema, type CheckedSchema } from './check-schema';
import { compileSchema, type CompiledSchema, type SchemaCompilation } from './compile-schema';
import type { ErrorLine } from './error-line';
import { explainErrors } from './explain-errors';
import { inheritedName, notesFields } from './judgeable';
import { limitTime, type Limited } from './limit-time';
import { slowKeywords } from './schema-keywords';
import { isJsonObject } from './walk-schema';

/** For a verdict, for a list of errors, and for reading a schema. */
const JUDGE_MS_MAX = 1_000;
const COMPILE_MS_MAX = 5_000;
const UNION_DEPTH_MAX = 8;

export type SchemaRead =
  | { readonly kind: 'judge'; readonly judge: ShapeJudge }
  | { readonly kind: 'broken'; readonly errors: readonly string[] };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const TOO_LONG = `$: expected a judgement within ${JUDGE_MS_MAX} ms, got none: a pattern or a recursion of the schema takes too long on this text`;

const FAILED = '$: expected a value that can be judged, got one that could not be judged: the judgement itself failed';

type Tried<T> = Limited<T> | { readonly kind: 'failed' };

// A stack that ran out is the same as a clock that did: the schema has no answer to this text.
const tried = <T>(run: () => Limited<T>): Tried<T> => {
  try {
    return run();
  } catch (error) {
    return { kind: error instanceof RangeError ? 'tooLong' : 'failed' };
  }
};

const withinLimits = <T>(task: () => T): Tried<T> => tried(() => limitTime(JUDGE_MS_MAX, task));

const isSlow = ({ nodes }: CheckedSchema): boolean =>
  nodes.some(({ schema }) => isJsonObject(schema) && Object.keys(schema).some((keyword) => slowKeywords.has(keyword)));

/** What is said of a part is kept when no rounded number is in that part, or when no number can change it. */
const isUntouched = ({ path, keyword }: ErrorLine, inexact: readonly InexactNumber[]): boolean =>
  ['required', 'additionalProperties'].includes(keyword) ||
  !inexact.some((number) => path.every((part, index) => part === number.path[index]));

const INEXACT_LOOKED_AT = 100;

interface Judging {
  readonly root: Json;
  readonly compiled: CompiledSchema;
  readonly slow: boolean;
  /** The schema asks which fields were looked at. */
  readonly notes: boolean;
}

const listErrors = ({ root, compiled }: Judging, value: Json): readonly ErrorLine[] => {
  const listed = withinLimits(() => {
    if (compiled.lister(value)) return [];
    return explainErrors(compiled.lister.errors ?? [], value, { root, compiled, depth: UNION_DEPTH_MAX });
  });
  return listed.kind === 'done' ? listed.result : [];
};

const unfit = (judging: Judging, value: Json, inexact: readonly InexactNumber[]): ShapeCheck<unknown> => {
  const first = inexact.slice(0, INEXACT_LOOKED_AT);
  const lines = listErrors(judging, value)
    .filter((line) => inexact.length <= INEXACT_LOOKED_AT && isUntouched(line, first))
    .map(({ text }) => text);
  const rounded = inexact.slice(0, ERRORS_MAX).map(lineOfInexact);
  const all = [...rounded, ...new Set(lines)];
  const errors = all.length > 0 ? all : ['$: expected a value that fits the schema, got one that does not'];
  return { kind: 'unfit', errors: shorten(errors, errors.length - rounded.length + inexact.length) };
};

const verdictOn = ({ compiled: { verdict }, slow }: Judging, value: Json): Tried<boolean> =>
  slow ? withinLimits(() => verdict(value)) : tried(() => ({ kind: 'done', result: verdict(value) }));

const judgeBy =
  (judging: Judging): ShapeJudge['check'] =>
  (value, inexact) => {
    if (inexact.length > 0) return unfit(judging, value, inexact);
    const name = judging.notes ? inheritedName(value) : undefined;
    if (name !== undefined) return { kind: 'unfit', errors: [name] };
    const judged = verdictOn(judging, value);
    if (judged.kind !== 'done') return { kind: 'unfit', errors: [judged.kind === 'tooLong' ? TOO_LONG : FAILED] };
    return judged.result ? { kind: 'fits', value } : unfit(judging, value, inexact);
  };

const broken = (...errors: readonly string[]): SchemaRead => ({ kind: 'broken', errors });

const toJudge = (root: Json, checked: CheckedSchema, made: SchemaCompilation): SchemaRead => {
  if (made.kind === 'unsound') {
    const lines = explainErrors(made.errors, root, { root, compiled: undefined, depth: 0 });
    return broken(...new Set(lines.map(({ text }) => text)));
  }
  const check = judgeBy({ root, compiled: made.compiled, slow: isSlow(checked), notes: notesFields(checked.nodes) });
  return { kind: 'judge', judge: { kind: 'shapeJudge', root: asksObject(root) ? 'object' : 'any', check } };
};

/** Reads a schema into a judge; otherwise everything that is wrong with it, by path, expected and got. */
export const readJsonSchema = (root: Json): SchemaRead => {
  const check = checkSchema(root);
  if (check.kind === 'broken') return check;
  const { checked } = check;
  try {
    const made = limitTime(COMPILE_MS_MAX, () => compileSchema(root, checked.dialect));
    if (made.kind === 'done') return toJudge(root, checked, made.result);
    return broken(`$: expected a schema that can be read within ${COMPILE_MS_MAX} ms, got one that takes longer`);
  } catch (error) {
    return broken(`$: expected a JSON Schema ${checked.dialect}, got one that cannot be used: ${messageOf(error)}`);
  }
};
