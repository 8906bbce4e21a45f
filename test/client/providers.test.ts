// Providers before anything runs: how the settings are read and refused, which model a word chooses, what it costs, what a doctor says.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ClientError } from '../../client/client-error';
import { diagnoseProviders } from '../../client/diagnose-providers';
import { modelChoice } from '../../client/model-choice';
import { readPolicyFile } from '../../temporal-config/agent-list';
import { priceOf, toMicroPerThousand } from '../../temporal-config/model-price';
import { readSettings, SettingsError, type Settings } from '../../temporal-config/settings';
import { servedQueues, unservedLines } from '../../workers/providers';

const agents = [{ name: 'support', workflowType: 'supportTurn', kit: 'a#b', tools: 'a#b' }];
const openai = { kind: 'openai', api: 'responses', keyEnv: 'OPENAI_API_KEY', model: 'gpt-5-mini' };
const local = { ...openai, api: 'chat', baseUrl: 'http://models.example:8000/v1', keyEnv: 'LOCAL_KEY', model: 'qwen' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-providers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (providers: unknown): Settings => {
  const file = join(folder, 'turnkeep.config.json');
  writeFileSync(file, JSON.stringify({ agents, providers }));
  return readSettings({ TURNKEEP_CONFIG: file, TURNKEEP_HOME: folder });
};

const faultsOf = (providers: unknown): readonly string[] => {
  try {
    read(providers);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
};

const refusalOf = (act: () => unknown): ClientError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('settings of providers', () => {
  test('none -> none; what is left out -> its default', () => {
    expect(read(undefined).providers).toEqual({});
    expect(read({ openai }).providers['openai']).toEqual({
      ...openai,
      baseUrl: 'https://api.openai.com/v1',
      timeoutMs: 120_000,
    });
  });

  test('many faults -> all at once, each with its path', () => {
    const faults = faultsOf({
      openai: { ...openai, api: 'completions', timeoutMs: 1, requestPerMinute: 5, price: { asOf: 'today' } },
      OpenAI: openai,
      offline: openai,
    });
    const told = faults.join('\n');
    expect(told).toContain('providers.openai.api: ');
    expect(told).toContain('providers.openai.timeoutMs: ');
    expect(told).toContain('providers.openai.requestPerMinute: unknown setting, did you mean requestsPerMinute?');
    expect(told).toContain('providers.openai.price.asOf: expected the day these prices were read');
    expect(told).toContain('providers.openai.price.inputUsdPerMillion: ');
    expect(told).toContain('got "OpenAI"');
    expect(told).toContain('got "offline"');
  });

  test.each([
    ['the key in place of its variable', { ...openai, keyEnv: 'sk-canary-0001' }],
    ['a setting for the key itself', { ...openai, apiKey: 'sk-canary-0001' }],
    ['a password in the URL', { ...openai, baseUrl: 'https://user:sk-canary-0001@models.example/v1' }],
    ['a key in the URL', { ...openai, baseUrl: 'https://models.example/v1?key=sk-canary-0001' }],
  ])('%s -> refused without repeating it', (_what, provider) => {
    const faults = faultsOf({ openai: provider });
    expect(faults).toHaveLength(1);
    expect(faults[0]).not.toContain('canary');
    expect(faults[0]).toMatch(/NAME of an environment variable|did you mean keyEnv|without user, password/);
  });

  const secret = 'sk-Canary-0001';
  test.each<[string, unknown, string]>([
    ['a list for the variable', { openai: { ...openai, keyEnv: [secret] } }, 'got an array'],
    ['an object for the variable', { openai: { ...openai, keyEnv: { x: secret } } }, 'got an object'],
    ['a text for a provider', { openai: secret }, 'providers.openai: '],
    ['a text for all of them', secret, 'providers: '],
    ['a kind', { openai: { ...openai, kind: secret } }, 'providers.openai.kind: '],
    ['a model', { openai: { ...openai, model: `${secret} ` } }, 'providers.openai.model: '],
    ['a name', { [secret]: openai }, 'not shown'],
    ['a name in lower case', { [secret.toLowerCase()]: { ...openai, model: ' ' } }, 'not shown'],
    ['a setting', { openai: { ...openai, [secret]: 1 } }, 'unknown setting'],
  ])('a key in the place of %s -> refused by its path, the key is not told', (_what, providers, words) => {
    const told = faultsOf(providers).join('\n');
    expect(told).toContain(words);
    expect(told.toLowerCase()).not.toContain('canary');
  });

  test.each<[string, string, string]>([
    ['two providers of one name', `{"agents":[],"providers":{"sk-canary":{},"sk-canary":{}}}`, 'got one twice'],
    [
      'a provider named __proto__',
      '{"agents":[],"providers":{"__proto__":{}}}',
      'providers.__proto__: expected another',
    ],
    ['no JSON', '{"agents":[],"providers":{"a":sk-canary}}', 'is not strict JSON'],
    ['a longer number', '{"agents":[],"providers":{"a":12345678901234567}}', 'at most 15 digits'],
    ['more than 1 MiB', `{"agents":[]${' '.repeat(1024 * 1024)}}`, 'at most 1048576 bytes'],
  ])('%s -> refused, nothing of it is told', (_what, text, words) => {
    const file = join(folder, 'raw.json');
    writeFileSync(file, text);
    const act = () => readSettings({ TURNKEEP_CONFIG: file, TURNKEEP_HOME: folder });
    expect(act).toThrow(words);
    expect(act).not.toThrow(/canary|12345678/);
  });

  test.each(['/dev/zero', '/dev/null', tmpdir()])('a policy file that is %s -> refused at once', (file) => {
    expect(() => readPolicyFile(file)).toThrow('expected a regular file');
  });

  test('a policy file of more than 1 MiB, or a pipe -> refused at once', () => {
    const file = join(folder, 'long.json');
    writeFileSync(file, ' '.repeat(1024 * 1024 + 1));
    expect(() => readPolicyFile(file)).toThrow('at most 1048576 bytes');
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => readPolicyFile(pipe)).toThrow('expected a regular file');
  });

  test('maxTokensField of a Responses provider -> refused', () => {
    expect(faultsOf({ openai: { ...openai, maxTokensField: 'max_tokens' } })).toEqual([
      'providers.openai.maxTokensField: expected nothing: only api "chat" knows several names, got a text of 10 characters (not shown: it may hold a key)',
    ]);
  });
});

describe('choice of a model', () => {
  test('a provider by name, and with another model -> label, price and queue', () => {
    const settings = read({ openai, local });
    expect(modelChoice('openai', settings)).toEqual({
      backend: 'openai',
      label: 'openai/gpt-5-mini',
      price: { inputMicroPerThousand: 250, outputMicroPerThousand: 2_000 },
      provider: 'openai',
      model: 'gpt-5-mini',
      queue: 'turnkeep-model-openai',
    });
    expect(modelChoice('local:org/qwen:8b', settings)).toMatchObject({ model: 'org/qwen:8b', price: null });
    expect(modelChoice('local', { ...settings, temporal: { taskQueue: 'mine' } }).queue).toBe('mine-model-local');
    expect(modelChoice('offline', settings)).not.toHaveProperty('queue');
  });

  test.each(['opnai', 'scripted', '', 'toString', 'openai:', 'openai:two words'])(
    '%p -> refused with what there is',
    (spec) => {
      const refusal = refusalOf(() => modelChoice(spec, read({ openai, local })));
      expect(refusal).toMatchObject({ code: 'UNKNOWN_MODEL', exit: 2 });
      expect(refusal.message).toMatch(
        spec.startsWith('openai:') ? /expected openai:MODEL/ : /providers: openai, local/,
      );
    },
  );

  test('nearly a name -> did you mean', () => {
    expect(refusalOf(() => modelChoice('opnai', read({ openai }))).message).toContain('did you mean openai?');
  });
});

describe('price of a model', () => {
  const table = JSON.parse(readFileSync(resolve(__dirname, '../../temporal-config/model-prices.json'), 'utf8')) as {
    about: string;
    prices: readonly { model: string; asOf: string }[];
  };

  test('table: dated, names its source, says to check the contract, no model twice', () => {
    expect(table.about).toContain('check your contract');
    expect(table.prices.every(({ asOf }) => /^\d{4}-\d\d-\d\d$/.test(asOf))).toBe(true);
    expect(new Set(table.prices.map(({ model }) => model)).size).toBe(table.prices.length);
  });

  test('settings before table; a snapshot costs what its model costs; another server or model -> unknown', () => {
    const price = { inputUsdPerMillion: '0.2', outputUsdPerMillion: '1.5', asOf: '2026-11-30' };
    const settings = read({ openai, priced: { ...openai, price }, elsewhere: { ...local, model: 'gpt-5-mini' } });
    const of = (name: string, model: string) => priceOf(settings.providers[name]!, model);
    expect(of('priced', 'gpt-5-mini')).toMatchObject({ price: { inputMicroPerThousand: 200 }, from: 'settings' });
    expect(of('openai', 'gpt-5-mini-2025-08-07')).toMatchObject({ from: 'table', asOf: '2026-06-20' });
    expect(of('openai', 'gpt-9')).toBeUndefined();
    expect(of('elsewhere', 'gpt-5-mini')).toBeUndefined();
  });

  test.each([
    ['0.25', 250],
    ['10.00', 10_000],
    ['0.005', 5],
    ['2', 2_000],
  ])('%s USD per million -> %d millionths per thousand', (usd, micro) => {
    expect(toMicroPerThousand(usd)).toBe(micro);
  });
});

describe('who serves a provider', () => {
  const env = { OPENAI_API_KEY: 'sk-canary-0001', LOCAL_KEY: '  ' };

  test('doctor: key or missing variable, place, price; never the key', () => {
    const checks = diagnoseProviders(read({ openai, local }), env);
    expect(checks.map(({ name, state }) => [name, state])).toEqual([
      ['provider openai', 'ok'],
      ['provider local', 'warn'],
      ['provider local', 'warn'],
    ]);
    const [first, second, third] = checks.map(({ words }) => words);
    expect(first).toContain('key in OPENAI_API_KEY');
    expect(first).toContain('list price of 2026-06-20: 0.25 in, 2.00 out');
    expect(second).toContain('LOCAL_KEY is not set');
    expect(second).toContain('price unknown');
    expect(third).toContain('not encrypted');
    expect(JSON.stringify(checks)).not.toContain('canary');
  });

  test('worker: takes the calls of providers whose key it has, and names the others', () => {
    const settings = read({ openai: { ...openai, requestsPerMinute: 30, concurrency: 4 }, local });
    expect(servedQueues(settings, env)).toEqual([
      { provider: 'openai', taskQueue: 'turnkeep-model-openai', requestsPerMinute: 30, concurrency: 4 },
    ]);
    expect(unservedLines(settings, env)).toEqual([expect.stringContaining('LOCAL_KEY is not set')]);
    expect(unservedLines(settings, { ...env, LOCAL_KEY: 'two\nlines' })[0]).toContain('no header can carry');
  });
});
