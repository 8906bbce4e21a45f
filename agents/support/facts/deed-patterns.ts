// How English says that something was done to an order: by us ("I have refunded", "I was able to cancel", "your refund was processed"),
// or found done ("it was refunded"). Every repetition is bounded, so that a reply costs no more than its length.
export type Deed = 'refund' | 'cancel' | 'exchange' | 'return' | 'change';

const VERBS: Readonly<Record<Deed, string>> = {
  refund:
    'refunded|reimbursed|paid (?:back|out)|sent back|transferred back|credited|given (?:you )?(?:your )?money back',
  cancel: 'cancelled|canceled',
  exchange: 'exchanged|replaced|swapped',
  return: 'returned',
  change: 'changed|updated|modified|corrected',
};
const NOUNS: Readonly<Record<Deed, string>> = {
  refund: 'refunds?|reimbursements?|credit|money|payments?',
  cancel: 'cancellations?',
  exchange: 'exchanges?|replacements?',
  return: 'returns?',
  change: 'changes?|modifications?',
};
const DEEDS: readonly Deed[] = ['refund', 'cancel', 'exchange', 'return', 'change'];
const MADE =
  'made|issued|processed|completed|sent|initiated|submitted|arranged|started|placed|paid|transferred|executed|credited|finali[sz]ed|carried out|put through|done';
const MAKE = 'make|issue|process|complete|send|initiate|submit|arrange|start|pay|transfer|put through';
const THROUGH = 'approved|complete|through|successful|back|on its way|on the way';
const ADVERB =
  '(?:\\s(?:now|just|already|also|successfully|since|fully|gone ahead and|hereby|been|all|both|indeed)){0,3}';
const I_DID = `(?<![\\p{L}])(?:I|we|our (?:team|system)|a colleague)(?:['’]ve|\\shave|\\shas|\\shad)?${ADVERB}\\s`;
const I_COULD = `(?<![\\p{L}])(?:I|we)\\s(?:was able to|were able to|have been able to|managed to|went ahead and)\\s`;
const BASE: Readonly<Record<Deed, string>> = {
  refund: 'refund(?:ed)?|reimburse|credit|pay back',
  cancel: 'cancel(?:led|ed)?',
  exchange: 'exchange|replace|swap',
  return: 'return',
  change: 'change|update|modify|correct',
};
const WAS = `(?:is|are|was|were|has been|have been|had been|['’]s been|got|went|has gone|has)${ADVERB}\\s`;

export interface DeedPattern {
  readonly deed: Deed;
  readonly pattern: RegExp;
  /** Said to be done by us in this case, not found so in the order's record. */
  readonly isOurs: boolean;
}

const ofUs = (pattern: string): { readonly pattern: RegExp; readonly isOurs: boolean } => ({
  pattern: new RegExp(pattern, 'giu'),
  isOurs: true,
});

const patternsOf = (deed: Deed): readonly { readonly pattern: RegExp; readonly isOurs: boolean }[] => {
  const noun = `(?<!\\p{L})(?:${NOUNS[deed]})(?!\\p{L})`;
  const found = new RegExp(`(?<!\\p{L})${WAS}(?:${VERBS[deed]})(?!\\p{L})`, 'giu');
  return [
    ofUs(`${I_DID}(?:${VERBS[deed]})(?!\\p{L})`),
    ofUs(`${I_COULD}(?:${BASE[deed]})(?!\\p{L})`),
    ofUs(`(?:${I_DID}(?:${MADE})|${I_COULD}(?:${MAKE}))\\s[^;!?]{0,40}?${noun}`),
    ofUs(`${noun}[^;:!?]{0,90}?\\s${WAS}(?:${MADE}|${THROUGH})(?!\\p{L})`),
    // That an order was cancelled is a status, and judged as one.
    ...(deed === 'cancel' ? [] : [{ pattern: found, isOurs: false }]),
  ];
};

/** Global patterns: each match says that a deed was done, unless what governs it takes that back. */
export const DEED_PATTERNS: readonly DeedPattern[] = DEEDS.flatMap((deed) =>
  patternsOf(deed).map((one) => ({ deed, ...one })),
);

/** `Refunded so far: ...` at the beginning of a sentence. */
export const REFUNDED_FIRST = /^\s*(?:already )?(?:refunded|reimbursed)\b/i;
