// Settings of a deployment: turnkeep.config.json, then the environment. A typo fails at start-up with path, expected, got and
// the nearest name, all problems at once; nothing is started on half a configuration.
import { existsSync, statSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { PERSON_CHARS_MAX, personFault } from '../core/human-review/person-name';
import { nearestName } from '../core/kernel/nearest-name';
import { codecSchema, codecSettingNames } from './codec-settings';
import {
  mayHoldSecret,
  providerNameWords,
  providerSettingMeant,
  providerSettingNames,
  providersSchema,
  shownName,
  shownPath,
  shownSecret,
} from './provider-settings';
import { reviewerNameWords, reviewersSchema, shownReviewer } from './reviewer-settings';
import { readSettingsFile } from './read-settings-file';
import { SettingsError } from './settings-error';

export { SettingsError } from './settings-error';

const agentSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  workflowType: z.string().min(1),
  /** `module#export` of the agent's kit; a module that begins with `.` is relative to this file, else to the product. */
  kit: z.string().regex(/^[^#]+#\w+$/),
  tools: z.string().regex(/^[^#]+#\w+$/),
  /** The owner's policy file; `kit` then names a factory. Begins with `.`: relative to this file, else to the product. */
  policy: z.string().min(1).optional(),
  /** The agent's data, relative to the product. */
  data: z.string().optional(),
});

const refusePerson = (name: string, context: z.RefinementCtx<string>): void => {
  const fault = personFault(name);
  if (fault !== undefined)
    context.addIssue({ code: 'custom', message: `expected ${fault.expected}`, input: name.slice(0, PERSON_CHARS_MAX) });
};

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
  providers: providersSchema,
  /** Of `serve --codec`. */
  codec: codecSchema,
  /** Replies of the `scripted` backend. */
  scripts: z.string().optional(),
  /** Who decides and resumes here, when a command does not say. */
  person: z.string().superRefine(refusePerson).optional(),
  /** Whose signed decisions count. */
  reviewers: reviewersSchema,
  /** Where the private keys of those who decide here lie; `signers` below the data folder when left out. */
  signers: z.string().min(1).optional(),
  /** Whether a decision on money counts only when signed; left out: in production it does. */
  requireSignatures: z.boolean().optional(),
  /** How long one attempt may hold a ledger entry; longer than a send may take. */
  leaseMs: z.int().min(1_000).max(600_000).default(20_000),
  agents: z.array(agentSchema).min(1),
});

export type AgentEntry = z.infer<typeof agentSchema>;
/** Where a deployment lives and what it runs with, as read from turnkeep.config.json and the environment. */
export interface Settings extends Omit<z.infer<typeof settingsSchema>, 'home' | 'signers' | 'requireSignatures'> {
  readonly file: string;
  /** Absolute. */
  readonly home: string;
  /** Absolute. */
  readonly signers: string;
  readonly requireSignatures: boolean;
}

/** A send may not outlive its lease: room for the look before it and the record after it. */
const leaseMarginMs = 1_000;

export const configFileName = 'turnkeep.config.json';

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
  const set = readEnvironment(env);
  const read = settingsSchema.safeParse(overlay(readSettingsFile(file), set), { reportInput: true });
  if (!read.success) {
    const faults = read.error.issues.flatMap((issue) => toFaults(issue, set));
    throw new SettingsError(sourceOf(file, read.error.issues, set), faults);
  }
  const { leaseMs, payments } = read.data;
  const leastMs = payments.sendTimeoutMs + leaseMarginMs;
  if (leaseMs < leastMs)
    throw new SettingsError(file, [
      `${labelOf('leaseMs', set)}: expected at least ${labelOf('payments.sendTimeoutMs', set)} + ${leaseMarginMs} (${leastMs}), got ${leaseMs}`,
    ]);
  const home = resolve(cwd, read.data.home);
  const inTheWay = findFileInTheWay(home);
  if (inTheWay !== undefined)
    throw new SettingsError(set.has('home') ? ENVIRONMENT : file, [
      `${labelOf('home', set)}: expected a folder, got ${home}: ${inTheWay} is a file`,
    ]);
  return {
    ...read.data,
    file,
    home,
    signers: resolve(cwd, read.data.signers ?? join(home, 'signers')),
    requireSignatures: requireSignatures(file, read.data),
  };
};

/** Production without signatures is no setting: it would say one thing and do another. */
const requireSignatures = (file: string, read: z.infer<typeof settingsSchema>): boolean => {
  const isProduction = read.environment === 'production';
  if (isProduction && read.requireSignatures === false)
    throw new SettingsError(file, [
      'requireSignatures: expected true or nothing where environment is "production", got false',
    ]);
  return read.requireSignatures ?? isProduction;
};

const lookAt = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    // Not there, or not to be seen: whoever opens the store says so.
    return undefined;
  }
};

