// Model providers of a deployment. A provider is one key at one place: the settings name the variable of the environment that holds the
// key and never the key itself, so that a copy of the settings opens nothing. A fault of these settings never repeats what was typed
// where a key or a password may stand.
import { z } from 'zod';
import { shownReviewer } from './reviewer-settings';

/** A key pasted in place of a variable's name is refused: keys hold lower case or a dash, these names neither. */
const keyEnvForm = /^[A-Z][A-Z0-9_]{1,79}$/;
export const providerNameForm = /^[a-z][a-z0-9-]{0,39}$/;
export const modelNameForm = /^[\w./:@+-]{1,200}$/;
const reservedNames: readonly string[] = ['offline', 'scripted'];

const usdForm = /^\d{1,6}(\.\d{1,3})?$/;
const usd = z.string().regex(usdForm, 'expected US dollars as a decimal text, at most three places, such as "0.25"');

/** Longer than a fetch of Node waits for headers would never be seen. */
const timeoutMaxMs = 280_000;

const isPlainUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
};

export const providerSchema = z.strictObject({
  kind: z.literal('openai'),
  api: z.enum(['responses', 'chat']),
  baseUrl: z
    .string()
    .refine(isPlainUrl, 'expected an http or https URL without user, password, query or fragment')
    .default('https://api.openai.com/v1'),
  /** Name of the variable that holds the key. */
  keyEnv: z.string().regex(keyEnvForm, 'expected the NAME of an environment variable, such as OPENAI_API_KEY'),
  model: z.string().regex(modelNameForm, 'expected the name of a model'),
  timeoutMs: z.int().min(100).max(timeoutMaxMs).default(120_000),
  /** What a Chat server calls the cap of its output; compatible servers may know only the older name. */
  maxTokensField: z.enum(['max_completion_tokens', 'max_tokens']).optional(),
  requestsPerMinute: z.int().min(1).max(1_000_000).optional(),
  tokensPerMinute: z.int().min(1).max(1_000_000_000).optional(),
  /** Requests at the same time, of one worker process. */
  concurrency: z.int().min(1).max(1_000).optional(),
  /** What this deployment pays, when it is not in the table or differs from it. */
  price: z
    .strictObject({
      inputUsdPerMillion: usd,
      outputUsdPerMillion: usd,
      asOf: z.iso.date('expected the day these prices were read, such as "2026-11-30"'),
    })
    .optional(),
});

export const providersSchema = z
  .record(
    z
      .string()
      .regex(providerNameForm)
      .refine((name) => !reservedNames.includes(name)),
    providerSchema,
  )
  .superRefine((providers, context) => {
    for (const [name, { api, maxTokensField }] of Object.entries(providers))
      if (api === 'responses' && maxTokensField !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name, 'maxTokensField'],
          message: 'expected nothing: only api "chat" knows several names',
          input: maxTokensField,
        });
  })
  .default({});

export type ProviderSettings = z.infer<typeof providerSchema>;

export const providerSettingNames: readonly string[] = [
  ...Object.keys(providerSchema.shape),
  'inputUsdPerMillion',
  'outputUsdPerMillion',
  'asOf',
];

/** Whether what was typed at this path may be a secret: a key is pasted anywhere. */
export const mayHoldSecret = (path: readonly PropertyKey[]): boolean =>
  path[0] === 'providers' || path[0] === 'reviewers';

/** The kind of a value alone. */
export const shownSecret = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `a text of ${value.length} characters (not shown: it may hold a key)`;
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  return `a ${typeof value}`;
};

/** Short words of letters are no keys, and neither are names that fit and are as short. */
const plainName = /^(?:[A-Za-z]{1,30}|[a-z][a-z0-9-]{0,19})$/;
const keyStart = /^(?:sk|pk|rk|key|api|gsk|xai)[-_]/i;

/** A name that somebody gave, unless it may be a key that was pasted in its place. */
export const shownName = (name: string): string =>
  plainName.test(name) && !keyStart.test(name) ? JSON.stringify(name) : shownSecret(name);

const shownPart = (part: string): string =>
  plainName.test(part) && !keyStart.test(part) ? part : `(a name of ${part.length} characters, not shown)`;

/** A path as it is told; names that somebody gave are shown unless they may be a key that was pasted in their place. */
export const shownPath = (path: readonly PropertyKey[]): readonly string[] =>
  path.map((part, index) => {
    if (index > 0 && path[0] === 'providers') return shownPart(String(part));
    return index > 0 && path[0] === 'reviewers' ? shownReviewer(String(part)) : String(part);
  });

/** What a name that only looks like a setting of a provider was meant to be; undefined where spelling has to tell. */
export const providerSettingMeant = (key: string): string | undefined =>
  /key|secret|password/i.test(key) ? 'keyEnv' : undefined;

/** The words for a provider whose own name does not fit. */
export const providerNameWords = `expected lower-case letters, digits and dashes from a letter on, and none of ${reservedNames.join(', ')}`;
