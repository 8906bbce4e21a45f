// A person changes what is asked for before anybody approves it. The proposed arguments are read, changed, and held against the tool's
// schema here, for a polite answer; the new ones go to the store and their address to the run, which judges the changed action by
// the agent's policy and asks again, in a round of its own. The agent's policy needs facts, so it is asked by the run alone.
import { setTimeout as sleep } from 'node:timers/promises';
import { ZodObject } from 'zod';
import { canonicalArgs } from '../core/kernel/action-key';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { Json, JsonObject } from '../core/kernel/json';
import { nearestName } from '../core/kernel/nearest-name';
import type { ToolDeclaration } from '../core/kernel/tool-declaration';
import { readToolArguments } from '../core/output-guard/tool-arguments';
import { findReviewRows } from '../stores/review-rows';
import type { ReviewRow } from '../stores/store-port';
import { loadKit } from '../temporal-config/agent-list';
import { assertOptions } from './check-options';
import { assertNote } from './check-words';
import { ClientError } from './client-error';
import type { ClientContext } from './client-context';
import { checkPending, isParked } from './decide-review';
import { digestEvidence } from './evidence-digests';
import { readLiveEvidence } from './live-evidence';
import { editShape } from './option-shapes';
import { findRun, queryRun } from './run-status';
import { signDecision } from './sign-decision';
import { submitDecision } from './submit-decision';

/** A change of what is asked for. */
export interface EditOptions {
  readonly reviewId: string;
  /** Fields of the arguments and their new values; the others stay. */
  readonly set: Readonly<Record<string, Json>>;
  readonly reasonCode: string;
  readonly note?: string;
  /** The round the person looked at; the current one when left out. */
  readonly round?: number;
  readonly surface?: string;
  /** Sends it without the signature of a person who has a key here. */
  readonly unsigned?: boolean;
}

/** A change that was taken; the action waits in a new round. */
export interface EditReport {
  /** The review that was edited, void now. */
  readonly reviewId: string;
  readonly round: number;
  readonly by: string;
  /** How the run recorded it: `signed:<key id>` or `unverified`. */
  readonly authenticated: string;
  readonly turnKey: string;
  readonly changed: readonly string[];
  /** The run is parked: the edit is taken up after a resume only. */
  readonly parked: boolean;
  /** The review the changed action waits in; null when none was open within the time. */
  readonly waitsIn: { readonly reviewId: string; readonly round: number } | null;
}

/** How long the changed action's own review is waited for. */
const openTimeoutMs = 10_000;

export const editReview = async (context: ClientContext, options: EditOptions): Promise<EditReport> => {
  assertOptions('edit', editShape, options);
  assertNote('note', options.note);
  const evidence = await readLiveEvidence(context, options.reviewId);
  const { review, args } = evidence;
  checkPending(review, options);
  const tool = await findTool(context, review);
  const argsText = changeArguments(tool, { review, args, set: options.set });
  const { transcripts } = context.store;
  const editRef = await transcripts.keepNote(review.caseId, argsText);
  const { note } = options;
  const noteRef = note === undefined ? undefined : await transcripts.keepNote(review.caseId, note);
  const decision = {
    reviewId: review.reviewId,
    round: options.round ?? review.round,
    actionHash: review.actionHash,
    decision: 'edit' as const,
    editRef,
    by: context.person,
    reasonCode: options.reasonCode,
    surface: options.surface ?? 'client',
    decidedAtMs: Date.now(),
    evidence: [...digestEvidence(context, evidence)],
    ...(noteRef === undefined ? {} : { noteRef }),
  };
  const sent = options.unsigned === true ? decision : await signDecision(context, review, decision);
  const { authenticated = 'unverified' } = await submitDecision(context, review, sent);
  const parked = await isParked(context, review.turnKey);
  return {
    reviewId: review.reviewId,
    round: review.round,
    by: context.person,
    authenticated,
    turnKey: review.turnKey,
    changed: Object.keys(options.set),
    parked,
    waitsIn: parked ? null : await waitForNext(context, review),
  };
};

const findTool = async (context: ClientContext, review: ReviewRow): Promise<ToolDeclaration> => {
  const { agent } = await findRun(context, review.turnKey);
  const tool = loadKit(context.settings, agent).tools.find(({ name }) => name === review.tool);
  if (tool !== undefined) return tool;
  throw new ClientError('NO_SUCH_TOOL', 6, `agent ${agent} has no tool ${review.tool} in these settings`);
};

interface Change {
  readonly review: ReviewRow;
  readonly args: JsonObject | null;
  readonly set: EditOptions['set'];
}

const changeArguments = (tool: ToolDeclaration, { review, args, set }: Change): string => {
  const next = [`turnkeep review show ${review.reviewId}`];
  if (args === null)
    throw new ClientError('WORDS_ERASED', 6, { message: 'the words of this action cannot be read any more', next });
  const changed = JSON.stringify({ ...args, ...set });
  const read = readToolArguments(tool, changed);
  if (read.kind === 'invalid')
    throw new ClientError('EDIT_INVALID', 2, {
      message: `edit: ${read.errors.join('; ')}${meantWords(tool, { args, set })}`,
      next,
    });
  if (canonicalJson(canonicalArgs(tool, read.args)) === canonicalJson(canonicalArgs(tool, args)))
    throw new ClientError('EDIT_CHANGES_NOTHING', 2, { message: 'edit: expected a change, got the same action', next });
  return changed;
};

/** For a field the tool does not know: the one it does that was most likely meant. */
const meantWords = ({ args: schema }: ToolDeclaration, { args, set }: Pick<Change, 'args' | 'set'>): string => {
  const known = [
    ...new Set([...Object.keys(args ?? {}), ...(schema instanceof ZodObject ? Object.keys(schema.shape) : [])]),
  ];
  const near = Object.keys(set).flatMap((name) => (known.includes(name) ? [] : (nearestName(name, known) ?? [])));
  return near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
};

/** The changed action's review, or why the edit was not carried out. */
const waitForNext = async (context: ClientContext, edited: ReviewRow): Promise<EditReport['waitsIn']> => {
  const end = Date.now() + openTimeoutMs;
  while (Date.now() < end) {
    const rows = await context.store.db.read((query) => findReviewRows(query, { turnKey: edited.turnKey }));
    const ours = rows.filter(({ callId }) => callId === edited.callId);
    const next = ours.findLast(({ state, round }) => state === 'pending' && round > edited.round);
    if (next !== undefined) return { reviewId: next.reviewId, round: next.round };
    if (ours.some((row) => row.reviewId === edited.reviewId && row.round === edited.round && row.state === 'pending'))
      await refuseKept(context, edited);
    await sleep(100);
  }
  return null;
};

const refuseKept = async (context: ClientContext, { turnKey, reviewId, round }: ReviewRow): Promise<void> => {
  const view = await queryRun(context, turnKey);
  const request = view?.reviews.find((asked) => asked.reviewId === reviewId && asked.round === round);
  const refused = request?.state === 'pending' ? request.editRefused : undefined;
  if (refused === undefined) return;
  throw new ClientError('EDIT_REFUSED', 6, {
    message: `the edit was not carried out, by rule ${refused.rule}${amountWords(refused.rule)}; review ${reviewId} waits on as it was`,
    next: [`turnkeep review show ${reviewId}`],
  });
};

/** Which amounts pass is the agent's to say, by facts that only the run has; what its rules of amounts have in common is this. */
const amountWords = (rule: string): string =>
  rule.endsWith('.amount') ? ': amounts must be the exact sum of the chosen items (see review show)' : '';
