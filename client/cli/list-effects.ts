import { selectEffects, toEffectRow } from '../../stores/effect-ledger';
import { listHolds } from '../../stores/holds';
import { knownCase } from '../known-case';
import { amountText } from './amount-text';
import { chooseValue } from './choose-value';
import { holdLines } from './hold-effects';
import { effectStates } from './known-values';
import { optionText, type Invocation, type Report } from './report';
import { showTime } from './show-time';
import { drawTable } from './table';
import { withRecordsOr } from './with-client';

const stateOf = (call: Invocation): (typeof effectStates)[number] | undefined => {
  const text = optionText(call, 'state');
  return text === undefined ? undefined : chooseValue('--state', text, effectStates);
};

const EFFECTS_MAX = 500;
/** An order stands here as a keyed digest: enough of it to see which entries are about the same one. */
const REF_CHARS = 12;

export const listEffectsCommand = async (call: Invocation): Promise<Report> => {
  const state = stateOf(call);
  const reference = optionText(call, 'case');
  return withRecordsOr(call, { body: { holds: [], effects: [] }, lines: [] }, async ({ store }) => {
    const filter = {
      limit: EFFECTS_MAX,
      ...(state === undefined ? {} : { states: [state] }),
      ...(reference === undefined ? {} : { caseId: await knownCase(store, reference) }),
    };
    const holds = await store.db.read(listHolds);
    const effects = (await store.db.read((query) => selectEffects(query, filter))).map(toEffectRow);
    const rows = effects.map((effect) => [
      showTime(effect.changedMs),
      effect.state,
      amountText(effect) ?? '-',
      effect.tool,
      effect.reviewId ?? effect.allowedBy,
      String(effect.attempt),
      effect.orderRef?.slice(0, REF_CHARS) ?? '-',
      effect.turnKey,
    ]);
    const isOpen = effects.some((effect) => effect.state === 'unknown');
    return {
      body: { holds, effects },
      lines: [
        ...holdLines(holds),
        ...(rows.length === 0
          ? ['no ledger entries']
          : drawTable(
              ['CHANGED', 'STATE', 'AMOUNT', 'ACTION', 'ALLOWED BY', 'ATTEMPT', 'ORDER REF', 'RUN (AGENT/CASE/TURN)'],
              rows,
              { droppable: ['ATTEMPT', 'ORDER REF', 'ALLOWED BY', 'CHANGED'] },
            )),
      ],
      next: isOpen ? ['turnkeep effects reconcile'] : [],
    };
  });
};
