const ENTRIES_MAX = 10_000;

export interface TimedCache<T> {
  get(name: string): T | undefined;
  put(name: string, value: T): void;
  clear(): void;
}

/** Keeps a value for `keepMs` after it was put, by a clock that does not jump; the oldest go first past 10,000. */
export function createTimedCache<T>(keepMs: number): TimedCache<T> {
  const entries = new Map<string, { readonly value: T; readonly untilMs: number }>();
  return {
    get: (name) => {
      const entry = entries.get(name);
      if (!entry) return undefined;
      if (performance.now() < entry.untilMs) return entry.value;
      entries.delete(name);
      return undefined;
    },
    put: (name, value) => {
      entries.delete(name);
      entries.set(name, { value, untilMs: performance.now() + keepMs });
      const [oldest] = entries.keys();
      if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest);
    },
    clear: () => entries.clear(),
  };
}
