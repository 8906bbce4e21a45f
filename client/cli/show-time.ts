/** `2026-11-29 14:02:11 UTC`; a dash where there is no instant. */
export const showTime = (atMs: number | null): string =>
  atMs === null ? '-' : `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `in 3 h 52 min` or `2 min ago`; beside an absolute time only. */
export const showDistance = (atMs: number, nowMs: number): string => {
  const minutes = Math.round(Math.abs(atMs - nowMs) / 60_000);
  const words = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return atMs >= nowMs ? `in ${words}` : `${words} ago`;
};
