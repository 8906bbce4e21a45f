// Bundles the workflows once, at build time: a worker with a bundle is up in two seconds instead of ten.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { failureConverterPath } from '../temporal-config/data-converter';

export const bundlePath = join(__dirname, '..', 'workflow-bundle.js');

const sharedLibraries = join(__dirname, '..', 'workflows', 'shared-libraries.js');

/** Writes the bundle of `workflowsPath` to `target`. */
export const bundleWorkflows = async (workflowsPath: string, target: string): Promise<void> => {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    failureConverterPath,
    preloadModules: [sharedLibraries],
    logger: new DefaultLogger('WARN'),
  });
  writeFileSync(target, code);
};

if (require.main === module) {
  bundleWorkflows(join(__dirname, '..', 'workflows', 'index.js'), bundlePath).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
