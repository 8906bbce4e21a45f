import * as z from 'zod';

export const findBookArgs = z.strictObject({ title: z.string().max(200).describe('Words of the title') });
export const lendBookArgs = z.strictObject({
  book_id: z.string().max(20).describe('book_id from find_book'),
  note: z.string().max(200).optional(),
});
