// Settings of a deployment: turnkeep.config.json, then the environment. A typo fails at start-up with path, expected, got and
// the nearest name, all problems at once; nothing is started on half a configuration.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

const agentSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  workflowType: z.string().min(1),
  /** `module#export` of the agent's kit; a module that begins with `.` is relative to this file, else to the product. */
  kit: z.string().regex(/^[^#]+#\w+$/),
  tools: z.string().regex(/^[^#]+#\w+$/),
  /** The agent's data, relative to the product. */
  data: z.string().optional(),
});

const settingsSchema = z.strictObject({
  environment: z.enum(['development', 'production']).default('development'),
  home: z.string().default('.turnkeep'),
  temporal: z
    .strictObject({
      address: z.string().optional(),
      namespace: z.string().optional(),
      taskQueue: z.string().optional(),
    })
    .default({}),
  databaseUrl: z.string().optional(),
  keysUrl: z.string().optional(),
  /** The payment gateway; `sandbox` names the process that stands in for a payment company. */
  payments: z
    .strictObject({
      kind: z.literal('sandbox').default('sandbox'),
      url: z.url().optional(),
      sendTimeoutMs: z.int().min(100).max(60_000).default(8_000),
    })
    .prefault({}),
  /** Replies of the `scripted` backend. */
  scripts: z.string().optional(),
  /** Who decides and resumes here, when a command does not say. */
  person: z.string().min(1).optional(),
  /** How long one attempt may hold a ledger entry; longer than a send may take. */
  leaseMs: z.int().min(1_000).max(600_000).default(20_000),
  agents: z.array(agentSchema).min(1),
});

export type AgentEntry = z.infer<typeof agentSchema>;
export interface Settings extends Omit<z.infer<typeof settingsSchema>, 'home'> {
  readonly file: string;
  /** Absolute. */
  readonly home: string;
}

/** A send may not outlive its lease: room for the look before it and the record after it. */
const leaseMarginMs = 1_000;

export const configFileName = 'turnkeep.config.json';

/** All faults of a configuration at once, each with path, expected and got. */
export class SettingsError extends Error {
  constructor(
    readonly file: string,
    readonly faults: readonly string[],
  ) {
    super(
      `${faults.length} problem${faults.length === 1 ? '' : 's'} in ${file}, nothing was started\n  ${faults.join('\n  ')}`,
    );
    this.name = 'SettingsError';
  }
}

/** The product's root: where its own configuration and its data lie, from source or from the build. */
export const productRoot = (): string => {
  let folder = __dirname;
  while (!existsSync(join(folder, configFileName)) || !existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no ${configFileName} above ${__dirname}`);
    folder = parent;
  }
  return folder;
};

/** Reads the file of the working folder, or the product's own. Refuses with SettingsError. */
export const readSettings = (env: NodeJS.ProcessEnv, cwd: string = process.cwd()): Settings => {
  const named = env['TURNKEEP_CONFIG'];
  const local = join(cwd, configFileName);
  const file =
    named !== undefined && named !== ''
      ? resolve(cwd, named)
      : existsSync(local)
        ? local
        : join(productRoot(), configFileName);
  const read = settingsSchema.safeParse(withEnvironment(parseFile(file), env), { reportInput: true });
  if (!read.success) throw new SettingsError(file, read.error.issues.flatMap(toFaults));
  const { leaseMs, payments } = read.data;
  if (leaseMs < payments.sendTimeoutMs + leaseMarginMs)
    throw new SettingsError(file, [
      `leaseMs: expected at least payments.sendTimeoutMs + ${leaseMarginMs} (${payments.sendTimeoutMs + leaseMarginMs}), got ${leaseMs}`,
    ]);
  return { ...read.data, file, home: resolve(cwd, read.data.home) };
};

const parseFile = (file: string): Record<string, unknown> => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(file, [`cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new SettingsError(file, [`is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  throw new SettingsError(file, ['expected a JSON object']);
};

const withEnvironment = (file: Record<string, unknown>, env: NodeJS.ProcessEnv): Record<string, unknown> => {
  const set = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const temporal = {
    ...((file['temporal'] as object | undefined) ?? {}),
    ...optional('address', set('TEMPORAL_ADDRESS')),
    ...optional('namespace', set('TEMPORAL_NAMESPACE')),
    ...optional('taskQueue', set('TURNKEEP_TASK_QUEUE')),
  };
  const lease = set('TURNKEEP_LEASE_MS');
  const sendTimeout = set('TURNKEEP_SEND_TIMEOUT_MS');
  const payments = {
    ...((file['payments'] as object | undefined) ?? {}),
    ...optional('url', set('TURNKEEP_PAYMENTS_URL')),
    ...(sendTimeout === undefined ? {} : { sendTimeoutMs: Number(sendTimeout) }),
  };
  return {
    ...file,
    temporal,
    ...optional('home', set('TURNKEEP_HOME')),
    ...optional('databaseUrl', set('TURNKEEP_DATABASE_URL')),
    ...optional('keysUrl', set('TURNKEEP_KEYS_URL')),
    ...optional('scripts', set('TURNKEEP_SCRIPTS')),
    ...optional('person', set('TURNKEEP_PERSON')),
    ...(lease === undefined ? {} : { leaseMs: Number(lease) }),
    payments,
  };
};

const optional = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

const toFaults = (issue: z.core.$ZodIssue): readonly string[] => {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const near = nearest(key);
      const where = path === '' ? key : `${path}.${key}`;
      return `${where}: unknown setting${near === undefined ? '' : `, did you mean ${near}?`}`;
    });
  return [`${path === '' ? '(root)' : path}: ${issue.message}, got ${shown(issue.input)}`];
};

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

const settingNames = [
  ...Object.keys(settingsSchema.shape),
  'address',
  'namespace',
  'taskQueue',
  'kind',
  'url',
  ...Object.keys(agentSchema.shape),
];

const nearest = (key: string): string | undefined => {
  const scored = settingNames
    .map((name) => ({ name, distance: editDistance(key.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return scored !== undefined && scored.distance <= 3 ? scored.name : undefined;
};

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, char] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (char === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
};
