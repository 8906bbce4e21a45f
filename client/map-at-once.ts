/** The answers in the order of the items; never more than `atOnce` asked at a time. */
export const mapAtOnce = async <T, R>(
  items: readonly T[],
  atOnce: number,
  ask: (item: T) => Promise<R>,
): Promise<readonly R[]> => {
  const answers = new Map<number, R>();
  const waiting = [...items.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, item] = next;
      answers.set(at, await ask(item));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return items.map((_, at) => answers.get(at) as R);
};
