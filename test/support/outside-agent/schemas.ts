import * as z from 'zod';

export const findBookArgs = z.strictObject({ title: z.string().max(200).describe('Words of the title') });
export const lendBookArgs = z.strictObject({
  book_id: z.string().max(20).describe('book_id from find_book'),
  note: z.string().max(200).optional(),
});

/** A text of the arguments; a schema saw them before. */
export const textOf = (args: { readonly [name: string]: unknown }, name: string): string => {
  const value = args[name];
  return typeof value === 'string' ? value : '';
};
