import { remainingMs } from '../core/loop-governor/loop-state';
import { movesMoneyNext } from '../core/moves/run-state';
import { waitingOf } from '../core/moves/waiting-for';
import type { Cell } from './cell';
import type { RunStatusView } from './messages';

export const viewOf = (cell: Cell, nowMs: number): RunStatusView => {
  const { s } = cell;
  return {
    turnKey: s.turn.turnKey,
    status: s.status,
    node: s.node,
    step: s.loop.step,
    modelCalls: s.loop.modelCalls,
    move: s.move,
    remainingMs: remainingMs(s.loop, nowMs),
    modelLabel: s.settings.model.label,
    waiting: waitingOf(s),
    reviews: Object.values(s.desk.requests),
    ignoredDecisions: { total: s.desk.ignored.total, last: s.desk.ignored.last.at(-1)?.why ?? null },
    effects: s.effects,
    verdict: s.verdict,
    stop: s.stop,
    park: s.park,
    movesMoneyNext: movesMoneyNext(s),
    resumeRefused: cell.resumeRefused,
    tokens: { committed: s.loop.tokens.committed, reserved: s.loop.tokens.reserved, limit: s.loop.limits.tokensMax },
    costMicro: { ...s.loop.costMicro, limit: s.loop.limits.costMicroMax },
    renewals: s.renewals,
    resumes: s.resumes,
    ...(s.inbox === undefined ? {} : { inbox: { ...s.inbox, waiting: s.inbox.waiting.map(({ noteRef }) => noteRef) } }),
  };
};
