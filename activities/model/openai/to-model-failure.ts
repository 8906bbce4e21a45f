// The one place that says what an error of the package means: who may try again, and whether the provider may have billed it. Only what
// never reached the provider, 429 and 503 are known to have cost nothing and are Temporal's to retry; so is what it refused outright,
// which no retry mends. Everything else may have been billed. `x-should-retry` of the provider goes before the status. Nothing of what a
// provider says is kept: codes are ours.
import { APIConnectionError, APIError } from 'openai';
import { ModelFailure } from '../model-backend';
import { RequestLost } from './create-client';
import { BodyTooLong } from './limit-body';
import { retryAfterOf } from './retry-after';

type ApiError = APIError;

/** No connection, so no request. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const quotaCodes: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'access_terminated',
]);

/** What a request came to that got no response, or one that is no reply; aborts are told apart by the caller, who knows its signals. */
export const toModelFailure = (error: unknown, nowMs: number): ModelFailure => {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIConnectionError) return lost(error.cause);
  if (error instanceof APIError) return ofStatus(error as ApiError, nowMs);
  return new ModelFailure('model.brokenReply', true, { code: bodyCode(error) });
};

const bodyCode = (error: unknown): string => {
  if (error instanceof BodyTooLong) return 'bodyTooLong';
  return nameOf(error) === 'SyntaxError' ? 'notJson' : 'cutBody';
};

const nameOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;

const lost = (cause: unknown): ModelFailure => {
  const code = cause instanceof RequestLost ? cause.code : 'unknown';
  return neverSent.has(code)
    ? new ModelFailure('model.unavailable', false, { code })
    : new ModelFailure('model.brokenReply', true, { code: 'connectionLost' });
};

const ofStatus = (error: ApiError, nowMs: number): ModelFailure => {
  const status = error.status ?? 0;
  const code = `http.${status}`;
  const shouldRetry = error.headers?.get('x-should-retry');
  const asked = { code, retryAfterMs: retryAfterOf(error.headers, nowMs), final: shouldRetry === 'false' };
  if (status === 429)
    return isQuota(error)
      ? new ModelFailure('model.quota', false, { code: `${code}.quota` })
      : new ModelFailure('model.rateLimited', false, asked);
  if (status === 503) return new ModelFailure('model.unavailable', false, asked);
  if (isServers(status)) return new ModelFailure('model.serverError', true, asked);
  if (keyStatuses.has(status)) return new ModelFailure('model.credentials', false, { code });
  if (shouldRetry === 'true') return new ModelFailure('model.serverError', true, { code });
  return refused(error, status);
};

const isServers = (status: number): boolean => status >= 500 || status === 408 || status === 409;

const keyStatuses: ReadonlySet<number> = new Set([401, 402, 403]);

const isQuota = ({ code, type }: ApiError): boolean => quotaCodes.has(code ?? '') || quotaCodes.has(type ?? '');

/** A request that the provider did not take: the same again meets the same answer. */
const refused = (error: ApiError, status: number): ModelFailure => {
  const code = `http.${status}`;
  if (status === 413 || (status === 400 && isTooLong(error)))
    return new ModelFailure('model.contextFull', false, { code });
  if ((status === 400 || status === 422) && namesSchema(error))
    return new ModelFailure('model.schemaRejected', false, { code });
  return new ModelFailure('model.invalidRequest', false, { code });
};

/** Compatible servers say it in words alone; the words are looked at and left behind. */
const isTooLong = ({ code, message }: ApiError): boolean =>
  code === 'context_length_exceeded' || /context (length|window)|context_length|prompt is too long/i.test(message);

const namesSchema = ({ code, param, message }: ApiError): boolean =>
  /response_format|text\.format|json_schema|schema|grammar|\bstrict\b/i.test(`${code ?? ''} ${param ?? ''} ${message}`);
