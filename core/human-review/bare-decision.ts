// What a person pastes into Temporal's own web UI or command line to decide a review. One source for every surface that prints it.
// Name and reason code are left to fill in: as printed, the reason code is none, so that a paste nobody looked at is ignored and
// pays nothing.
import type { JsonObject } from '../kernel/json';
import { fromMinor, isKnownCurrency } from '../kernel/money';

/** Of a review, what its decision is bound to. */
export interface DecidableReview {
  readonly reviewId: string;
  readonly round: number;
  readonly actionHash: string;
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

/** Where the run is, for a command line; the parts that are Temporal's defaults are left out. */
export interface SignalPlace {
  readonly turnKey: string;
  readonly address?: string;
  readonly namespace?: string;
}

export const NAME_TO_FILL = 'YOUR-NAME';
export const REASON_TO_FILL = 'CODE';

/** A decision to be written as JSON. An approval of money names the exact amount; a refusal needs none. */
export const bareDecision = (review: DecidableReview, decision: 'approve' | 'reject'): JsonObject => ({
  reviewId: review.reviewId,
  round: review.round,
  actionHash: review.actionHash,
  decision,
  by: NAME_TO_FILL,
  reasonCode: REASON_TO_FILL,
  ...(decision === 'approve' ? confirmation(review) : {}),
});

const confirmation = (review: DecidableReview): { readonly confirmAmount?: string } => {
  const amount = amountToConfirm(review);
  return amount === null ? {} : { confirmAmount: amount };
};

/** As a decimal. None in a currency that nobody could confirm an amount of. */
export const amountToConfirm = ({
  amountMinor,
  currency,
}: Pick<DecidableReview, 'amountMinor' | 'currency'>): string | null =>
  amountMinor === null || currency === null || !isKnownCurrency(currency) ? null : fromMinor(amountMinor, currency);

/** The line of the Temporal command line that signals an approval; a run reads it like any decision and marks it unverified. */
export const bareSignal = (review: DecidableReview, place: SignalPlace): string =>
  signalCommand(bareDecision(review, 'approve'), place);

/** The line of the Temporal command line that signals `decision`; the Web UI takes what stands between the quotes. */
export const signalCommand = (decision: object, { turnKey, address, namespace }: SignalPlace): string =>
  [
    'temporal workflow signal',
    ...(address === undefined ? [] : [`--address ${address}`]),
    ...(namespace === undefined ? [] : [`--namespace ${namespace}`]),
    `-w ${turnKey} --name reviewDecision --input '${JSON.stringify(decision).replaceAll("'", String.raw`'\''`)}'`,
  ].join(' ');
