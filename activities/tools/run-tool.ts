// A read: run once a key, its result kept as a receipt before anything is returned. A tool that throws is a bug of the tool: it
// becomes a permanent result, never an exception in the loop and never an empty result.
import { readToolArguments } from '../../core/output-guard/tool-arguments';
import { assertInvariant } from '../../core/kernel/assert-never';
import { canonicalJson } from '../../core/kernel/canonical-json';
import { toolReceiptKeyOf } from '../../core/kernel/ids';
import type { JsonObject } from '../../core/kernel/json';
import type { ToolCallArg, ToolReceipt, ToolStatus } from '../../core/moves/activity-shapes';
import type { ActivityDeps } from '../activity-deps';
import { readStoredCall } from '../stored-call';
import type { ToolResult } from './tool-port';
import { readOrderEffects } from './order-effects';

/** Runs the tool of a reading call. A call dispatched again returns the stored receipt and runs nothing. */
export const runTool = async (deps: ActivityDeps, arg: ToolCallArg, signal: AbortSignal): Promise<ToolReceipt> => {
  const { caseId, turnKey } = arg.turn;
  const key = await deps.identityKey();
  const receiptKey = toolReceiptKeyOf(key, arg.call.callId);
  const stored = await deps.store.receipts.find(caseId, receiptKey);
  const value =
    stored ??
    (await deps.store.receipts.keep({
      receiptKey,
      caseId,
      turnKey,
      kind: 'tool',
      value: await observe(deps, arg, signal),
    }));
  return {
    receiptKey,
    status: value['status'] as ToolStatus,
    // A token is never shorter than a byte.
    tokensUpper: Buffer.byteLength(canonicalJson(value)),
  };
};

/** The time is taken before the tool is asked: a result is never held to be younger than it is. */
const observe = async (deps: ActivityDeps, arg: ToolCallArg, signal: AbortSignal): Promise<JsonObject> => {
  const atMs = Date.now();
  return { ...toRecord(await execute(deps, arg, signal)), atMs };
};

const execute = async (deps: ActivityDeps, arg: ToolCallArg, signal: AbortSignal): Promise<ToolResult> => {
  const declaration = deps.kits(arg.turn.agent).tools.find((tool) => tool.name === arg.call.tool);
  const run = deps.tools(arg.turn.agent).reads[arg.call.tool];
  assertInvariant(declaration !== undefined && run !== undefined, `no reading tool ${arg.call.tool}`);
  const stored = await readStoredCall(deps.store.transcripts, arg.turn.caseId, arg.call);
  const read = readToolArguments(declaration, stored.argsText);
  if (read.kind === 'invalid')
    return { status: 'invalid_arguments', code: 'arguments', words: read.errors.join('; ').slice(0, 1_000) };
  const timeoutMs = Math.max(1, Math.min(declaration.timeoutMs, arg.deadlineAtMs - Date.now()));
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await run(read.args, {
      subject: arg.subject,
      signal: limited,
      effectsOf: (orderRefs) => readOrderEffects(deps, orderRefs),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    if (limited.aborted) return { status: 'temporary', code: 'timeout', words: 'The tool did not answer in time.' };
    return { status: 'permanent', code: 'tool.bug', words: 'The tool failed for a reason of its own.' };
  }
};

const toRecord = (result: ToolResult): JsonObject =>
  'value' in result
    ? { status: result.status, value: result.value }
    : { status: result.status, code: result.code, words: result.words };
