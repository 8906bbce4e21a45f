// The sources an action's sensitive arguments are looked for in: what the customer wrote, the records the policy judges by, what the rules
// derive from them; and, as untrusted, whatever tools brought into the conversation that is somebody's text.
import { leavesOf, traceArguments, worstOf, type Source, type Trace } from '../../core/effects/provenance';
import type { Facts } from '../../core/moves/agent-kit';
import type { ProposedAction } from './proposed-action';
import { toJudgeInput } from './weigh-action';

/** Every sensitive value of the action with where it stands. */
export const traceProvenance = (
  proposed: ProposedAction,
  { subject, facts }: { readonly subject: string; readonly facts: Facts },
): readonly Trace[] => {
  const { kit, tool, args } = proposed;
  const input = toJudgeInput(proposed, subject, facts);
  const sources: readonly Source[] = [
    ...proposed.customerMessages.map((text, index): Source => ({
      id: `customer#${index + 1}`,
      trusted: true,
      kind: 'words',
      text,
    })),
    { id: 'records', trusted: true, kind: 'values', values: leavesOf(facts) },
    { id: 'rules', trusted: true, kind: 'values', values: kit.derivedValues?.(input) ?? [] },
    ...proposed.outsideTexts.map(({ id, text }): Source => ({ id, trusted: false, kind: 'words', text })),
  ];
  return traceArguments(tool.sensitive ?? [], args, sources);
};

/** The rule by which a value of unknown or untrusted origin goes to a person; null when every value is trusted. */
export const provenanceRule = (traces: readonly Trace[]): string | null => {
  const worst = worstOf(traces);
  return worst === null ? null : `provenance.${worst.from}`;
};
