const DISTANCE_MAX = 3;

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, char] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (char === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** The known name that a mistyped one was most likely meant to be, at most three edits away; capitals do not count. */
export const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  const scored = names
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return scored !== undefined && scored.distance <= DISTANCE_MAX ? scored.name : undefined;
};
