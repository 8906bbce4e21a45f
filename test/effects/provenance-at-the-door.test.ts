// A sensitive value that no trusted source holds: the judgement asks a person, and so does the claim, whatever was judged before.
import { judgeAction } from '../../activities/effects/judge-action';
import { performEffect } from '../../activities/effects/perform-effect';
import type { EffectDeps } from '../../activities/effects/effect-deps';
import type { AgentKit } from '../../core/moves/agent-kit';
import { onBothDatabases } from '../stores/store-targets';
import { openLab, propose, type Lab } from './effect-lab';
import { createRefundKit } from './refund-agent';

onBothDatabases('provenance at the door', (make) => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab(make);
  });
  afterEach(() => lab.close());

  /** The till, with these arguments declared sensitive. */
  const tillWith = (sensitive: readonly string[]): EffectDeps => {
    const kit = createRefundKit(lab.worldPath);
    const tools = kit.tools.map((tool) => ({ ...tool, sensitive }));
    return lab.worker({ kits: (): AgentKit => ({ ...kit, tools }) });
  };
  const call = { signal: new AbortController().signal, lastAttempt: true };

  test('an amount the customer named -> allowed; a reason nobody gave -> a person is asked', async () => {
    const proposed = await propose(lab);
    expect(await judgeAction(tillWith(['amount']), proposed)).toMatchObject({ answer: 'allow', rule: 'till.small' });
    const other = await propose(lab, { order: 'W2', amount: '10.00' });
    expect(await judgeAction(tillWith(['reason_code']), other)).toMatchObject({
      answer: 'review',
      rule: 'provenance.nowhere',
    });
  });

  test('judged before the rule stood, claimed after -> the claim asks, nothing is sent', async () => {
    const proposed = await propose(lab);
    const judged = await judgeAction(lab.deps, proposed);
    expect(judged.answer).toBe('allow');
    const arg = { ...proposed, judged, review: null, step: 1 };
    expect(await performEffect(tillWith(['reason_code']), arg, call)).toMatchObject({
      kind: 'needsReview',
      rule: 'provenance.nowhere',
    });
    expect((await lab.gateway.ledger()).charges).toEqual([]);
  });
});
