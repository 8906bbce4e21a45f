// An export to hand out: nobody's words, no customer's id, no person's name. Rows, moves and figures lie open in the registry and hold
// ids, digests and codes alone; of everything else what stays is named here one by one, so that a field that is added later is left
// out until somebody says that it may stay.
import type { EffectRecord } from '../run-records';
import type { ReviewRow } from '../../stores/store-port';
import type { RunAct } from './read-acts';
import type { GuardAttempt, GuardFinding, ToolReceiptLine } from './read-receipts';
import type { RunExport } from './run-export';

export const redactExport = (whole: RunExport): RunExport => {
  const deciders = whole.reviews.map(({ decidedBy }) => decidedBy);
  const person = numberPersons([whole.startedBy, ...deciders, ...whole.acts.map(({ by }) => by)]);
  const { schema, exportedAtMs, run, moves, steps, cost, unread } = whole;
  return {
    schema,
    exportedAtMs,
    words: 'leftOut',
    run,
    customer: null,
    startedBy: person(whole.startedBy),
    moves,
    steps,
    cost,
    reviews: whole.reviews.map((review): ReviewRow => ({
      ...review,
      decidedBy: person(review.decidedBy),
      surface: knownSurface(review.surface),
    })),
    effects: whole.effects.map((effect): EffectRecord => ({ ...effect, receipt: null })),
    acts: whole.acts.map((act): RunAct => ({ ...act, by: person(act.by) ?? '', text: null })),
    guard: whole.guard.map(withoutWords),
    tools: whole.tools.map((tool): ToolReceiptLine => ({ ...tool, code: null })),
    state: null,
    messages: null,
    notes: whole.notes.map((note) => ({ ...note, text: null })),
    reply: null,
    interimReply: null,
    handOff: null,
    unread,
  };
};

/** The same person has the same number all through the export. */
const numberPersons = (names: readonly (string | null)[]): ((name: string | null) => string | null) => {
  const known = [...new Set(names.filter((name) => name !== null))];
  return (name) => (name === null ? null : `person-${known.indexOf(name) + 1}`);
};

/** Those of this product. */
const surfaces: ReadonlySet<string> = new Set(['cli', 'client', 'signal', 'demo', 'evaluation']);

/** Whoever sends a bare signal names the surface as they like, and so may write whom it is about. */
const knownSurface = (surface: string | null): string | null =>
  surface === null || surfaces.has(surface) ? surface : 'other';

const withoutWords = (attempt: GuardAttempt): GuardAttempt => {
  const { receiptKey, atMs, found, errorCount, feedbackHash, costMicro, stopReason, model } = attempt;
  const shown = found === null ? null : findingOf(found);
  return { receiptKey, atMs, found: shown, errorCount, feedbackHash, costMicro, stopReason, model };
};

/** Errors and unchecked claims quote the model: their number stays. */
const findingOf = (found: GuardFinding): GuardFinding => {
  const { attempt, outcome, stage, errorKind, fixes, parsed, shapeOk, semanticOk } = found;
  const { replyDigest, ending, usage, latencyMs, prompt } = found;
  return {
    ...{ attempt, outcome, stage, errorKind, errors: [], fixes, parsed, shapeOk, semanticOk },
    ...{ replyDigest, ending, usage, latencyMs, prompt },
  };
};
