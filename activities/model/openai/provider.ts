// One provider of the settings with its key, as the adapters use it.

/** The settings of one provider; temporal-config/provider-settings.ts reads and checks them. */
export interface ProviderPlace {
  readonly kind: 'openai';
  readonly api: 'responses' | 'chat';
  readonly baseUrl: string;
  readonly keyEnv: string;
  /** Of one request, headers and body; ms. */
  readonly timeoutMs: number;
  readonly maxTokensField?: 'max_completion_tokens' | 'max_tokens' | undefined;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
}

export interface KeyedProvider {
  readonly place: ProviderPlace;
  /** Undefined where this worker has none: a call fails as a matter of set-up. */
  readonly key: string | undefined;
}
