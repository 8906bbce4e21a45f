// An operator's hold: nothing that changes the world is begun, of one agent or of all, until it is released. Who, why and when are
// journalled; the note's words lie in the store under a case of the operators' own, and the journal holds their address.
import { caseIdOf } from '../core/kernel/ids';
import { holdEffects, listHolds, releaseEffects, type Hold, type HoldScope } from '../stores/holds';
import { assertOptions } from './check-options';
import { assertNote } from './check-words';
import { ClientError } from './client-error';
import type { RecordContext } from './client-context';
import { holdShape } from './option-shapes';

/** Whose effects are held or let go, and why. */
export interface HoldOptions {
  /** Left out: all agents. */
  readonly agent?: string;
  /** A code of a-z, 0-9, dot, dash. */
  readonly reasonCode: string;
  readonly note?: string;
}

/** What was held or let go. */
export interface HoldReport {
  readonly scope: HoldScope;
  readonly by: string;
  readonly reasonCode: string;
  /** false: it was so already, and nothing was written. */
  readonly changed: boolean;
  /** What is held now. */
  readonly holds: readonly Hold[];
}

const reasonForm = /^[a-z0-9._-]{1,64}$/;

/** Refuses a reason that is no code, a note that is none, and an agent that is not in the settings. */
export const holdAgents = (context: RecordContext, options: HoldOptions): Promise<HoldReport> =>
  change(context, options, holdEffects);

/** The same for the end of a hold. What it held waits as reviews and is decided there. */
export const releaseAgents = (context: RecordContext, options: HoldOptions): Promise<HoldReport> =>
  change(context, options, releaseEffects);

const change = async (context: RecordContext, options: HoldOptions, write: typeof holdEffects): Promise<HoldReport> => {
  assertOptions('hold', holdShape, options);
  checkHold(context, options);
  const { store, person } = context;
  const scope: HoldScope = options.agent === undefined ? 'all' : `agent:${options.agent}`;
  const noteRef = await keepNote(context, options.note);
  const changed = await write(store, { scope, by: person, reasonRef: options.reasonCode, noteRef });
  const holds = await store.db.read(listHolds);
  return { scope, by: person, reasonCode: options.reasonCode, changed, holds };
};

/** Notes are kept a case; an operator's belongs to none of a customer's. */
const keepNote = async ({ store }: RecordContext, note: string | undefined): Promise<string | null> =>
  note === undefined ? null : store.transcripts.keepNote(caseIdOf(store.keys.identityKey, 'turnkeep/operators'), note);

const checkHold = ({ settings }: RecordContext, { agent, reasonCode, note }: HoldOptions): void => {
  if (!reasonForm.test(reasonCode)) {
    const got = JSON.stringify(reasonCode);
    throw new ClientError('REASON_CODE', 2, `reason: expected a code of a-z, 0-9, dot, dash, got ${got}`);
  }
  assertNote('note', note);
  const known = settings.agents.map(({ name }) => name);
  if (agent !== undefined && !known.includes(agent))
    throw new ClientError('UNKNOWN_AGENT', 2, `agent: expected ${known.join(', ')}, got ${JSON.stringify(agent)}`);
};

/** An approval under a hold would be void at the claim: refused here, naming who holds. A bare signal is asked again instead. */
export const assertNotHeld = async ({ store }: RecordContext, agent: string): Promise<void> => {
  const holds = await store.db.read(listHolds);
  const hold = holds.find(({ scope }) => scope === 'all' || scope === `agent:${agent}`);
  if (hold === undefined) return;
  const scope = hold.scope === 'all' ? '--all' : `--agent ${agent}`;
  throw new ClientError('HELD', 6, {
    message: `effects are held by ${hold.by} (${hold.scope}): an approval now would be void; nothing was decided`,
    next: [`turnkeep effects release ${scope} --reason CODE --as NAME`, 'turnkeep review list'],
  });
};
