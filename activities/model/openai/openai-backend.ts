// Providers that speak OpenAI's interfaces. One call is one request: it waits at the gate of the provider's key, is sent once, and ends at the
// run's deadline, at a stop or at the provider's own limit, whichever comes first, with its body read or not.
import type OpenAI from 'openai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createToolNames, type ToolNames } from '../../../core/kernel/tool-names';
import type { ModelView, RawReply } from '../../../core/moves/agent-kit';
import type { ProviderGate } from '../../../stores/provider-gate';
import { ModelFailure, type BackendRequest, type ModelBackend } from '../model-backend';
import { readChatReply, toChatRequest } from './chat-api';
import { createOpenAiClient } from './create-client';
import type { KeyedProvider, ProviderPlace } from './provider';
import { createReadiness } from './readiness';
import { readResponsesReply, toResponsesRequest } from './responses-api';
import { toModelFailure } from './to-model-failure';

/** A provider's word does not silence a key for longer than this. */
const pauseMaxMs = 600_000;
/** Where it asks to slow down and does not say for how long. */
const pauseUnnamedMs = 1_000;
/** The gate is looked at again at least so often: another worker's pause may have ended, or a stop may have come. */
const lookAgainMs = 5_000;

interface Ready {
  readonly place: ProviderPlace;
  readonly client: OpenAI;
  readonly model: string;
}

export const createOpenAiBackend = (
  providers: ReadonlyMap<string, KeyedProvider>,
  gate: ProviderGate,
): ModelBackend => {
  const clients = new Map<string, OpenAI>();
  const readiness = createReadiness();
  const readyFor = ({ choice }: BackendRequest): Ready => {
    const name = choice.provider ?? '';
    const provider = providers.get(name);
    if (provider === undefined || choice.model === undefined)
      throw new ModelFailure('model.invalidRequest', false, { code: 'unknownProvider' });
    if (provider.key === undefined) throw new ModelFailure('model.credentials', false, { code: 'keyMissing' });
    const client = clients.get(name) ?? createOpenAiClient(provider.place, provider.key);
    clients.set(name, client);
    return { place: provider.place, client, model: choice.model };
  };
  return {
    name: 'openai',
    admit: async (request) => {
      const { place, client } = readyFor(request);
      await readiness.confirm(place, client, request.signal);
      await waitAtGate(gate, place, request);
    },
    call: async (request) => {
      const ready = readyFor(request);
      try {
        return await askOnce(ready, request);
      } catch (error) {
        if (isGivenUp(error, request.signal)) readiness.doubt(ready.place);
        if (error instanceof ModelFailure && error.type === 'model.rateLimited')
          await gate.pause(ready.place.keyEnv, Math.min(error.facts.retryAfterMs ?? pauseUnnamedMs, pauseMaxMs));
        throw error;
      }
    },
  };
};

/** The request may still be worked on, for nobody. */
const isGivenUp = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || (error instanceof ModelFailure && error.type === 'model.timeout');

/** Waiting asks nothing and costs nothing; the request's signal ends it. */
const waitAtGate = async (
  gate: ProviderGate,
  place: ProviderPlace,
  { view, signal }: BackendRequest,
): Promise<void> => {
  const ask = {
    provider: place.keyEnv,
    requestsPerMinute: place.requestsPerMinute,
    tokensPerMinute: place.tokensPerMinute,
    tokens: tokensOf(view),
  };
  for (;;) {
    const answer = await gate.pass(ask);
    if (answer.kind === 'passed') return;
    try {
      await sleep(Math.min(answer.waitMs, lookAgainMs), undefined, { signal });
    } catch {
      throw new ModelFailure('model.rateLimited', false, { code: `gate.${answer.by}` });
    }
  }
};

/** What providers themselves reckon with before a request: about four bytes a token, and all it may write. */
const tokensOf = (view: ModelView): number => {
  const bytes = Buffer.byteLength(JSON.stringify([view.system, view.messages, view.tools]));
  return Math.ceil(bytes / 4) + view.outputTokensMax;
};

const askOnce = async ({ place, client, model }: Ready, request: BackendRequest): Promise<RawReply> => {
  const { view } = request;
  const names = createToolNames(view.tools.map(({ name }) => name));
  const reply =
    place.api === 'responses'
      ? await askResponses({ place, client, model }, request, names)
      : await askChat({ place, client, model }, request, names);
  return { ...reply, model: labelForm.test(reply.model) ? reply.model : model };
};

/** What a provider calls its model is shown and stored: what is no name gives way to the name that was asked for. */
const labelForm = /^[\w./:@+-]{1,200}$/;

const askResponses = async ({ place, client, model }: Ready, request: BackendRequest, names: ToolNames) => {
  const body = toResponsesRequest(request.view, model, names);
  const send = (signal: AbortSignal): Promise<unknown> => client.responses.create(body, { signal });
  return readResponsesReply(await sent(send, place, request.signal), names);
};

const askChat = async ({ place, client, model }: Ready, request: BackendRequest, names: ToolNames) => {
  const maxTokensField = place.maxTokensField ?? 'max_completion_tokens';
  const body = toChatRequest(request.view, { model, maxTokensField }, names);
  const send = (signal: AbortSignal): Promise<unknown> => client.chat.completions.create(body, { signal });
  return readChatReply(await sent(send, place, request.signal), names);
};

/** What came back. Only what happens on the way is a failure of the provider: an error of our own reading or writing is not. */
const sent = async (
  send: (signal: AbortSignal) => Promise<unknown>,
  place: ProviderPlace,
  ended: AbortSignal,
): Promise<unknown> => {
  const limit = AbortSignal.timeout(place.timeoutMs);
  try {
    return await send(AbortSignal.any([ended, limit]));
  } catch (error) {
    if (ended.aborted) throw ended.reason;
    if (limit.aborted) throw new ModelFailure('model.timeout', true, { code: 'timeout' });
    throw toModelFailure(error, Date.now());
  }
};
