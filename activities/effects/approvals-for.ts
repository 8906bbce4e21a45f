import type { AgentKit } from '../../core/moves/agent-kit';

/**
 * How many different persons must approve: by what the order would have come to with this, so that a sum asked for in parts needs
 * the same hands as the whole.
 */
export const approvalsFor = (
  kit: AgentKit,
  { amountMinor, currency }: { readonly amountMinor: number | null; readonly currency: string | null },
  takenMinor: number,
): 1 | 2 => kit.review?.approvalsNeeded(amountMinor === null ? null : amountMinor + takenMinor, currency) ?? 1;
