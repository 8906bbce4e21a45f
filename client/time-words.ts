/** `2026-11-29 14:02:11 UTC` */
export const instantWords = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `40 s`, `12 min`, `3 h 52 min`, `34 days`. */
export const ageWords = (ms: number): string => {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
};
