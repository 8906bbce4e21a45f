// The note in which a customer's further message lies until a model call takes it into the transcript. It says what it is and which
// sending it belongs to: the address of any other note (a reviewer's, a reason) is no message, two messages of the same words are
// two, and a sending repeated after a failure is one.
import * as z from 'zod/mini';
import { canonicalJson } from '../kernel/canonical-json';

const noteSchema = z.strictObject({ kind: z.literal('customerMessage'), request: z.string(), text: z.string() });

export const inboxNoteOf = (request: string, text: string): string =>
  canonicalJson({ kind: 'customerMessage', request, text });

/** The customer's words, or null when the note is something else. */
export const readInboxNote = (note: string): string | null => {
  try {
    const read = noteSchema.safeParse(JSON.parse(note));
    return read.success ? read.data.text : null;
  } catch {
    return null;
  }
};
