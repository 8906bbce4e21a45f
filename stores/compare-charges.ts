// The ledger against the gateway's own books, both ways: a done entry has exactly one charge under its key with its amount, a
// refused round has none, and no charge stands there without an entry here.
import type { EffectFinding, Replay, ReplayedEffect } from './replay-effects';

/** A refund in the gateway's own books; amount in minor units. */
export interface OutsideCharge {
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly currency: string;
}

/** Empty when ledger and books agree; what is started or unknown is not judged, whatever the books say. */
export function compareCharges({ effects }: Replay, charges: readonly OutsideCharge[]): readonly EffectFinding[] {
  const byKey = groupByKey(charges);
  const ours = new Set([...effects.values()].flatMap((effect) => effect.outsideKeys));
  const strange = charges.filter((charge) => !ours.has(charge.key));
  return [
    ...strange.map(({ id, key }) => ({
      code: 'gateway.unknownCharge',
      subject: id,
      words: `no entry has its key ${key}`,
    })),
    ...[...effects.values()].flatMap((effect) => compareEffectCharges(effect, byKey)),
  ];
}

function groupByKey(charges: readonly OutsideCharge[]): ReadonlyMap<string, readonly OutsideCharge[]> {
  const byKey = new Map<string, OutsideCharge[]>();
  for (const charge of charges) byKey.set(charge.key, [...(byKey.get(charge.key) ?? []), charge]);
  return byKey;
}

function compareEffectCharges(
  effect: ReplayedEffect,
  byKey: ReadonlyMap<string, readonly OutsideCharge[]>,
): readonly EffectFinding[] {
  const { effectKey, outsideKey, amountMinor, currency } = effect.body;
  if (amountMinor === null) return [];
  const of = (code: string, words: string): EffectFinding => ({ code, subject: effectKey, words });
  const earlier = effect.outsideKeys.filter((key) => key !== outsideKey || effect.state === 'refused');
  const refusedButCharged = earlier.flatMap((key) => byKey.get(key) ?? []);
  const charges = byKey.get(outsideKey) ?? [];
  const wrong = charges.filter((charge) => charge.amount !== amountMinor || charge.currency !== currency);
  return [
    ...refusedButCharged.map(({ id }) => of('gateway.chargedThoughRefused', id)),
    ...(charges.length > 1 ? [of('gateway.chargedTwice', charges.map(({ id }) => id).join(', '))] : []),
    ...(effect.state === 'done' && charges.length === 0 ? [of('gateway.noCharge', 'done here, no charge there')] : []),
    ...wrong.map((charge) => of('gateway.amountDiffers', `${charge.amount} ${charge.currency}`)),
  ];
}
