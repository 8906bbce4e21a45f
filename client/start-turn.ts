// A start, in an order that a crash cannot break: the words into the store, the turn claimed in the registry, then the workflow.
// Starting again with the same request id finds the same turn and repairs what the crash left out.
import { randomUUID } from 'node:crypto';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { caseIdOf } from '../core/kernel/ids';
import { isWellFormed } from '../core/kernel/well-formed';
import type { ModelChoice, RunSettings, TranscriptHead, TurnInput, TurnRef } from '../core/moves/activity-shapes';
import type { AgentKit } from '../core/moves/agent-kit';
import { toModelSchema } from '../core/output-guard/model-schema';
import { agentEntry, loadKit } from '../temporal-config/agent-list';
import { TURN_TASK_QUEUE } from '../temporal-config/task-queues';
import { agentKey, agentStatusKey, turnKeyKey } from '../workflows/messages';
import { ClientError } from './client-error';
import type { ClientContext } from './client-context';

export interface StartOptions {
  readonly agent: string;
  readonly message: string;
  /** Whom it is about: the caller's assertion of who was verified. */
  readonly subject: string;
  /** The caller's reference of the case, mapped to an opaque id; a fresh one when left out. */
  readonly caseReference?: string;
  /** `offline` by default; `scripted:NAME` for tests and demonstrations. */
  readonly model?: string;
  /** The same id again is the same turn. */
  readonly requestId?: string;
  /** Changes limits of this run only. */
  readonly limits?: Partial<RunSettings['limits']>;
  readonly reviewExpiryMs?: number;
  readonly atReviewExpiry?: RunSettings['atReviewExpiry'];
}

export interface StartedTurn {
  readonly turnKey: string;
  readonly caseReference: string;
  readonly turn: number;
  readonly modelLabel: string;
}

export const messageCharsMax = 20_000;

export const startTurn = async (context: ClientContext, options: StartOptions): Promise<StartedTurn> => {
  const kit = loadKit(context.settings, options.agent);
  checkInput(options);
  const model = modelChoice(options.model ?? 'offline');
  const caseReference = options.caseReference ?? `case-${randomUUID()}`;
  const caseId = caseIdOf(context.store.keys.identityKey, caseReference);
  const head = await keepMessage(context, caseId, options);
  const turn = await context.store.runs.claimTurn({
    caseId,
    agent: options.agent,
    messageAddress: head.address,
    modelLabel: model.label,
    nowMs: Date.now(),
    ...(kit.policy === undefined ? {} : { policy: kit.policy.id }),
  });
  await startWorkflow(context, { turn, subject: options.subject, head, settings: runSettings(kit, model, options) });
  return { turnKey: turn.turnKey, caseReference, turn: turn.turn, modelLabel: model.label };
};

const checkInput = ({ message, subject, caseReference }: StartOptions): void => {
  const length = Array.from(message).length;
  if (message.trim() === '') throw new ClientError('INPUT_EMPTY', 2, 'message: expected words, got none');
  if (length > messageCharsMax)
    throw new ClientError(
      'INPUT_TOO_LONG',
      2,
      `message: expected at most ${messageCharsMax} characters, got ${length}`,
    );
  if (!isWellFormed(message))
    throw new ClientError('INPUT_NOT_UNICODE', 2, 'message: expected Unicode text, got a lone surrogate');
  if (subject.trim() === '' || subject.length > 200)
    throw new ClientError('INPUT_SUBJECT', 2, 'customer: expected 1 to 200 characters');
  if (caseReference !== undefined && (caseReference.trim() === '' || caseReference.length > 500))
    throw new ClientError('INPUT_CASE', 2, 'case: expected 1 to 500 characters');
};

/** Parses `offline` or `scripted:NAME`. */
export const modelChoice = (spec: string): ModelChoice => {
  const free = { inputMicroPerThousand: 0, outputMicroPerThousand: 0 };
  if (spec === 'offline') return { backend: 'offline', label: 'offline', price: free };
  const script = /^scripted:([A-Za-z0-9_-]{1,80})$/.exec(spec)?.[1];
  if (script !== undefined) return { backend: 'scripted', label: 'scripted', price: free, script };
  throw new ClientError('UNKNOWN_MODEL', 2, {
    message: `model: expected offline or scripted:NAME, got ${JSON.stringify(spec)}`,
    next: ['turnkeep run start --help'],
  });
};

/** A turn has a branch of its own; the request id at its root makes a repeated start the same turn. */
const keepMessage = async (
  { store }: ClientContext,
  caseId: string,
  options: StartOptions,
): Promise<TranscriptHead> => {
  const root = await store.transcripts.append(caseId, null, {
    role: 'program',
    text: `turn opened, request ${options.requestId ?? randomUUID()}`,
  });
  return store.transcripts.append(caseId, root, { role: 'customer', text: options.message });
};

const runSettings = (kit: AgentKit, model: ModelChoice, options: StartOptions): RunSettings => ({
  limits: { ...kit.limits, ...options.limits },
  model,
  prompt: kit.promptVersion,
  promptTokensUpper: promptTokensUpper(kit),
  guardAttemptsMax: kit.guardAttemptsMax,
  reviewExpiryMs: options.reviewExpiryMs ?? kit.reviewExpiryMs,
  atReviewExpiry: options.atReviewExpiry ?? 'stayPending',
  requireSignatures: false,
  ...(kit.policy === undefined ? {} : { policy: kit.policy.id }),
});

/** System prompt and tool list as sent; a token is never shorter than a byte. */
const promptTokensUpper = (kit: AgentKit): number => {
  const tools = kit.tools.map(({ name, description, args }) => ({
    name,
    description,
    parameters: toModelSchema(args),
  }));
  return Buffer.byteLength(kit.prompt(kit.promptVersion, 'act')) + Buffer.byteLength(JSON.stringify(tools));
};

const startWorkflow = async (context: ClientContext, input: Omit<TurnInput, 'version'>): Promise<void> => {
  const { temporal, settings } = context;
  const turn: TurnRef = input.turn;
  try {
    await temporal.workflow.start(agentEntry(settings, turn.agent).workflowType, {
      workflowId: turn.turnKey,
      taskQueue: settings.temporal.taskQueue ?? TURN_TASK_QUEUE,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowTaskTimeout: '3s',
      memo: { messageAddress: input.head.address },
      args: [{ kind: 'start', input: { version: 1, ...input } satisfies TurnInput }],
      typedSearchAttributes: new TypedSearchAttributes([
        { key: agentStatusKey, value: 'running' },
        { key: agentKey, value: turn.agent },
        { key: turnKeyKey, value: turn.turnKey },
      ]),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    await assertSameTurn(context, input);
  }
};

/** A start repeated after a crash meets its own run; a run of another message means the store is older than Temporal. */
const assertSameTurn = async (
  { temporal }: ClientContext,
  { turn, head }: Omit<TurnInput, 'version'>,
): Promise<void> => {
  const { memo } = await temporal.workflow.getHandle(turn.turnKey).describe();
  if (memo?.['messageAddress'] === head.address) return;
  throw new ClientError('TURN_TAKEN', 6, {
    message: `Temporal knows ${turn.turnKey} already, for another message: the store is older than Temporal (a restored copy?)`,
    next: ['turnkeep doctor', 'turnkeep effects reconcile --all --as NAME', 'start the turn again'],
  });
};
