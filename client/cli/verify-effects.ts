import { toDamage } from '../../stores/check-database';
import { reportDamage, verifyEffects, type EffectsReport } from '../../stores/effects-verify';
import { StoreIntegrityError } from '../../stores/store-port';
import { gatewayUrl, readPaymentLedger } from '../payment-ledger';
import { amountText } from './amount-text';
import type { Invocation, Report } from './report';
import { withRecordsOr } from './with-client';

/** Where no store was ever made. */
const NOTHING: Report = {
  body: {
    findings: [],
    open: [],
    adopted: [],
    checked: { journalRows: 0, effects: 0, reviews: 0, charges: null },
  },
  lines: ['nothing to verify'],
};

/** `effects verify`: the store's rows, its journal and anchor, and the gateway's own books. Changes nothing. */
export const verifyEffectsCommand = async (call: Invocation): Promise<Report> =>
  withRecordsOr(call, NOTHING, async ({ settings, store }) => {
    call.progress("reading the gateway's books");
    const { charges } = await readPaymentLedger(gatewayUrl(settings));
    call.progress(`comparing ${charges.length} charges with ledger, journal and anchor`);
    return toReport(await verifyEffects(store, charges));
  }).catch(tellDamage);

/** A store too damaged to be opened is told like one that was damaged behind its first page. */
const tellDamage = (error: unknown): Report => {
  const { code } = error instanceof StoreIntegrityError ? error : { code: '' };
  if (!DAMAGE.includes(code)) throw error;
  return toReport(reportDamage([toDamage(error, 'store')]));
};
const DAMAGE: readonly string[] = ['store.corrupt', 'store.tableMissing', 'store.noHead'];

/** By the anchor, and not by the rows alone. */
const isOlderThanAnchor = ({ code, subject }: EffectsReport['findings'][number]): boolean =>
  code === 'journal.chainRecomputed' || (code === 'journal.tailRemoved' && subject.includes('"by":"anchor"'));

const toReport = (report: EffectsReport): Report => {
  const { findings, open, adopted, checked } = report;
  const { journalRows, effects, reviews, charges } = checked;
  const lines = [
    `checked: journal rows ${journalRows}, ledger entries ${effects}, reviews ${reviews}, charges of the gateway ${charges ?? 0}`,
    ...findings.map(({ code, subject, words }) => `FINDING ${code} ${subject}${words === '' ? '' : `: ${words}`}`),
    ...open.map(
      (entry) =>
        `open    ${entry.effectKey} ${amountText(entry) ?? ''} ${entry.state}; the gateway says ${entry.outside}`,
    ),
    ...adopted.map(
      (entry) =>
        `adopted ${entry.effectKey} ${amountText(entry) ?? ''} charge ${entry.chargeId} by ${entry.by}: what allowed it was lost with a newer store`,
    ),
    findings.length === 0 ? 'nothing departs' : `${findings.length} finding${findings.length === 1 ? '' : 's'}`,
  ];
  const next = [
    ...(findings.some(isOlderThanAnchor) ? ['turnkeep doctor', 'turnkeep effects reconcile --all --as NAME'] : []),
    ...(open.length > 0 ? ['turnkeep effects reconcile'] : []),
  ];
  if (findings.length === 0) return { body: { ...report }, lines, next };
  const message = `${findings.length} departure${findings.length === 1 ? '' : 's'}: ${findings.map(({ code }) => code).join(', ')}`;
  return { body: { ...report }, lines, next, failure: { exit: 9, code: 'EFFECTS_DEPART', message } };
};
