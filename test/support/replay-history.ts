import { Worker } from '@temporalio/worker';
import type { HistoryFixture } from '../../temporal-config/export-history';
import { workflowBundlePath } from './needs';

/**
 * Replays a decoded fixture without a codec and without a server; rejects when the code no longer fits the history. The bundle is
 * the one of the test run unless another is named.
 */
export async function replayHistory(fixture: HistoryFixture, codePath: string = workflowBundlePath()): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle: { codePath } }, fixture, workflowIdOf(fixture));
}

function workflowIdOf(fixture: HistoryFixture): string | undefined {
  const started = fixture.events[0]?.['workflowExecutionStartedEventAttributes'] as { workflowId?: string } | undefined;
  return started?.workflowId;
}
