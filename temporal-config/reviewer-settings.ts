// People whose signed decisions count, by name, each with the public key of `turnkeep keys new-signer`. A run keeps the list it was
// started with. A key stands for one name: two persons on one key would be one person who approves twice.
import { z } from 'zod';
import { publicKeyForm } from '../core/human-review/signed-decision';
import { publicKeyFault } from './reviewer-key';

/** Also the name of the file that holds the key. */
export const reviewerNameForm = /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,79}$/u;
export const reviewerNameWords =
  'expected a name of 1 to 80 letters, digits, spaces and . _ @ + -, from a letter or digit on';

/** Shorter than any key is. */
const shownMax = 40;

/** A name in a path of an error. */
export const shownReviewer = (name: string): string => {
  if (name.length > shownMax) return `(a name of ${name.length} characters, not shown)`;
  return reviewerNameForm.test(name) ? name : JSON.stringify(name);
};

/** The whole list travels with every run. */
const reviewersMax = 100;

export const reviewersSchema = z
  .record(
    z.string().regex(reviewerNameForm),
    z.strictObject({
      publicKey: z
        .string()
        .regex(publicKeyForm, 'expected the 64 digits of 0-9, a-f that turnkeep keys new-signer prints'),
    }),
  )
  .superRefine((reviewers, context) => {
    const names = Object.keys(reviewers);
    if (names.length > reviewersMax)
      context.addIssue({ code: 'custom', message: `expected at most ${reviewersMax} reviewers`, input: names.length });
    for (const [index, name] of names.entries()) {
      const publicKey = reviewers[name]?.publicKey ?? '';
      const fault = publicKeyFault(publicKey);
      if (fault !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name, 'publicKey'],
          message: `${fault}; take the one that turnkeep keys new-signer prints`,
          input: publicKey,
        });
      const first = names.findIndex((other) => reviewers[other]?.publicKey === reviewers[name]?.publicKey);
      if (first === index) continue;
      const message = `expected a key of their own, and this one is that of ${names[first] ?? ''}`;
      context.addIssue({ code: 'custom', path: [name, 'publicKey'], message, input: reviewers[name]?.publicKey });
    }
  })
  .default({});
