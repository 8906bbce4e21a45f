import type { EffectFinding } from './replay-effects';

/** undefined: the journal does not tell, as in rows of older versions. */
export type Told = Readonly<Record<string, string | number | null | undefined>>;

/** Names every field in which a row departs from what the journal tells. */
export function compareFields(
  code: string,
  subject: string,
  { row, told }: { readonly row: Told; readonly told: Told },
): readonly EffectFinding[] {
  const apart = Object.keys(told).filter((field) => told[field] !== undefined && row[field] !== told[field]);
  if (apart.length === 0) return [];
  const words = apart.map((field) => `${field}: row ${String(row[field])}, journal ${String(told[field])}`).join('; ');
  return [{ code, subject, words }];
}
