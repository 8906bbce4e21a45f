// What an ended run leaves, whoever ended it: the record, the last word to its customer, and the list of what stands in the ledger.
import type { JsonObject } from '../core/kernel/json';
import type { AgentKit } from '../core/moves/agent-kit';
import { listOpenEntries, recordAbort } from '../stores/effect-abort';
import type { EffectRow, RunRow } from '../stores/store-port';
import { loadKit } from '../temporal-config/agent-list';
import { readAbortStanding, tellAbort } from './abort-reply';
import type { RecordContext } from './client-context';

/** An entry that was not undone, and how a person would undo it: itself an effect that needs a person. */
export interface StandingEffect extends EffectRow {
  /** What the tool declares; null when it declares none, or nothing happened that could be undone. */
  readonly reversal: { readonly words: string; readonly tool?: string } | null;
}

export interface AbortHow {
  /** Kept sealed; the records hold its address. */
  readonly reason: string;
  readonly withoutStop: boolean;
  readonly cause?: string;
  readonly reached?: JsonObject;
}

export interface Concluded {
  /** By this call; false: it was recorded before, as by somebody else at the same moment. */
  readonly recorded: boolean;
  readonly effects: readonly StandingEffect[];
}

/** Records the end, tells the customer what stands, and lists it. Again: records nothing more. */
export const concludeAbort = async (
  context: RecordContext,
  row: RunRow,
  { reason, ...how }: AbortHow,
): Promise<Concluded> => {
  const { store, person } = context;
  const { workflowId: turnKey, caseId } = row;
  const standing = await readAbortStanding(store, row);
  const reasonRef = await store.transcripts.keepNote(caseId, reason);
  const recorded = await recordAbort(store, { turnKey, caseId, by: person, reasonRef, ...how });
  const kit = findKit(context, row.agent);
  await tellAbort(store, row, { kit, standing });
  return { recorded, effects: await listStanding(store, kit, turnKey) };
};

/** The run is over: an agent that left the settings meanwhile makes no error of it. */
const findKit = ({ settings }: RecordContext, agent: string): AgentKit | undefined =>
  settings.agents.some(({ name }) => name === agent) ? loadKit(settings, agent) : undefined;

const listStanding = async (
  store: RecordContext['store'],
  kit: AgentKit | undefined,
  turnKey: string,
): Promise<readonly StandingEffect[]> => {
  const entries = await listOpenEntries(store, turnKey);
  return entries.map((entry) => ({
    ...entry,
    reversal: entry.state === 'refused' ? null : (kit?.tools.find(({ name }) => name === entry.tool)?.reversal ?? null),
  }));
};
