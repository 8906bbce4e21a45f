// The package's client, with everything switched off that would act behind the activity's back: no retries (Temporal's, or the step's),
// no logs (they hold words), no key, place, project or header out of variables that the settings do not name, no redirect (it would
// carry the words to a place nobody named), no body without end. A connection that failed before the request left is told apart from one that broke.
import OpenAI from 'openai';
import { limitBody } from './limit-body';
import type { ProviderPlace } from './provider';

/** Why no response came: the system's code, never a message. */
export class RequestLost extends Error {
  constructor(readonly code: string) {
    super('no response');
    this.name = 'RequestLost';
  }
}

/** Neither telemetry of the package nor headers out of the environment go along; those could even replace the key. */
const headersSent: readonly string[] = ['accept', 'content-type', 'user-agent'];

/** The package's own limit stops at the headers; ours, a signal, covers the body and comes first. */
const packageTimeoutMs = 2_147_000_000;

export const createOpenAiClient = ({ baseUrl }: ProviderPlace, key: string): OpenAI =>
  new OpenAI({
    apiKey: key,
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: packageTimeoutMs,
    logLevel: 'off',
    fetch: (url, init) => fetchPlainly(url, init, key),
  });

const fetchPlainly = async (
  url: string | URL | Request,
  init: RequestInit | undefined,
  key: string,
): Promise<Response> => {
  const given = new Headers(init?.headers);
  const headers = new Headers({ authorization: `Bearer ${key}` });
  for (const name of headersSent) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  try {
    return limitBody(await fetch(url, { ...init, headers, redirect: 'manual' }));
  } catch (error) {
    if (init?.signal?.aborted === true) throw error;
    throw new RequestLost(codeWithin(error));
  }
};

/** The code nearest to the cause: fetch says "failed" and hides the reason below. */
const codeWithin = (error: unknown, depth = 0): string => {
  if (typeof error !== 'object' || error === null || depth > 4) return 'unknown';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (cause !== undefined) return codeWithin(cause, depth + 1);
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) return code;
  return Array.isArray(errors) ? codeWithin(errors[0], depth + 1) : 'unknown';
};
