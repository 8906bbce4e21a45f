// What the one door for effects needs of the worker. Nothing here knows an agent by name.
import type { AgentKit } from '../../core/moves/agent-kit';
import type { Anchor } from '../../stores/anchor';
import type { ChainPoint } from '../../stores/journal';
import type { KeyRing } from '../../stores/key-ring';
import type { Database } from '../../stores/open-database';
import type { ReceiptStore, TranscriptStore } from '../../stores/store-port';
import type { AgentTools } from '../tools/tool-port';
import type { SignatureRule } from './judge-signatures';

export type CaseKeySource = Pick<KeyRing, 'caseKey' | 'livingCaseKey'>;

/** The newest head outside the store. `read` answers undefined where none was kept yet. */
export interface AnchorFile {
  read(): Promise<Anchor | undefined>;
  append(point: ChainPoint): Promise<void>;
}

export interface EffectStore {
  readonly db: Database;
  readonly transcripts: TranscriptStore;
  readonly receipts: ReceiptStore;
  readonly keys: CaseKeySource;
  readonly anchor: AnchorFile;
}

export interface EffectDeps {
  readonly store: EffectStore;
  readonly kits: (agent: string) => AgentKit;
  readonly tools: (agent: string) => AgentTools;
  /** The deployment's identity key; without it nothing is claimed. */
  readonly identityKey: () => Promise<Uint8Array> | Uint8Array;
  /** What the settings of this worker ask of approvals. */
  readonly signatures: SignatureRule;
  /** Names the process in records: no claim rests on it. */
  readonly workerId: string;
  /** How long one attempt may hold an entry, ms; longer than any tool's send. */
  readonly leaseMs: number;
  /** A name for every instant between two statements. Kill tests only: production never sets it. */
  readonly failpoint?: (name: Failpoint) => Promise<void> | void;
}

export const failpoints = [
  'prepared',
  'headLocked',
  'decided',
  'inserted',
  'committed',
  'anchored',
  'fenced',
  'sent',
  'settling',
  'ended',
  'settled',
  'endAnchored',
  'receiptKept',
] as const;
export type Failpoint = (typeof failpoints)[number];

/** Does nothing unless a kill test asks for it. */
export async function reach(deps: EffectDeps, name: Failpoint): Promise<void> {
  if (deps.failpoint !== undefined) await deps.failpoint(name);
}
