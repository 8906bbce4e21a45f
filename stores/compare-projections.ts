// Vetoes and holds are read from the journal when something is judged; their rows are projections. Both ways they must say the same:
// what the journal tells has its row, and a row has what tells of it.
import * as z from 'zod';
import { compareFields } from './compare-fields';
import type { Told } from './compare-fields';
import type { EffectFinding, Replay } from './replay-effects';
import type { HoldTable, JournalTable, VetoTable } from './schema';
import { toVetoRow } from './vetoes';

interface Projection<Row> {
  readonly name: 'veto' | 'hold';
  /** What identifies a row. */
  readonly placeOf: (row: Row) => string;
  readonly toFields: (row: Row) => Told;
}

function compareRows<Row>(
  { name, placeOf, toFields }: Projection<Row>,
  { rows, told }: { readonly rows: readonly Row[]; readonly told: readonly Row[] },
): readonly EffectFinding[] {
  const toldByPlace = new Map<string, Row>();
  for (const row of told) if (!toldByPlace.has(placeOf(row))) toldByPlace.set(placeOf(row), row);
  const seen = new Set(rows.map(placeOf));
  const missing = [...toldByPlace.keys()].filter((place) => !seen.has(place));
  return [
    ...missing.map((subject) => ({ code: `${name}.missing`, subject, words: 'the journal tells of it, no row does' })),
    ...rows.flatMap((row) => {
      const expected = toldByPlace.get(placeOf(row));
      const subject = placeOf(row);
      if (expected === undefined)
        return [{ code: `${name}.untold`, subject, words: 'a row that the journal never told of' }];
      return compareFields(`${name}.rowChanged`, subject, { row: toFields(row), told: toFields(expected) });
    }),
  ];
}

export const compareVetoes = (replay: Replay, rows: readonly VetoTable[]): readonly EffectFinding[] =>
  compareRows<VetoTable>(
    {
      name: 'veto',
      placeOf: ({ caseId, tool, orderRef, reviewId }) => [caseId, tool, orderRef, reviewId].join(' '),
      toFields: ({ items, amountMinor, currency }) => ({ items, amountMinor, currency }),
    },
    { rows, told: replay.rejections.map(({ caseId, opened }) => toVetoRow(caseId, opened)) },
  );

export const compareHolds = (journal: readonly JournalTable[], rows: readonly HoldTable[]): readonly EffectFinding[] =>
  compareRows<HoldTable>(
    {
      name: 'hold',
      placeOf: ({ scope }) => scope,
      toFields: ({ heldBy, atMs }) => ({ heldBy, atMs }),
    },
    { rows, told: replayHolds(journal) },
  );

const bodySchema = z.object({ by: z.string() });

function replayHolds(journal: readonly JournalTable[]): readonly HoldTable[] {
  const holds = new Map<string, HoldTable>();
  for (const { kind, subject: scope, body, atMs } of journal) {
    if (kind === 'holdReleased') holds.delete(scope);
    if (kind === 'holdSet') holds.set(scope, { scope, heldBy: readBy(body), atMs });
  }
  return [...holds.values()];
}

/** A body that does not parse was changed, which the chain tells; here it names nobody. */
function readBy(body: string): string {
  try {
    return bodySchema.parse(JSON.parse(body)).by;
  } catch {
    return '';
  }
}
