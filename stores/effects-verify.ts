// The proof, from the rows alone: the chain and its anchor are whole; every effect had one approval or one policy rule, no grant
// served two, sums hold; the rows of ledger and reviews say what the journal says. And against the gateway's own books: every done
// entry has exactly one charge under its key, and every charge has its entry. What is unknown is listed with what the gateway says.
import type { LedgerState } from '../core/effects/ledger-rules';
import type { Anchor } from './anchor';
import { checkDatabase, toDamage } from './check-database';
import { compareCharges } from './compare-charges';
import { compareFields } from './compare-fields';
import type { Told } from './compare-fields';
import { compareHolds, compareVetoes } from './compare-projections';
import type { OutsideCharge } from './compare-charges';
import type { AdoptedBody, DecidedBody } from './effect-events';
import { ADOPTED, digestSealed } from './effect-ledger';
import type { EffectRecord } from './effect-ledger';
import type { Query } from './open-database';
import type { Store } from './open-store';
import { placeOf, replayEffects } from './replay-effects';
import type { EffectFinding, Replay, ReplayedEffect, ReplayedReview } from './replay-effects';
import { recheckSignatures } from './recheck-signatures';
import { toSentColumns } from './review-rows';
import type { ReviewRecord } from './review-rows';
import type { HoldTable, JournalTable, VetoTable } from './schema';
import { StoreIntegrityError } from './store-port';
import { verifyJournal } from './verify-journal';

export type { OutsideCharge } from './compare-charges';
export type { EffectFinding } from './replay-effects';

/** An entry whose outcome is not known yet. */
export interface OpenEffect {
  readonly effectKey: string;
  readonly caseId: string;
  readonly state: 'started' | 'unknown';
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly outside: 'charged' | 'none' | 'notAsked';
}

export type AdoptedEffect = Pick<AdoptedBody, 'effectKey' | 'chargeId' | 'amountMinor' | 'currency' | 'by'>;

export interface EffectsReport {
  readonly findings: readonly EffectFinding[];
  readonly open: readonly OpenEffect[];
  /** No failure: charges taken over after an older copy was restored. What allowed them was lost with the newer store. */
  readonly adopted: readonly AdoptedEffect[];
  readonly checked: {
    readonly journalRows: number;
    readonly effects: number;
    readonly reviews: number;
    /** null: the gateway was not asked. */
    readonly charges: number | null;
  };
}

interface Rows {
  readonly journal: readonly JournalTable[];
  readonly effects: readonly EffectRecord[];
  readonly reviews: readonly ReviewRecord[];
  readonly vetoes: readonly VetoTable[];
  readonly holds: readonly HoldTable[];
}

type Proved = Pick<Store, 'db' | 'anchor'>;

/**
 * Findings are empty when everything holds; `charges` left out: the outside is not compared. Changes nothing. A store that is damaged
 * or not whole is a finding too. Throws StoreUnavailableError.
 */
export async function verifyEffects(store: Proved, charges?: readonly OutsideCharge[]): Promise<EffectsReport> {
  const damage = await checkDatabase(store.db);
  const isUnreadable = damage.some(({ code }) => code === 'store.tableMissing');
  if (isUnreadable) return reportDamage(damage, charges);
  try {
    const report = await proveRows(store, charges);
    return { ...report, findings: [...damage, ...report.findings] };
  } catch (error) {
    return reportDamage([...damage, toDamage(error, store.db.where)], charges);
  }
}

/** The report of a store whose rows cannot be asked. */
export const reportDamage = (
  findings: readonly EffectFinding[],
  charges?: readonly OutsideCharge[],
): EffectsReport => ({
  findings,
  open: [],
  adopted: [],
  checked: { journalRows: 0, effects: 0, reviews: 0, charges: charges?.length ?? null },
});

