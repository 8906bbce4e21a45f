// A backend of both interfaces in front of one stand-in server, with a gate that can be watched.
import type { ModelView, RawReply } from '../../../core/moves/agent-kit';
import { createOpenAiBackend } from '../../../activities/model/openai/openai-backend';
import type { KeyedProvider, ProviderPlace } from '../../../activities/model/openai/provider';
import { ModelFailure, type BackendRequest, type ModelBackend } from '../../../activities/model/model-backend';
import type { GateAnswer, GateAsk, ProviderGate } from '../../../stores/provider-gate';

export const canaryKey = 'sk-canary-0001';
export const apis = ['responses', 'chat'] as const;
export type Api = (typeof apis)[number];

export interface WatchedGate extends ProviderGate {
  readonly asked: GateAsk[];
  readonly pauses: { readonly provider: string; readonly forMs: number }[];
  /** Told in this order, then all pass. */
  answers: GateAnswer[];
}

export const createWatchedGate = (): WatchedGate => {
  const gate: WatchedGate = {
    asked: [],
    pauses: [],
    answers: [],
    pass: (ask) => {
      gate.asked.push(ask);
      return Promise.resolve(gate.answers.shift() ?? { kind: 'passed' });
    },
    pause: (provider, forMs) => {
      gate.pauses.push({ provider, forMs });
      return Promise.resolve();
    },
  };
  return gate;
};

export const placeOf = (api: Api, baseUrl: string, change: Partial<ProviderPlace> = {}): ProviderPlace => ({
  kind: 'openai',
  api,
  baseUrl,
  keyEnv: 'CANARY_KEY',
  timeoutMs: 20_000,
  ...change,
});

export const backendAt = (
  baseUrl: string,
  gate: ProviderGate,
  { change, key }: { change?: Partial<ProviderPlace>; key?: string | undefined } = { key: canaryKey },
): ModelBackend =>
  createOpenAiBackend(
    new Map<string, KeyedProvider>(
      apis.map((api) => [api, { place: placeOf(api, baseUrl, change), key: key ?? undefined }] as const),
    ),
    gate,
  );

export const view: ModelView = {
  purpose: 'act',
  system: 'You are support.',
  messages: [{ role: 'customer', text: 'Hello, canary-words of a customer.' }],
  tools: [{ name: 'orders.get', description: 'Reads an order.', parameters: { type: 'object', properties: {} } }],
  outputTokensMax: 200,
};

export const requestOf = (api: Api, change: Partial<BackendRequest> = {}): BackendRequest => ({
  agent: 'support',
  choice: { backend: 'openai', label: `${api}/gpt-5-mini`, price: null, provider: api, model: 'gpt-5-mini' },
  view,
  callPosition: 0,
  signal: new AbortController().signal,
  ...change,
});

/** The failure of a call, or the reply it gave instead. */
export const failureOf = async (call: Promise<RawReply>): Promise<ModelFailure | RawReply> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
};
