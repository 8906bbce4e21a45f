/** The name that was most likely meant: at most three changed letters away. */
export const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  const nearest = names
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return nearest !== undefined && nearest.distance <= 3 ? nearest.name : undefined;
};

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
