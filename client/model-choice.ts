// Which model answers a turn, from what was typed. What is not known is refused with what there is; the key is never looked at here,
// only whether its variable is set.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelChoice } from '../core/moves/activity-shapes';
import { priceOf } from '../temporal-config/model-price';
import { nearestName } from '../core/kernel/nearest-name';
import { modelNameForm } from '../temporal-config/provider-settings';
import type { Settings } from '../temporal-config/settings';
import { modelTaskQueue } from '../temporal-config/task-queues';
import { ClientError } from './client-error';

const free = { inputMicroPerThousand: 0, outputMicroPerThousand: 0 };

const scriptOf = (spec: string): string | undefined => /^scripted:([A-Za-z0-9_-]{1,80})$/.exec(spec)?.[1];

/** Reads `offline`, `scripted:NAME`, `PROVIDER` or `PROVIDER:MODEL`. Refuses with ClientError. */
export const modelChoice = (spec: string, settings: Pick<Settings, 'providers' | 'temporal'>): ModelChoice => {
  if (spec === 'offline') return { backend: 'offline', label: 'offline', price: free };
  const script = scriptOf(spec);
  if (script !== undefined) return { backend: 'scripted', label: 'scripted', price: free, script };
  return providerChoice(spec, settings);
};

/**
 * Refuses a script that is not in the folder the settings name. A folder that is not on this host says nothing: the worker's own may
 * hold the script.
 */
export const assertScript = (spec: string, { scripts: folder }: Pick<Settings, 'scripts'>): void => {
  const name = scriptOf(spec);
  if (name === undefined || folder === undefined || !existsSync(folder)) return;
  if (existsSync(join(folder, `${name}.json`))) return;
  const known = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
  const near = nearestName(name, known);
  throw new ClientError('UNKNOWN_MODEL', 2, {
    message:
      `model: expected scripted:NAME with a script NAME.json in ${folder}, got ${JSON.stringify(spec)}` +
      (near === undefined ? '' : `; did you mean scripted:${near}?`),
    next: ['turnkeep run start --help'],
  });
};

const providerChoice = (spec: string, settings: Pick<Settings, 'providers' | 'temporal'>): ModelChoice => {
  const colon = spec.indexOf(':');
  const name = colon < 0 ? spec : spec.slice(0, colon);
  const provider = Object.hasOwn(settings.providers, name) ? settings.providers[name] : undefined;
  if (provider === undefined) throw unknownModel(spec, name, settings);
  const model = colon < 0 ? provider.model : spec.slice(colon + 1);
  if (!modelNameForm.test(model))
    throw new ClientError('UNKNOWN_MODEL', 2, {
      message: `model: expected ${name}:MODEL with the provider's name of a model, got ${JSON.stringify(spec)}`,
      next: ['turnkeep run start --help'],
    });
  return {
    backend: provider.kind,
    label: `${name}/${model}`,
    price: priceOf(provider, model)?.price ?? null,
    provider: name,
    model,
    queue: modelTaskQueue(name, settings.temporal.taskQueue),
  };
};

const unknownModel = (spec: string, name: string, { providers }: Pick<Settings, 'providers'>): ClientError => {
  const known = Object.keys(providers);
  const near = nearestName(name, [...known, 'offline', 'scripted']);
  const listed = known.length === 0 ? 'no provider is configured' : `providers: ${known.join(', ')}`;
  return new ClientError('UNKNOWN_MODEL', 2, {
    message:
      `model: expected offline, scripted:NAME, PROVIDER or PROVIDER:MODEL (${listed}), got ${JSON.stringify(spec)}` +
      (near === undefined ? '' : `; did you mean ${near}?`),
    next: ['turnkeep run start --help', 'turnkeep doctor'],
  });
};
