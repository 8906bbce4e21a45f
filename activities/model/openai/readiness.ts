// A timeout does not prove that a server stopped generating. A compatible server, often one process with few slots, is asked for its list of
// models before the next request; OpenAI's own servers are not: theirs is no such question. Asking bills nothing.
import type OpenAI from 'openai';
import { ModelFailure } from '../model-backend';
import type { ProviderPlace } from './provider';

const askForMs = 5_000;
const ownHost = 'api.openai.com';

export interface Readiness {
  /** This server was given up on in the middle of a request. */
  doubt(place: ProviderPlace): void;
  /** Asks a server that is in doubt; throws ModelFailure, unbilled, while it does not answer. */
  confirm(place: ProviderPlace, client: OpenAI, signal: AbortSignal): Promise<void>;
}

export const createReadiness = (): Readiness => {
  const doubted = new Set<string>();
  return {
    doubt: ({ baseUrl }) => {
      if (new URL(baseUrl).hostname !== ownHost) doubted.add(baseUrl);
    },
    confirm: async ({ baseUrl }, client, signal) => {
      if (!doubted.has(baseUrl)) return;
      try {
        await client.get('/models', { signal: AbortSignal.any([signal, AbortSignal.timeout(askForMs)]) });
      } catch (error) {
        if (!answered(error)) throw new ModelFailure('model.unavailable', false, { code: 'notReady' });
      }
      doubted.delete(baseUrl);
    },
  };
};

/** A server that knows no such list answers too. */
const answered = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status < 500;
