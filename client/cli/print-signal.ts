// A decision that is made and signed here and sent by somebody else's hands: the Temporal command line or its Web UI. Everything is
// checked as if it were sent from here; the run checks it again when it comes.
import type { DecideOptions, TurnkeepClient } from '../index';
import type { Report } from './report';
import { signalLine } from './signal-line';

/** `--print-signal`: nothing is sent, so nothing is decided yet. */
export const printSignal = async (client: TurnkeepClient, options: DecideOptions): Promise<Report> => {
  const { review, decision } = await client.review.prepare({ ...options, surface: 'signal' });
  const isSigned = decision.signature !== undefined;
  const signal = signalLine(client.context.settings, review.turnKey, decision);
  const counts = isSigned
    ? `signed with key ${decision.keyId ?? ''}: to be sent within 24 hours`
    : 'not signed: the run records it as unverified, or refuses it where decisions on money must be signed';
  return {
    body: {
      sent: false,
      signed: isSigned,
      keyId: decision.keyId ?? null,
      turnKey: review.turnKey,
      signalName: 'reviewDecision',
      decision,
      signal,
    },
    lines: [`nothing is decided yet; ${counts}`, '', signal],
    next: [`turnkeep review show ${review.reviewId}`],
  };
};
