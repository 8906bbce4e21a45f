import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { turnKeyOf } from '../core/kernel/ids';
import { createCaseSealer } from '../stores/case-sealer';
import { createDataConverter, failureConverterPath } from '../temporal-config/data-converter';
import { createPayloadCodec } from '../temporal-config/payload-codec';
import { serverAddress } from '../temporal-config/server-address';
import { connectWorker } from '../temporal-config/worker-connection';
import { measureChain, type ChainSize } from './measure-chain';
import type { BenchSystem } from './start-bench-system';
import type { BareActivities } from './workflows/bare-steps';

const activities: BareActivities = {
  first: (step) => Promise.resolve(step),
  second: (step) => Promise.resolve(step),
};

/** Histories of a workflow that only runs two activities a step, one for each number of steps, sealed like a turn's. */
export const runBareSteps = async (
  { client, settings }: BenchSystem,
  sizes: readonly number[],
): Promise<ChainSize[]> => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const { temporal, store } = client.context;
  const { address, namespace } = serverAddress(settings.temporal, process.env);
  const taskQueue = `bench-${randomBytes(4).toString('hex')}`;
  const connection = await connectWorker(address);
  try {
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue,
      workflowBundle: await bundleWorkflowCode({
        workflowsPath: join(__dirname, 'workflows', 'bare-steps.js'),
        failureConverterPath,
        logger: new DefaultLogger('ERROR'),
      }),
      activities,
      dataConverter: createDataConverter(createPayloadCodec({ keys: createCaseSealer(store.keys), side: 'worker' })),
    });
    return await worker.runUntil(async () => {
      const found: ChainSize[] = [];
      for (const [index, steps] of sizes.entries()) {
        const workflowId = turnKeyOf('bench', `c_${randomBytes(8).toString('hex')}`, index + 1);
        await temporal.workflow.execute('bareSteps', { workflowId, taskQueue, args: [steps] });
        found.push(await measureChain(temporal, workflowId));
      }
      return found;
    });
  } finally {
    await connection.close();
  }
};
