// What a model costs, as far as somebody said so: the provider's own settings first, then the dated table, which holds for OpenAI's own
// servers alone; a compatible server may serve a model of the same name at another price. What nobody priced is unknown, never zero.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ModelChoice } from '../core/moves/activity-shapes';
import type { ProviderSettings } from './provider-settings';

const tableSchema = z.strictObject({
  about: z.string().min(1),
  prices: z.array(
    z.strictObject({
      model: z.string(),
      inputUsdPerMillion: z.string(),
      outputUsdPerMillion: z.string(),
      asOf: z.iso.date(),
    }),
  ),
});

export interface DatedPrice {
  readonly price: NonNullable<ModelChoice['price']>;
  /** The day on which it was read. */
  readonly asOf: string;
  readonly from: 'settings' | 'table';
}

const tableHost = 'api.openai.com';
const decimalForm = /^(\d{1,6})(?:\.(\d{1,3}))?$/;

/** Dollars per million tokens to millionths of a dollar per 1,000: 0.25 is 250. Throws on what is no such decimal. */
export const toMicroPerThousand = (usdPerMillion: string): number => {
  const [, whole, places = ''] = decimalForm.exec(usdPerMillion) ?? [];
  if (whole === undefined) throw new Error(`price: expected a decimal with at most three places, got ${usdPerMillion}`);
  return Number(whole) * 1_000 + Number(places.padEnd(3, '0'));
};

type Priced = Pick<NonNullable<ProviderSettings['price']>, 'inputUsdPerMillion' | 'outputUsdPerMillion'>;

const toPrice = ({ inputUsdPerMillion, outputUsdPerMillion }: Priced): DatedPrice['price'] => ({
  inputMicroPerThousand: toMicroPerThousand(inputUsdPerMillion),
  outputMicroPerThousand: toMicroPerThousand(outputUsdPerMillion),
});

/** The price of `model` at this provider, or undefined where nobody says. */
export const priceOf = (provider: ProviderSettings, model: string): DatedPrice | undefined => {
  if (provider.price !== undefined && model === provider.model)
    return { price: toPrice(provider.price), asOf: provider.price.asOf, from: 'settings' };
  if (new URL(provider.baseUrl).hostname !== tableHost) return undefined;
  const { prices } = tableSchema.parse(JSON.parse(readFileSync(join(__dirname, 'model-prices.json'), 'utf8')));
  const row = prices.find((priced) => priced.model === withoutDay(model));
  return row === undefined ? undefined : { price: toPrice(row), asOf: row.asOf, from: 'table' };
};

/** A snapshot of a model (`gpt-5-mini-2025-08-07`) costs what the model costs. */
const withoutDay = (model: string): string => model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
