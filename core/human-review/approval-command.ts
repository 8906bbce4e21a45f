// The command that approves a review. One source for every surface that prints it, so that what is printed can be run.
export interface Approvable {
  readonly reviewId: string;
  readonly round: number;
  /** The exact amount as a decimal; null where no money moves. */
  readonly amount: string | null;
  /** Later messages of the customer that whoever approves must have seen. */
  readonly seenLater?: number | undefined;
  /** Somebody else than who works here must decide: a name is left to fill in. */
  readonly byAnother?: boolean;
  /** Who decides, where a name was given: it is given again. */
  readonly as?: string | undefined;
}

/** A name as a shell takes it. */
export const asFlag = (name: string): string =>
  `--as ${/^[\p{L}\p{Nd}._-]+$/u.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`}`;

/** The reason code, and the name where one is asked for, are left to fill in. */
export const approvalCommand = ({
  reviewId,
  round,
  amount,
  seenLater = 0,
  byAnother = false,
  as,
}: Approvable): string =>
  [
    `turnkeep review approve ${reviewId} --round ${round} --reason CODE`,
    ...(amount === null ? [] : [`--confirm-amount ${amount}`]),
    ...(seenLater === 0 ? [] : [`--seen-later ${seenLater}`]),
    ...(byAnother ? ['--as NAME'] : as === undefined ? [] : [asFlag(as)]),
  ].join(' ');
