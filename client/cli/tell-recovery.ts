// What `effects reconcile --all` did for a store that was older than its anchor, and what no command can bring back.
import { z } from 'zod';
import { amountText } from './amount-text';
import type { Report } from './report';

const pointSchema = z.object({ seq: z.int(), hash: z.string() });

export const recoverySchema = z.object({
  oldAnchor: pointSchema.nullable(),
  anchor: pointSchema,
  keptAs: z.string().nullable(),
  adopted: z.array(
    z.object({ effectKey: z.string(), chargeId: z.string(), amountMinor: z.int(), currency: z.string() }),
  ),
});
type Recovery = z.infer<typeof recoverySchema>;

const LOST =
  'what the newer store held besides is lost: decisions, vetoes, holds, day caps. Set holds again before the workers start, ' +
  'and reject again what had been rejected.';

/** The entries' own report, with what was adopted before it; a program reads `recovery`. */
export const tellRecovery = (report: Report, recovery: Recovery): Report => {
  const { oldAnchor, anchor, keptAs, adopted } = recovery;
  const was = oldAnchor === null ? 'an anchor that cannot be read' : `the anchor of row ${oldAnchor.seq}`;
  return {
    ...report,
    body: { ...report.body, recovery: { ...recovery, lost: ['decisions', 'vetoes', 'holds', 'dayCaps'] } },
    lines: [
      ...adopted.map(
        (entry) => `adopted ${amountText(entry) ?? ''} charge ${entry.chargeId} key ${entry.effectKey.slice(0, 16)}`,
      ),
      `${adopted.length} of the gateway's charges adopted; ${was} is replaced by row ${anchor.seq}, claims are possible again`,
      ...(keptAs === null ? [] : [`the old anchor is kept: ${keptAs}`]),
      LOST,
      ...report.lines,
    ],
    next: [...(report.next ?? []), 'turnkeep effects verify'],
  };
};