async function proveRows(store: Proved, charges?: readonly OutsideCharge[]): Promise<EffectsReport> {
  const anchor = await readAnchorOf(store);
  const chain = await verifyJournal(store.db, anchor.point);
  const rows = await readSnapshot(store, readRows);
  const replay = replayEffects(rows.journal);
  return {
    findings: [
      ...(await judgeAnchorFile(store, anchor, rows.journal)),
      ...chain.map(({ kind, ...where }) => ({ code: `journal.${kind}`, subject: JSON.stringify(where), words: '' })),
      ...replay.findings,
      ...compareEffects(replay, rows.effects),
      ...compareReviews(replay, rows.reviews),
      ...compareVetoes(replay, rows.vetoes),
      ...compareHolds(rows.journal, rows.holds),
      ...(charges === undefined ? [] : compareCharges(replay, charges)),
    ],
    open: listOpen(rows.effects, charges),
    adopted: replay.adopted.map(({ effectKey, chargeId, amountMinor, currency, by }) => ({
      effectKey,
      chargeId,
      amountMinor,
      currency,
      by,
    })),
    checked: {
      journalRows: rows.journal.length,
      effects: rows.effects.length,
      reviews: rows.reviews.length,
      charges: charges?.length ?? null,
    },
  };
}

interface AnchorRead {
  readonly point: Anchor | undefined;
  readonly unreadable: string | null;
}

async function readAnchorOf({ anchor }: Proved): Promise<AnchorRead> {
  try {
    return { point: await anchor.read(), unreadable: null };
  } catch (error) {
    if (!(error instanceof StoreIntegrityError)) throw error;
    return { point: undefined, unreadable: error.message };
  }
}

/** Without an anchor nobody can tell whether the newest rows were cut off. One that was written meanwhile counts. */
async function judgeAnchorFile(
  { anchor }: Proved,
  { point, unreadable }: AnchorRead,
  journal: readonly JournalTable[],
): Promise<readonly EffectFinding[]> {
  const subject = anchor.path;
  if (unreadable !== null) return [{ code: 'anchor.unreadable', subject, words: unreadable }];
  if (point !== undefined || journal.length === 0 || (await anchor.read()) !== undefined) return [];
  const words = `no line in it, and the journal has ${journal.length} rows: whether newer ones were cut off is not known`;
  return [{ code: 'anchor.missing', subject, words }];
}

/** One snapshot for all tables: claims go on meanwhile. */
async function readSnapshot<T>({ db }: Pick<Store, 'db'>, fn: (query: Query) => Promise<T>): Promise<T> {
  return db.read(async (query) => {
    const readOnly = query.transaction().setAccessMode('read only');
    const transaction = db.dialect === 'postgres' ? readOnly.setIsolationLevel('repeatable read') : readOnly;
    return transaction.execute(fn);
  });
}

async function readRows(query: Query): Promise<Rows> {
  const journal = await query.selectFrom('journal').selectAll().orderBy('seq').execute();
  const effects = await query.selectFrom('effect').selectAll().orderBy('effectKey').execute();
  const reviews = await query.selectFrom('review').selectAll().orderBy('reviewId').orderBy('round').execute();
  const vetoes = await query.selectFrom('veto').selectAll().orderBy('caseId').orderBy('reviewId').execute();
  const holds = await query.selectFrom('hold').selectAll().orderBy('scope').execute();
  return { journal, effects, reviews, vetoes, holds };
}

function compareEffects({ effects }: Replay, rows: readonly EffectRecord[]): readonly EffectFinding[] {
  const seen = new Set(rows.map((row) => row.effectKey));
  const missing = [...effects.keys()].filter((key) => !seen.has(key));
  return [
    ...missing.map((subject) => ({
      code: 'effect.rowMissing',
      subject,
      words: 'the journal tells of it, the ledger does not',
    })),
    ...rows.flatMap((row) => compareEffect(row, effects.get(row.effectKey))),
  ];
}

