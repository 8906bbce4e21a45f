// The providers of the settings with their keys, read from the environment of this worker. Without its key a provider is not served here:
// its calls stay for a worker that has it, and turns on other models go on.
import type { KeyedProvider } from '../activities/model/openai/provider';
import type { Settings } from '../temporal-config/settings';
import { modelTaskQueue } from '../temporal-config/task-queues';

export interface ServedQueue {
  readonly provider: string;
  readonly taskQueue: string;
  readonly requestsPerMinute: number | undefined;
  readonly concurrency: number | undefined;
}

/** What a header may hold. */
const keyForm = /^[\x21-\x7e]{1,4096}$/;

const keyOf = (keyEnv: string, env: NodeJS.ProcessEnv): string | undefined => {
  const key = env[keyEnv]?.trim();
  return key === undefined || !keyForm.test(key) ? undefined : key;
};

export const keyedProviders = (
  { providers }: Pick<Settings, 'providers'>,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, KeyedProvider> =>
  new Map(Object.entries(providers).map(([name, place]) => [name, { place, key: keyOf(place.keyEnv, env) }]));

/** The queues this worker takes model calls from. */
export const servedQueues = (settings: Settings, env: NodeJS.ProcessEnv): readonly ServedQueue[] =>
  [...keyedProviders(settings, env)]
    .filter(([, { key }]) => key !== undefined)
    .map(([name]) => ({
      provider: name,
      taskQueue: modelTaskQueue(name, settings.temporal.taskQueue),
      requestsPerMinute: settings.providers[name]?.requestsPerMinute,
      concurrency: settings.providers[name]?.concurrency,
    }));

/** One line a provider that is not served here; never the key. */
export const unservedLines = (settings: Settings, env: NodeJS.ProcessEnv): readonly string[] =>
  [...keyedProviders(settings, env)]
    .filter(([, { key }]) => key === undefined)
    .map(([name, { place }]) => {
      const isSet = (env[place.keyEnv] ?? '').trim() !== '';
      const what = isSet ? 'holds what no header can carry' : 'is not set';
      return `provider ${name}: ${place.keyEnv} ${what}; its model calls are not taken here. Set it and start the worker again.`;
    });
