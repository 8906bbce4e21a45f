// `node dist/workers/reconcile-effects.js [--all] --by NAME`: asks the outside systems about entries whose outcome is not known; with
// --all, a store that is older than its anchor is brought up to what the payment gateway knows. A process of its own, because only a
// worker holds the tools. Prints one line of JSON: `{"lines": [...], "recovery": {...} | null}` or `{"error": {...}}`.
import { parseArgs } from 'node:util';
import { reconcileEffects, type ReconcileLine } from '../activities/effects/reconcile-effects';
import { recoverStaleStore, type Recovery } from '../activities/effects/recover-stale-store';
import { openStore } from '../stores/open-store';
import { readSettings, type Settings } from '../temporal-config/settings';
import { createWorkerDeps } from './worker-deps';

interface Reconciled {
  readonly lines: readonly ReconcileLine[];
  readonly recovery: Omit<Recovery, 'lines'> | null;
}

const reconcile = async (settings: Settings, ask: { all: boolean; by: string }): Promise<Reconciled> => {
  const store = await openStore({
    home: settings.home,
    ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
    ...(settings.keysUrl === undefined ? {} : { keysUrl: settings.keysUrl }),
  });
  try {
    const deps = createWorkerDeps(settings, store);
    try {
      const recovered = ask.all ? await recoverStaleStore(deps, ask) : undefined;
      if (recovered === undefined) return { lines: await reconcileEffects(deps, ask), recovery: null };
      const { lines, ...recovery } = recovered;
      return { lines, recovery };
    } finally {
      await deps.close();
    }
  } finally {
    await store.close();
  }
};

const toErrorFields = (error: unknown): object =>
  error instanceof Error
    ? { name: error.name, message: error.message, ...('code' in error ? { code: error.code } : {}) }
    : { name: 'Error', message: String(error) };

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false }, by: { type: 'string' } } });
  if (values.by === undefined) throw new Error('--by: expected who reconciles, got nothing');
  const reconciled = await reconcile(readSettings(process.env), { all: values.all, by: values.by });
  process.stdout.write(`${JSON.stringify(reconciled)}\n`);
};

if (require.main === module) {
  process.umask(0o077);
  main().catch((error: unknown) => {
    process.stdout.write(`${JSON.stringify({ error: toErrorFields(error) })}\n`);
    process.exitCode = 1;
  });
}
