// What a doctor says of each model provider: whether its key is set here, where it is asked, and what it costs as far as anybody said so. The
// key itself is never looked into. A missing key is a warning: it is the worker that needs it, and it may run elsewhere.
import type { Connection } from '@temporalio/client';
import { messageOf } from '../temporal-config/error-facts';
import { priceOf } from '../temporal-config/model-price';
import type { ProviderSettings } from '../temporal-config/provider-settings';
import type { Settings } from '../temporal-config/settings';
import { modelTaskQueue } from '../temporal-config/task-queues';
import { ok, warn, type Check } from './check';
import { isModelQueuePolled } from './served-provider';

export const diagnoseProviders = (settings: Settings, env: NodeJS.ProcessEnv): readonly Check[] =>
  Object.entries(settings.providers).flatMap(([name, provider]) => [
    checkKey(name, provider, env),
    ...checkTransport(name, provider),
  ]);

const checkKey = (name: string, provider: ProviderSettings, env: NodeJS.ProcessEnv): Check => {
  const { api, baseUrl, keyEnv, model } = provider;
  const place = `${model} by ${api} at ${baseUrl}; ${priceWords(provider)}`;
  const isSet = (env[keyEnv] ?? '').trim() !== '';
  return isSet
    ? ok(`provider ${name}`, `key in ${keyEnv}; ${place}`)
    : warn(
        `provider ${name}`,
        `${keyEnv} is not set here; ${place}`,
        `set ${keyEnv} where the worker runs and start the worker again; a worker without it takes no calls of this provider`,
      );
};

const priceWords = (provider: ProviderSettings): string => {
  const priced = priceOf(provider, provider.model);
  if (priced === undefined) return 'price unknown: its cost is shown as unknown; set price in the settings';
  const { inputMicroPerThousand, outputMicroPerThousand } = priced.price;
  const source = priced.from === 'table' ? 'list price' : 'price of the settings';
  return `${source} of ${priced.asOf}: ${usd(inputMicroPerThousand)} in, ${usd(outputMicroPerThousand)} out, USD per million tokens`;
};

/** Millionths of a dollar per 1,000 tokens are thousandths of a dollar per million. */
const usd = (microPerThousand: number): string => {
  const digits = String(microPerThousand).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3).replace(/0$/, '')}`;
};

/** Key and words would travel in clear. */
const checkTransport = (name: string, { baseUrl }: ProviderSettings): readonly Check[] => {
  const { protocol, hostname } = new URL(baseUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isHere) return [];
  return [
    warn(
      `provider ${name}`,
      `${baseUrl} is not encrypted: key and words travel in clear`,
      'use https, or a server of this host',
    ),
  ];
};

/** Who takes the calls of each provider, by a connected server. */
export const diagnoseModelQueues = (
  connection: Connection,
  { providers, temporal }: Pick<Settings, 'providers' | 'temporal'>,
  namespace: string,
): Promise<readonly Check[]> =>
  Promise.all(
    Object.entries(providers).map(async ([name, { keyEnv }]): Promise<Check> => {
      const queue = modelTaskQueue(name, temporal.taskQueue);
      const check = `provider ${name}`;
      try {
        if (await isModelQueuePolled(connection, namespace, queue)) return ok(check, `a worker polls ${queue}`);
        return warn(check, `no worker polls ${queue}: its calls wait`, `start a worker with ${keyEnv} set`);
      } catch (error) {
        return warn(check, messageOf(error), 'see that the namespace is there');
      }
    }),
  );
