// What the rows alone prove. The chain is a plain hash chain: whoever may write the store may recompute it from a changed row
// on, or cut its tail and set the head back, and it will verify. Only the anchor, kept outside the store, shows that.
import type { Anchor } from './anchor';
import { hashRow, type ChainPoint } from './journal';
import type { Database, Query } from './open-database';
import type { JournalTable } from './schema';

export type JournalFinding =
  /** The row does not say what it said when it was written. */
  | { readonly kind: 'rowChanged'; readonly seq: number; readonly caseId: string; readonly subject: string }
  /** The row is whole, but follows another row than the one before it. */
  | { readonly kind: 'linkBroken'; readonly seq: number; readonly caseId: string }
  /** Rows are missing inside the chain. */
  | { readonly kind: 'gap'; readonly fromSeq: number; readonly toSeq: number }
  /** The head, or the anchor, names a row past the last one. */
  | {
      readonly kind: 'tailRemoved';
      readonly by: 'head' | 'anchor';
      readonly expectedSeq: number;
      readonly foundSeq: number;
    }
  /** The row that names the newest one is gone. */
  | { readonly kind: 'headMissing' }
  /** Effects or reviews of a case stand in the store and no row of the journal tells of it. */
  | { readonly kind: 'caseRemoved'; readonly caseId: string }
  /** The chain is whole in itself and differs from what the anchor saw. */
  | { readonly kind: 'chainRecomputed'; readonly anchorSeq: number };

const PAGE = 1_000;
const genesis: ChainPoint = { seq: 0, hash: '0'.repeat(64) };

/** Every departure found, in order of the chain; empty when the journal is whole. Without an anchor truncation can pass unseen. */
export async function verifyJournal(db: Database, anchor?: Anchor): Promise<readonly JournalFinding[]> {
  return db.read(async (query) => {
    const findings: JournalFinding[] = [];
    let last = genesis;
    for (;;) {
      const page = await readPage(query, last.seq);
      for (const row of page) {
        findings.push(...judgeRow(row, last));
        last = row;
      }
      if (page.length > 0) continue;
      const head = await findHead(query);
      if (!head || head.seq <= last.seq || (await readPage(query, last.seq)).length === 0) {
        return [
          ...findings,
          ...judgeHead(head, last),
          ...(await judgeAnchor(query, last, anchor)),
          ...(await findLostCases(query)),
        ];
      }
    }
  });
}

const readPage = async (query: Query, afterSeq: number): Promise<readonly JournalTable[]> =>
  query.selectFrom('journal').selectAll().where('seq', '>', afterSeq).orderBy('seq').limit(PAGE).execute();

function judgeRow(row: JournalTable, before: ChainPoint): readonly JournalFinding[] {
  const findings: JournalFinding[] = [];
  const isNext = row.seq === before.seq + 1;
  if (!isNext) findings.push({ kind: 'gap', fromSeq: before.seq + 1, toSeq: row.seq - 1 });
  if (hashRow(row) !== row.hash) {
    findings.push({ kind: 'rowChanged', seq: row.seq, caseId: row.caseId, subject: row.subject });
  } else if (isNext && row.prev !== before.hash) {
    findings.push({ kind: 'linkBroken', seq: row.seq, caseId: row.caseId });
  }
  return findings;
}

const findHead = async (query: Query): Promise<ChainPoint | undefined> =>
  query.selectFrom('chainHead').select(['seq', 'hash']).where('id', '=', 'main').executeTakeFirst();

function judgeHead(head: ChainPoint | undefined, last: ChainPoint): readonly JournalFinding[] {
  if (!head) return [{ kind: 'headMissing' }];
  if (head.seq > last.seq) return [{ kind: 'tailRemoved', by: 'head', expectedSeq: head.seq, foundSeq: last.seq }];
  if (head.seq === last.seq && head.hash === last.hash) return [];
  return [{ kind: 'linkBroken', seq: last.seq, caseId: '' }];
}

async function judgeAnchor(query: Query, last: ChainPoint, anchor?: Anchor): Promise<readonly JournalFinding[]> {
  if (!anchor) return [];
  if (anchor.seq > last.seq) {
    return [{ kind: 'tailRemoved', by: 'anchor', expectedSeq: anchor.seq, foundSeq: last.seq }];
  }
  const row = await query.selectFrom('journal').select('hash').where('seq', '=', anchor.seq).executeTakeFirst();
  return row && row.hash !== anchor.hash ? [{ kind: 'chainRecomputed', anchorSeq: anchor.seq }] : [];
}

async function findLostCases(query: Query): Promise<readonly JournalFinding[]> {
  const told = query.selectFrom('journal').select('caseId');
  const rows = await query
    .selectFrom('effect')
    .select('caseId')
    .where('caseId', 'not in', told)
    .union(query.selectFrom('review').select('caseId').where('caseId', 'not in', told))
    .execute();
  return rows.map(({ caseId }): JournalFinding => ({ kind: 'caseRemoved', caseId })).sort(byCase);
}

const byCase = (one: JournalFinding, other: JournalFinding): number =>
  JSON.stringify(one).localeCompare(JSON.stringify(other));