/** The data folder may be made later; what stands in its place, or above it, must be a folder. */
const findFileInTheWay = (path: string): string | undefined => {
  const found = lookAt(path);
  if (found !== undefined) return found.isDirectory() ? undefined : path;
  return dirname(path) === path ? undefined : findFileInTheWay(dirname(path));
};

/** The setting each variable of the environment stands for; a variable that is set goes before the file. */
const environmentPaths: readonly (readonly [name: string, path: string])[] = [
  ['TEMPORAL_ADDRESS', 'temporal.address'],
  ['TEMPORAL_NAMESPACE', 'temporal.namespace'],
  ['TURNKEEP_TASK_QUEUE', 'temporal.taskQueue'],
  ['TURNKEEP_PAYMENTS_URL', 'payments.url'],
  ['TURNKEEP_SEND_TIMEOUT_MS', 'payments.sendTimeoutMs'],
  ['TURNKEEP_HOME', 'home'],
  ['TURNKEEP_DATABASE_URL', 'databaseUrl'],
  ['TURNKEEP_KEYS_URL', 'keysUrl'],
  ['TURNKEEP_SCRIPTS', 'scripts'],
  ['TURNKEEP_PERSON', 'person'],
  ['TURNKEEP_SIGNERS', 'signers'],
  ['TURNKEEP_LEASE_MS', 'leaseMs'],
];
const numericPaths: ReadonlySet<string> = new Set(['payments.sendTimeoutMs', 'leaseMs']);
const ENVIRONMENT = 'the environment';

/** What the environment sets, by the setting's path, with the variable's name. */
type SetByEnvironment = ReadonlyMap<string, { readonly name: string; readonly text: string }>;

const readEnvironment = (env: NodeJS.ProcessEnv): SetByEnvironment =>
  new Map(
    environmentPaths.flatMap(([name, path]) => {
      const text = env[name];
      return text === undefined || text === '' ? [] : [[path, { name, text }] as const];
    }),
  );

/** A figure that is none stays a text, so that the schema refuses it as it was typed. */
const toValue = (path: string, text: string): string | number =>
  numericPaths.has(path) && /^-?\d{1,15}$/.test(text) ? Number(text) : text;

const overlay = (file: Readonly<Record<string, unknown>>, set: SetByEnvironment): Record<string, unknown> => {
  const result: Record<string, unknown> = { ...file };
  for (const [path, { text }] of set) {
    const [group = '', name] = path.split('.');
    const value = toValue(path, text);
    if (name === undefined) result[group] = value;
    else result[group] = { ...(result[group] ?? {}), [name]: value };
  }
  return result;
};

/** `leaseMs`, or the variable that set it: `TURNKEEP_LEASE_MS (leaseMs)`. */
const labelOf = (path: string, set: SetByEnvironment): string => {
  const variable = set.get(path);
  return variable === undefined ? path : `${variable.name} (${path})`;
};

const pathOf = (issue: z.core.$ZodIssue): string => shownPath(issue.path).join('.');

const sourceOf = (file: string, issues: readonly z.core.$ZodIssue[], set: SetByEnvironment): string => {
  const ofEnvironment = issues.filter((issue) => set.has(pathOf(issue))).length;
  if (ofEnvironment === 0) return file;
  return ofEnvironment === issues.length ? ENVIRONMENT : `${file} and ${ENVIRONMENT}`;
};

const toFaults = (issue: z.core.$ZodIssue, set: SetByEnvironment): readonly string[] => {
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const near = nearest(key, issue.path[0] === 'providers');
      const where = shownPath([...issue.path, key]).join('.');
      return `${where}: unknown setting${near === undefined ? '' : `, did you mean ${near}?`}`;
    });
  if (issue.code === 'invalid_key' && issue.path[0] === 'reviewers')
    return [`${path}: ${reviewerNameWords}, got ${shownReviewer(String(issue.path.at(-1)))}`];
  if (issue.code === 'invalid_key')
    return [`${path}: ${providerNameWords}, got ${shownName(String(issue.path.at(-1)))}`];
  const isText = numericPaths.has(path) && set.has(path) && typeof issue.input === 'string';
  const message = isText ? 'expected a whole number of milliseconds' : issue.message;
  const got = mayHoldSecret(issue.path) ? shownSecret(issue.input) : shown(issue.input);
  return [`${path === '' ? '(root)' : labelOf(path, set)}: ${message}, got ${got}`];
};

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

const settingNames = [
  ...Object.keys(settingsSchema.shape),
  'address',
  'namespace',
  'taskQueue',
  'kind',
  'url',
  'publicKey',
  ...codecSettingNames,
  ...Object.keys(agentSchema.shape),
];

const nearest = (key: string, ofProvider: boolean): string | undefined => {
  const meant = ofProvider ? providerSettingMeant(key) : undefined;
  return meant ?? nearestName(key, ofProvider ? providerSettingNames : settingNames);
};
