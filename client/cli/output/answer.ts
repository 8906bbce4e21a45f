// What a command writes with --json, as a schema: one JSON value, or one value a line. Strict throughout: a field that is not named
// here never comes, and a test refuses one that does. Fields are added, never changed or taken away.
import { z } from 'zod';

/** What one command answers. */
export interface Answer {
  /** The fields beside `ok`, `error` and `next`. */
  readonly body: z.ZodRawShape;
  /** The fields in place of those, of a command that a flag asks for another view. */
  readonly views?: readonly z.ZodRawShape[];
  /** Lines that come before the last one, of a command that answers in many. */
  readonly lines?: readonly z.ZodType[];
  /** The fields of the last of many lines, where they are others than those of one answer. */
  readonly lastOfMany?: z.ZodRawShape;
  /** A command whose last line has no fields of its own: it ends by Ctrl-C or an error alone. */
  readonly endsInError?: boolean;
}
/** By the path of the command, such as `run start`. */
export type AnswersOf = Readonly<Record<string, Answer>>;

const errorSchema = z
  .strictObject({
    code: z.string().min(1).describe('the finer word beside the exit code; every one stands in docs/errors.md'),
    message: z.string().describe('for people; its words may change'),
    retryable: z.boolean().describe('the same command may go well later'),
  })
  .describe('why it is no success');

const nextSchema = z.array(z.string()).describe('commands that come next');

/** The command did not do what it was asked: nothing of its own fields comes. */
const refusedSchema = z.strictObject({ ok: z.literal(false), error: errorSchema, next: nextSchema });

/** Every value the command may write: done, done but no success, refused; and of many lines each one before the last. */
export const toSchema = ({ body, views = [], lines = [], lastOfMany, endsInError = false }: Answer): z.ZodType => {
  const own = [...(endsInError ? [] : [body, ...views]), ...(lastOfMany === undefined ? [] : [lastOfMany])];
  return z.union([...lines, ...own.flatMap(endingsOf), refusedSchema]);
};

const endingsOf = (body: z.ZodRawShape): readonly z.ZodType[] => [
  z.strictObject({ ok: z.literal(true), ...body, next: nextSchema.exactOptional() }),
  z.strictObject({ ok: z.literal(false), error: errorSchema, ...body, next: nextSchema }),
];

/** What any command writes that was refused, also where no command was named. */
export const refusal: Answer = { body: {}, endsInError: true };
