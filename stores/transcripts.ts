// An append-only tree of messages a case. A message's address is an HMAC over its parent's address and itself, under a key derived
// from the case's data key: the same message at the same place is the same row, a fork shares its past, and neither the address
// nor the row tells anything once the key is destroyed. A row is bound to its address when it is sealed, and its address is
// computed again when it is read, so that neither bytes nor parents can be exchanged.
import { hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '../core/kernel/canonical-json';
import type { Json } from '../core/kernel/json';
import { hmacSha256Hex } from '../core/kernel/sha256';
import type { TranscriptHead } from '../core/moves/activity-shapes';
import type { TranscriptMessage } from '../core/moves/agent-kit';
import type { KeyRing } from './key-ring';
import type { Database, Query, Tx } from './open-database';
import type { MessageTable } from './schema';
import { openJson, sealJson } from './sealed-json';
import { StoreIntegrityError, type TranscriptStore } from './store-port';
import { tokensUpperOf } from './tokens-upper';

type KeySource = Pick<KeyRing, 'caseKey' | 'livingCaseKey'>;
type BranchRow = Pick<MessageTable, 'depth' | 'address' | 'parent' | 'sealed'>;

export function createTranscriptStore(db: Database, keys: KeySource): TranscriptStore {
  return {
    append: async (caseId, parent, message) => {
      const { key } = await keys.caseKey(caseId);
      const parentAddress = parent?.address ?? null;
      const address = addressOf(key, [parentAddress, toJson(message)]);
      const sealed = sealJson(key, ['message', caseId, address], toJson(message));
      return db.write(async (tx) => {
        const before = parent ? await findParent(tx, caseId, parent) : root;
        const head = {
          address,
          depth: before.depth + 1,
          bytes: before.bytes + Buffer.byteLength(canonicalJson(message), 'utf8'),
          tokensUpper: before.tokensUpper + tokensUpperOf(message),
        };
        await tx
          .insertInto('message')
          .values({ caseId, ...head, parent: parentAddress, sealed })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return head;
      });
    },
    read: async (caseId, address, depth) => {
      const rows = await db.read((query) => selectBranch(query, { caseId, address, depth }));
      assertWhole(rows, { caseId, address, depth });
      const { key } = await keys.livingCaseKey(caseId);
      return rows.map((row) => openMessage(key, caseId, row));
    },
    keepNote: async (caseId, text) => {
      const { key } = await keys.caseKey(caseId);
      const address = addressOf(key, ['note', text]);
      const sealed = sealJson(key, ['note', caseId, address], text);
      await db.write((tx) =>
        tx
          .insertInto('note')
          .values({ caseId, address, sealed })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      return address;
    },
    readNote: async (caseId, address) => {
      const row = await db.read((query) =>
        query
          .selectFrom('note')
          .select('sealed')
          .where('caseId', '=', caseId)
          .where('address', '=', address)
          .executeTakeFirst(),
      );
      if (!row) throw missing('note', { caseId, address });
      const { key } = await keys.livingCaseKey(caseId);
      return openJson(key, ['note', caseId, address], row.sealed) as string;
    },
  };
}

const root = { depth: 0, bytes: 0, tokensUpper: 0 } as const;

const toJson = (message: TranscriptMessage): Json => message as unknown as Json;

/** A key of its own for addresses, so that an address never says anything about what the data key seals. */
function addressOf(caseKey: Uint8Array, named: readonly Json[]): string {
  const derived = new Uint8Array(hkdfSync('sha256', caseKey, new Uint8Array(), 'turnkeep transcript address', 32));
  return hmacSha256Hex(derived, canonicalJson(named));
}

async function findParent(tx: Tx, caseId: string, parent: TranscriptHead): Promise<Omit<TranscriptHead, 'address'>> {
  const row = await tx
    .selectFrom('message')
    .select(['depth', 'bytes', 'tokensUpper'])
    .where('caseId', '=', caseId)
    .where('depth', '=', parent.depth)
    .where('address', '=', parent.address)
    .executeTakeFirst();
  if (!row) throw missing('message', { caseId, address: parent.address });
  return row;
}

interface Place {
  readonly caseId: string;
  readonly address: string;
  readonly depth: number;
}

async function selectBranch(query: Query, { caseId, address, depth }: Place): Promise<readonly BranchRow[]> {
  const { rows } = await sql<BranchRow>`
    with recursive branch (depth, address, parent, sealed) as (
      select depth, address, parent, sealed from message
      where case_id = ${caseId} and depth = ${depth} and address = ${address}
      union all
      select m.depth, m.address, m.parent, m.sealed from message m
      join branch b on m.case_id = ${caseId} and m.depth = b.depth - 1 and m.address = b.parent
    ) select depth, address, parent, sealed from branch order by depth`.execute(query);
  return rows;
}

function assertWhole(rows: readonly BranchRow[], place: Place): void {
  if (rows.length === 0) throw missing('message', place);
  if (rows.length === place.depth && rows[0]?.parent === null) return;
  throw new StoreIntegrityError(
    'store.rowMissing',
    `message ${place.caseId} ${place.address}: expected ${place.depth} rows down to the root, got ${rows.length}; restore a backup`,
  );
}

function openMessage(key: Uint8Array, caseId: string, row: BranchRow): TranscriptMessage {
  const message = openJson(key, ['message', caseId, row.address], row.sealed);
  if (addressOf(key, [row.parent, message]) === row.address) return message as unknown as TranscriptMessage;
  throw new StoreIntegrityError(
    'store.rowChanged',
    `message ${caseId} ${row.address}: it stands below another parent than it was written for; restore it from a backup`,
  );
}

const missing = (what: string, { caseId, address }: Pick<Place, 'caseId' | 'address'>): StoreIntegrityError =>
  new StoreIntegrityError(
    'store.rowMissing',
    `${what} ${caseId} ${address}: not in this store; it was purged, or the store is an older copy`,
  );
