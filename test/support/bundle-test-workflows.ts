import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { failureConverterPath } from '../../temporal-config/data-converter';
import { makeTemporaryFolder } from './temporary-folder';

/** Bundles a workflows file of the tests from its sources; returns the path of the bundle. Takes seconds: once a test file. */
export const bundleTestWorkflows = async (workflowsPath: string): Promise<string> => {
  const { code } = await bundleWorkflowCode({ workflowsPath, failureConverterPath, logger: new DefaultLogger('WARN') });
  const path = join(makeTemporaryFolder('turnkeep-bundle-'), 'workflow-bundle.js');
  writeFileSync(path, code);
  return path;
};
