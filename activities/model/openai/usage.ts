// The one place where a provider's count becomes ours: what was billed, with cached tokens inside the input and reasoning inside the
// output, as both interfaces of OpenAI count. A count that is missing or is none gives no usage, and the reservation is charged. So does one
// that cannot be: nothing read, or nothing written beside a reply that was.
import { z } from 'zod';
import type { ReplyUsage } from '../../../core/moves/agent-kit';

const count = z.int().nonnegative();
const details = (name: string) => z.looseObject({ [name]: count.nullish() }).nullish();

export const responsesUsageSchema = z.looseObject({
  input_tokens: count,
  input_tokens_details: details('cached_tokens'),
  output_tokens: count,
  output_tokens_details: details('reasoning_tokens'),
});

export const chatUsageSchema = z.looseObject({
  prompt_tokens: count,
  prompt_tokens_details: details('cached_tokens'),
  completion_tokens: count,
  completion_tokens_details: details('reasoning_tokens'),
});

const part = (name: 'cachedTokens' | 'reasoningTokens', value: unknown): Partial<ReplyUsage> =>
  typeof value === 'number' ? { [name]: value } : {};

const canBe = (inputTokens: number, outputTokens: number, wrote: boolean): boolean =>
  inputTokens > 0 && (outputTokens > 0 || !wrote);

/** `usage` of a Responses reply that wrote something or not, or null. */
export const responsesUsage = (value: unknown, wrote: boolean): ReplyUsage | null => {
  const read = responsesUsageSchema.safeParse(value);
  if (!read.success || !canBe(read.data.input_tokens, read.data.output_tokens, wrote)) return null;
  return {
    inputTokens: read.data.input_tokens,
    outputTokens: read.data.output_tokens,
    ...part('cachedTokens', read.data.input_tokens_details?.['cached_tokens']),
    ...part('reasoningTokens', read.data.output_tokens_details?.['reasoning_tokens']),
  };
};

/** `usage` of a Chat Completions reply that wrote something or not, or null. */
export const chatUsage = (value: unknown, wrote: boolean): ReplyUsage | null => {
  const read = chatUsageSchema.safeParse(value);
  if (!read.success || !canBe(read.data.prompt_tokens, read.data.completion_tokens, wrote)) return null;
  return {
    inputTokens: read.data.prompt_tokens,
    outputTokens: read.data.completion_tokens,
    ...part('cachedTokens', read.data.prompt_tokens_details?.['cached_tokens']),
    ...part('reasoningTokens', read.data.completion_tokens_details?.['reasoning_tokens']),
  };
};
