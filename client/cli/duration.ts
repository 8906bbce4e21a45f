import { refuseInput } from './input-error';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DAYS_MAX = 365;

/** `500ms`, `60s`, `5m`, `24h`, `7d` in ms; at most 365 days. */
export const parseDuration = (flag: string, text: string): number => {
  const [, figure, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? [];
  const ms = Number(figure) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (Number.isFinite(ms) && ms > 0 && ms <= DAYS_MAX * 86_400_000) return ms;
  return refuseInput('DURATION', `${flag}: expected a duration such as 60s, 5m or 24h, got ${JSON.stringify(text)}`);
};
