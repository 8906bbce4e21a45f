// JSON at rest under a case's data key. `place` names the row it belongs to; a row under another place does not open.
import { canonicalJson } from '../core/kernel/canonical-json';
import type { Json } from '../core/kernel/json';
import { open, seal } from './seal';
import { StoreIntegrityError } from './store-port';

export const sealJson = (key: Uint8Array, place: readonly string[], value: Json): Uint8Array =>
  seal(key, canonicalJson(place), Buffer.from(canonicalJson(value), 'utf8'));

/** Throws StoreIntegrityError when bytes, place or key are not those it was sealed with. The shape is what was sealed. */
export function openJson(key: Uint8Array, place: readonly string[], sealed: Uint8Array): Json {
  const opened = open(key, canonicalJson(place), sealed);
  if (opened.kind === 'opened') return JSON.parse(Buffer.from(opened.plain).toString('utf8')) as Json;
  throw new StoreIntegrityError(
    'store.rowChanged',
    `${place.join(' ')}: the row does not open: it was changed, moved, or sealed under another key; restore it from a backup`,
  );
}
