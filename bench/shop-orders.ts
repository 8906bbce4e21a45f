import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productRoot } from '../temporal-config/settings';

export interface ShopOrder {
  readonly order_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly items: readonly { readonly item_id: string; readonly price: number }[];
  readonly payment_history: readonly { readonly payment_method_id: string }[];
}

/** Orders of the shop's own data, in its order. */
export const readShopOrders = (): ShopOrder[] =>
  readFileSync(join(productRoot(), 'data', 'support', 'orders.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { value: ShopOrder }).value);
