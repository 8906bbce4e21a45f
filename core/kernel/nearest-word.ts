/** Letters to insert, remove or exchange to make one word of the other. */
const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

const WORD_MAX = 64;

/** The known word that was probably meant: at most a third of its letters differ, case aside; null when none is that near. */
export const nearestWord = (typed: string, known: readonly string[]): string | null => {
  const word = typed.slice(0, WORD_MAX).toLowerCase();
  const [best] = known
    .map((candidate) => ({ candidate, edits: editsBetween(word, candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate ?? null;
};
