// A start, in an order that a crash cannot break: the words into the store, the turn claimed in the registry, what came before in the
// case frozen for it, then the workflow.
// Starting again with the same request id finds the same turn and repairs what the crash left out.
import { randomUUID } from 'node:crypto';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { caseIdOf, referenceOf } from '../core/kernel/ids';
import { toReviewer } from '../core/human-review/signed-decision';
import { newestDecisionRules } from '../core/human-review/review-desk';
import { newestRules } from '../core/loop-governor/loop-state';
import type { ModelChoice, RunSettings, TranscriptHead, TurnInput, TurnRef } from '../core/moves/activity-shapes';
import type { AgentKit } from '../core/moves/agent-kit';
import { toModelSchema } from '../core/output-guard/model-schema';
import { agentEntry, loadKit } from '../temporal-config/agent-list';
import type { Settings } from '../temporal-config/settings';
import { TURN_TASK_QUEUE } from '../temporal-config/task-queues';
import { agentKey, agentStatusKey, turnKeyKey } from '../workflows/messages';
import { claimCaseSubject } from './case-subject';
import { assertPerson } from './check-person';
import { checkMessage } from './check-message';
import { assertOptions } from './check-options';
import { assertRequestId } from './check-words';
import { ClientError } from './client-error';
import type { ClientContext } from './client-context';
import { earlierTokensUpper, freezeEarlier } from './freeze-earlier';
import { modelChoice } from './model-choice';
import { startShape } from './option-shapes';
import { assertServed } from './served-provider';

/** What a turn starts with. */
export interface StartOptions {
  readonly agent: string;
  readonly message: string;
  /** Whom it is about: the caller's assertion of who was verified. */
  readonly subject: string;
  /** The caller's reference of the case, mapped to an opaque id; when left out a fresh one, or that of the `requestId`. */
  readonly caseReference?: string;
  /** `offline` by default; PROVIDER or PROVIDER:MODEL of the settings; `scripted:NAME` for tests and demonstrations. */
  readonly model?: string;
  /** The same id with the same words again is the same turn: a start that was cut off is repaired by it. */
  readonly requestId?: string;
  /** Changes limits of this run only. */
  readonly limits?: Partial<RunSettings['limits']>;
  readonly reviewExpiryMs?: number;
  readonly atReviewExpiry?: RunSettings['atReviewExpiry'];
  /** Who causes the run, and so may not approve what it asks for; the client's person when left out. */
  readonly startedBy?: string;
  /** Told the turn as soon as it is claimed, before it is handed to Temporal. */
  readonly claimed?: (turnKey: string) => void;
}

/** A turn that was handed to Temporal. */
export interface StartedTurn {
  readonly turnKey: string;
  readonly caseReference: string;
  readonly turn: number;
  readonly modelLabel: string;
}

export const startTurn = async (context: ClientContext, options: StartOptions): Promise<StartedTurn> => {
  assertOptions('start', startShape, options);
  checkInput(options);
  const kit = loadKit(context.settings, options.agent);
  const model = modelChoice(options.model ?? 'offline', context.settings);
  await assertServed(context, model);
  const { identityKey } = context.store.keys;
  const caseReference = options.caseReference ?? `case-${ownCaseOf(identityKey, options.requestId)}`;
  const caseId = caseIdOf(identityKey, caseReference);
  await claimCaseSubject(context, { caseId, agent: options.agent, subject: options.subject });
  const head = await keepMessage(context, caseId, options);
  const turn = await context.store.runs.claimTurn({
    caseId,
    agent: options.agent,
    messageAddress: head.address,
    modelLabel: model.label,
    nowMs: Date.now(),
    customerRef: referenceOf(identityKey, 'customer', options.subject),
    ...(kit.policy === undefined ? {} : { policy: kit.policy.id }),
  });
  options.claimed?.(turn.turnKey);
  const settings = {
    ...runSettings(kit, model, options),
    ...signatureSettings(context.settings),
    startedBy: options.startedBy ?? context.person,
  };
  const earlier = await freezeEarlier(context, { turn, kit, tokensMax: settings.limits.tokensMax });
  const promptTokensUpper = settings.promptTokensUpper + earlierTokensUpper(earlier);
  await startWorkflow(context, { turn, subject: options.subject, head, settings: { ...settings, promptTokensUpper } });
  return { turnKey: turn.turnKey, caseReference, turn: turn.turn, modelLabel: model.label };
};

/** A request without a case of the caller's has one case of its own, so that the same request again finds the same turn. */
const ownCaseOf = (identityKey: Uint8Array, requestId: string | undefined): string =>
  requestId === undefined ? randomUUID() : referenceOf(identityKey, 'request', requestId);

const checkInput = ({ message, subject, caseReference, requestId, startedBy }: StartOptions): void => {
  checkMessage(message);
  if (subject.trim() === '' || subject.length > 200)
    throw new ClientError('INPUT_SUBJECT', 2, 'customer: expected 1 to 200 characters');
  assertRequestId('requestId', requestId);
  assertPerson('startedBy', startedBy, 'INPUT_STARTED_BY');
  if (caseReference !== undefined && (caseReference.trim() === '' || caseReference.length > 500))
    throw new ClientError('INPUT_CASE', 2, 'case: expected 1 to 500 characters');
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
  limits: { ...kit.limits, ...givenOf(options.limits) },
  model,
  prompt: kit.promptVersion,
  promptTokensUpper: promptTokensUpper(kit),
  guardAttemptsMax: kit.guardAttemptsMax,
  reviewExpiryMs: options.reviewExpiryMs ?? kit.reviewExpiryMs,
  atReviewExpiry: options.atReviewExpiry ?? 'stayPending',
  requireSignatures: false,
  rules: newestRules,
  decisionRules: newestDecisionRules,
  ...(kit.policy === undefined ? {} : { policy: kit.policy.id }),
});

/** A limit that is named and left undefined is one that was left out. */
const givenOf = (limits: StartOptions['limits'] = {}): NonNullable<StartOptions['limits']> =>
  Object.fromEntries(Object.entries<unknown>(limits).filter(([, value]) => value !== undefined));

/** The run keeps the list it starts with. Where nobody is listed and nothing must be signed, no signature is looked at. */
const signatureSettings = ({
  reviewers,
  requireSignatures,
}: Settings): Pick<RunSettings, 'requireSignatures' | 'reviewers'> => {
  const listed = Object.entries(reviewers).map(([name, { publicKey }]) => toReviewer(name, publicKey));
  return { requireSignatures, ...(listed.length > 0 || requireSignatures ? { reviewers: listed } : {}) };
};

/**
 * System prompt and tool list as sent. They are English and JSON of our own, of which no tokenizer makes more than a token of two bytes
 * (about four is usual); what others wrote is counted a token a byte.
 */
const promptTokensUpper = (kit: AgentKit): number => {
  const tools = kit.tools.map(({ name, description, args }) => ({
    name,
    description,
    parameters: toModelSchema(args),
  }));
  const bytes = Buffer.byteLength(kit.prompt(kit.promptVersion, 'act')) + Buffer.byteLength(JSON.stringify(tools));
  return Math.ceil(bytes / 2);
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
      staticSummary: summaryOf(turn),
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

const SUMMARY_CHARS_MAX = 200;

/** What the web UI shows over the first run of the turn: ids alone. */
const summaryOf = ({ agent, caseId, turn }: TurnRef): string =>
  `${agent}, turn ${turn} of case ${caseId}`.slice(0, SUMMARY_CHARS_MAX);

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
