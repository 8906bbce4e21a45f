// Carries a marked word over every path on which a payload can leave or enter a workflow.
import {
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';

export interface ProbeActivities {
  echo(word: string): Promise<string>;
  fail(word: string): Promise<void>;
  echoLocally(word: string): Promise<string>;
}

export interface ProbeInput {
  readonly word: string;
  readonly generation: number;
}

export const noteSignal = defineSignal<[unknown]>('note');
export const askUpdate = defineUpdate<{ answer: string }, [{ question: string }]>('ask');
export const seenQuery = defineQuery<readonly unknown[], [string]>('seen');

const retry = { maximumAttempts: 1 };
const { echo, fail } = proxyActivities<ProbeActivities>({ startToCloseTimeout: '10s', heartbeatTimeout: '5s', retry });
const { echoLocally } = proxyLocalActivities<ProbeActivities>({ startToCloseTimeout: '10s', retry });

export async function sealingProbe(input: ProbeInput): Promise<{ seen: readonly unknown[] }> {
  const seen: unknown[] = [];
  setHandler(seenQuery, (word) => [word, ...seen]);
  setHandler(noteSignal, (note) => void seen.push(note));
  setHandler(askUpdate, ({ question }) => ({ answer: `answer to ${question}` }));
  setCurrentDetails(`details ${input.word}`);
  upsertMemo({ word: input.word });
  seen.push(workflowInfo().memo?.['word']);
  seen.push(await echo.executeWithOptions({ summary: `summary ${input.word}` }, [`first ${input.word}`]));
  seen.push(await echoLocally(`local ${input.word}`));
  seen.push(await messageOfFailure(input.word));
  if (input.generation === 2) throw ApplicationFailure.nonRetryable(`end of ${input.word}`, 'probe.unlucky');
  await condition(() => seen.length >= (input.generation === 0 ? 6 : 4));
  if (input.generation === 0) await continueAsNew<typeof sealingProbe>({ word: input.word, generation: 1 });
  return { seen };
}

async function messageOfFailure(word: string): Promise<string> {
  try {
    await fail(`failing ${word}`);
    return 'no failure';
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return error.cause?.message ?? 'no cause';
  }
}
