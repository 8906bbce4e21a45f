// A customer writes again while the turn runs. The words go into the store first and only their address to the run, which reads
// them at its next boundary. A turn that waits for a person is not disturbed, and one that ended hears nothing any more: the words
// then belong into the next turn of the case. A message that meets the very end is looked for afterwards, so that none is lost
// without a word.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { CustomerMessage } from '../core/moves/inbox';
import { inboxNoteOf } from '../core/moves/inbox-note';
import { tokensUpperOf } from '../stores/tokens-upper';
import { messageNames, type RunStatusView } from '../workflows/messages';
import { checkMessage } from './check-message';
import { assertRequestId } from './check-words';
import { ClientError } from './client-error';
import { describeRun, findRun, queryRun } from './run-status';
import type { ClientContext } from './client-context';

/** What became of a further message of the customer. */
export interface MessageReport {
  readonly turnKey: string;
  /**
   * `waiting`: the run has it and reads it at its next boundary; `read`: it is in the transcript; `unread`: the run ended without
   * reading it; `ignored`: the run has as many messages as it takes; `unknown`: sent, and nobody says what became of it.
   */
  readonly state: 'waiting' | 'read' | 'unread' | 'ignored' | 'unknown';
}

const lookMs = 10_000;

/** Sends a further message of the customer to a running turn. The same `requestId` again is the same message. */
export const sendMessage = async (
  context: ClientContext,
  turnKey: string,
  { text, requestId = randomUUID() }: { readonly text: string; readonly requestId?: string | undefined },
): Promise<MessageReport> => {
  checkMessage(text);
  assertRequestId('requestId', requestId);
  const { caseId, status, agent } = await findRun(context, turnKey);
  await assertRunning(context, { turnKey, agent, status });
  const noteRef = await context.store.transcripts.keepNote(caseId, inboxNoteOf(requestId, text));
  const message: CustomerMessage = {
    noteRef,
    bytes: Buffer.byteLength(text),
    tokensUpper: tokensUpperOf({ role: 'customer', text }),
  };
  try {
    await context.temporal.workflow.getHandle(turnKey).signal(messageNames.customerMessage, message);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw refusal({ turnKey, agent, status: 'completed' });
    throw error;
  }
  return { turnKey, state: await lookAfter(context, turnKey, noteRef) };
};

interface Found {
  readonly turnKey: string;
  readonly agent: string;
  readonly status: string;
}

/** Temporal's own word counts, for a row may be behind; only an ending that is recorded already is one. */
const assertRunning = async (context: ClientContext, found: Found): Promise<void> => {
  const execution = await describeRun(context, found.turnKey);
  const isOver = found.status === 'completed' || found.status === 'aborted';
  if (isOver || execution === null || execution.name !== 'RUNNING') throw refusal(found);
  const status = execution.agentStatus ?? 'running';
  if (status !== 'running') throw refusal({ ...found, status });
};

const refusal = ({ turnKey, agent, status }: Found): ClientError => {
  const next = [`turnkeep run start ${agent} --case REF --customer ID --message TEXT`];
  if (status === 'interrupted')
    return new ClientError('RUN_WAITS', 6, {
      message: `run ${turnKey} waits for a person and takes no message: expected a running turn; start the next turn of its case`,
      next,
    });
  if (status === 'cancelled' || status === 'failed_resumable')
    return new ClientError('RUN_PARKED', 6, {
      message: `run ${turnKey} is parked (${status}) and takes no message: resume it, or start the next turn of its case`,
      next: [`turnkeep run resume ${turnKey}`, ...next],
    });
  if (status === 'starting')
    return new ClientError('RUN_NOT_STARTED', 6, {
      message: `run ${turnKey} is claimed and not started: expected a running turn; the same start again where it had a --request-id, else end it and start the turn anew`,
      next: ['turnkeep doctor', `turnkeep run abort ${turnKey} --reason T`, ...next],
    });
  return new ClientError('RUN_CLOSED', 6, {
    message: `run ${turnKey} has ended and takes no message: expected a running turn; start the next turn of its case`,
    next,
  });
};

const lookAfter = async (context: ClientContext, turnKey: string, noteRef: string): Promise<MessageReport['state']> => {
  const until = Date.now() + lookMs;
  for (;;) {
    const isOpen = (await describeRun(context, turnKey))?.name === 'RUNNING';
    // A closed run is asked too: it answers from its history what it had read at its end.
    const state = stateIn(await queryRun(context, turnKey), noteRef, isOpen);
    if (state !== null) return state;
    if (Date.now() > until) return 'unknown';
    await sleep(100);
  }
};

/** null: nothing said yet. */
const stateIn = (view: RunStatusView | null, noteRef: string, isOpen: boolean): MessageReport['state'] | null => {
  if (view === null) return null;
  const { waiting, taken, ignored } = view.inbox ?? nothingHeard;
  if (taken.includes(noteRef)) return 'read';
  if (!isOpen || view.status === 'completed') return 'unread';
  if (waiting.includes(noteRef)) return 'waiting';
  return ignored > 0 ? 'ignored' : null;
};

const nothingHeard: NonNullable<RunStatusView['inbox']> = { waiting: [], taken: [], ignored: 0 };