function compareEffect(row: EffectRecord, effect: ReplayedEffect | undefined): readonly EffectFinding[] {
  const { effectKey } = row;
  if (effect === undefined) {
    return [
      { code: 'effect.rowUntold', subject: effectKey, words: 'the ledger holds it, the journal never told of it' },
    ];
  }
  const {
    items: _items,
    orderTotalMinor: _total,
    rulesDigest: _rules,
    callDigest: _call,
    grant,
    ...told
  } = effect.body;
  return compareFields('effect.rowChanged', effectKey, {
    row: rowFields(row),
    told: {
      ...told,
      caseId: effect.caseId,
      state: effect.state,
      alone: grant === null && told.allowedBy !== ADOPTED ? 1 : 0,
      reviewId: grant?.reviewId ?? null,
      reviewRound: grant?.round ?? null,
      resultDigest: effect.resultDigest ?? undefined,
      sealed: 'kept',
      receiptKey: effect.receiptKey,
      changedMs: effect.changedMs,
    },
  });
}

function rowFields(row: EffectRecord): Told {
  const { resultSealed, ...fields } = row;
  return resultSealed === null
    ? { ...fields, sealed: 'missing', resultDigest: null }
    : { ...fields, sealed: 'kept', resultDigest: digestSealed(resultSealed) };
}

function compareReviews({ reviews }: Replay, rows: readonly ReviewRecord[]): readonly EffectFinding[] {
  const seen = new Set(rows.map(placeOf));
  const missing = [...reviews.keys()].filter((place) => !seen.has(place));
  return [
    ...missing.map((subject) => ({
      code: 'review.rowMissing',
      subject,
      words: 'the journal tells of it, no row does',
    })),
    ...rows.flatMap((row) => compareReview(row, reviews.get(placeOf(row)))),
    ...recheckSignatures(reviews.values()),
  ];
}

function compareReview(row: ReviewRecord, review: ReplayedReview | undefined): readonly EffectFinding[] {
  if (review === undefined) {
    return [{ code: 'review.rowUntold', subject: placeOf(row), words: 'a review that the journal never told of' }];
  }
  const { opened, decided } = review;
  const { decisionSealed: _sealed, ...fields } = row;
  const told = {
    caseId: review.caseId,
    state: review.state,
    turnKey: opened.turnKey,
    callId: opened.callId,
    tool: opened.tool,
    effectKey: opened.effectKey,
    actionHash: opened.actionHash,
    rulesDigest: opened.rulesDigest,
    rule: opened.rule,
    amountMinor: opened.amountMinor,
    currency: opened.currency,
    openedMs: opened.openedMs,
    expiresMs: opened.expiresMs,
    queue: opened.queue,
    ...toDecidedFields(decided ?? undecided),
  };
  return compareFields('review.rowChanged', placeOf(row), { row: fields, told });
}

const undecided = { by: null, decidedMs: null, authenticated: null, surface: null, reasonCode: null, noteRef: null };

type DecidedFields = { readonly [Field in keyof typeof undecided]: string | number | null } & Pick<DecidedBody, 'sent'>;

const toDecidedFields = (decided: DecidedFields): Told => ({
  decidedBy: decided.by,
  decidedMs: decided.decidedMs,
  authenticated: decided.authenticated,
  surface: decided.surface,
  reasonCode: decided.reasonCode,
  noteRef: decided.noteRef,
  ...toSentColumns(decided.sent),
});

const isOpen = (state: LedgerState): state is OpenEffect['state'] => state === 'started' || state === 'unknown';

function listOpen(rows: readonly EffectRecord[], charges?: readonly OutsideCharge[]): readonly OpenEffect[] {
  const charged = new Set(charges?.map((charge) => charge.key));
  return rows.flatMap(({ effectKey, caseId, state, amountMinor, currency, outsideKey }) => {
    if (!isOpen(state)) return [];
    const outside = charges === undefined ? 'notAsked' : charged.has(outsideKey) ? 'charged' : 'none';
    return [{ effectKey, caseId, state, amountMinor, currency, outside }];
  });
}
