import { z } from 'zod';
import type { AnswersOf } from './answer';

const keyId = z.string().describe('s_ and 16 hex digits, made of the public key');
const publicKey = z.string().describe('Ed25519, 64 hex digits');

export const keyAnswers: AnswersOf = {
  'keys list': {
    body: {
      signers: z.array(
        z.strictObject({
          name: z.string(),
          listedKeyId: keyId.nullable().describe('by the settings'),
          hereKeyId: keyId.nullable().describe('of the private key on this host'),
          state: z.enum([
            'ready',
            'listed, no key here',
            'key here, not listed',
            'another key is listed',
            'key file unusable',
          ]),
          problem: z.string().nullable(),
        }),
      ),
      folder: z.string(),
      environment: z.enum(['development', 'production']),
      requireSignatures: z.boolean(),
    },
  },
  'keys new-signer': {
    body: {
      name: z.string(),
      keyId,
      publicKey,
      path: z.string().describe('of the private key'),
      settingsFile: z.string(),
      reviewers: z.record(z.string(), z.strictObject({ publicKey })).describe('to be added to the settings'),
    },
  },
};
