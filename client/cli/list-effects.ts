import { selectEffects, toEffectRow } from '../../stores/effect-ledger';
import { amountText } from './amount-text';
import { refuseInput } from './input-error';
import { optionText, type Invocation, type Report } from './report';
import { showTime } from './show-time';
import { drawTable } from './table';
import { withRecords } from './with-client';

const states = ['started', 'done', 'refused', 'unknown'] as const;

const stateOf = (call: Invocation): (typeof states)[number] | undefined => {
  const text = optionText(call, 'state');
  if (text === undefined) return undefined;
  const state = states.find((one) => one === text);
  return state ?? refuseInput('USAGE', `--state: expected ${states.join(', ')}, got ${JSON.stringify(text)}`);
};

const EFFECTS_MAX = 500;

export const listEffectsCommand = async (call: Invocation): Promise<Report> => {
  const state = stateOf(call);
  const caseId = optionText(call, 'case');
  const filter = {
    limit: EFFECTS_MAX,
    ...(state === undefined ? {} : { states: [state] }),
    ...(caseId === undefined ? {} : { caseId }),
  };
  return withRecords(call, async ({ store }) => {
    const effects = (await store.db.read((query) => selectEffects(query, filter))).map(toEffectRow);
    const rows = effects.map((effect) => [
      showTime(effect.changedMs),
      effect.state,
      amountText(effect) ?? '-',
      effect.tool,
      effect.reviewId ?? effect.allowedBy,
      String(effect.attempt),
      effect.turnKey,
    ]);
    const isOpen = effects.some((effect) => effect.state === 'unknown');
    return {
      body: { effects },
      lines:
        rows.length === 0
          ? ['no ledger entries']
          : drawTable(['CHANGED', 'STATE', 'AMOUNT', 'ACTION', 'ALLOWED BY', 'ATTEMPT', 'RUN'], rows),
      next: isOpen ? ['turnkeep effects reconcile'] : [],
    };
  });
};
