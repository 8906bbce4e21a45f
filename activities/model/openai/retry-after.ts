/** How long a provider wants to be left alone, ms: `retry-after-ms`, else `retry-after` in seconds or as a date; undefined: it did not say. */
export const retryAfterOf = (headers: Headers | undefined, nowMs: number): number | undefined => {
  const exact = figureOf(headers?.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const text = headers?.get('retry-after') ?? undefined;
  const seconds = figureOf(text);
  if (seconds !== undefined) return seconds * 1_000;
  const atMs = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};

const figureOf = (text: string | null | undefined): number | undefined =>
  text !== null && text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined;
