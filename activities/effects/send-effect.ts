// The outside call, with no transaction open. Directly before it, lease and window are looked at again by a clock that does not
// jump: a process that was stopped between its claim and its call must not send what another attempt may be sending by now.
// Too late: nothing is sent.
import { decideSend } from '../../core/effects/ledger-rules';
import type { AgentTools, OutsideAnswer } from '../tools/tool-port';
import type { ClaimedAttempt } from './claim-effect';
import { reach } from './effect-deps';
import type { EffectDeps } from './effect-deps';
import { withOutsideCode } from './outside-code';
import type { SealedCall } from './sealed-call';

type EffectTool = AgentTools['effects'][string];

/** Time since a moment, by the larger of two clocks: the steady one stands still while a machine sleeps, the other may be set back. */
export interface Stopwatch {
  elapsedMs(): number;
}

export function startStopwatch(): Stopwatch {
  const steady = performance.now();
  const wall = Date.now();
  return { elapsedMs: () => Math.max(performance.now() - steady, Date.now() - wall) };
}

export interface SendAsk {
  readonly effect: EffectTool;
  readonly call: SealedCall;
  readonly attempt: ClaimedAttempt;
  readonly windowMs: number;
  /** Started before the claim, so that the lease is never thought longer than it is. */
  readonly sinceClaim: Stopwatch;
  readonly signal: AbortSignal;
}

/** Never throws for an answer or a lost one; a tool that throws left nobody knowing what it did. */
export async function sendEffect(deps: EffectDeps, ask: SendAsk): Promise<OutsideAnswer> {
  const { effect, attempt, call } = ask;
  await reach(deps, 'anchored');
  const verdict = decideSend({
    nowMs: attempt.nowMs + ask.sinceClaim.elapsedMs(),
    leaseUntilMs: attempt.leaseUntilMs,
    sendTimeoutMs: effect.sendTimeoutMs,
    resendOf: attempt.resend ? { firstStartedMs: attempt.row.firstStartedMs, windowMs: ask.windowMs } : null,
  });
  if (verdict !== 'send') return { kind: 'unknown', cause: `not_sent.${verdict}` };
  await reach(deps, 'fenced');
  try {
    const answer = await effect.send({
      outsideKey: attempt.row.outsideKey,
      orderRef: call.orderRef,
      amountMinor: attempt.row.amountMinor,
      currency: attempt.row.currency,
      args: call.args,
      facts: call.facts,
      deadlineAtMs: Date.now() + effect.sendTimeoutMs,
      signal: ask.signal,
    });
    return withOutsideCode(answer);
  } catch {
    return { kind: 'unknown', cause: 'tool.threw' };
  }
}

/** Asks the outside system what became of a key. Nothing found proves nothing, so it stays unknown. */
export async function lookUpEffect(
  effect: EffectTool,
  outsideKey: string,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  try {
    const found = await effect.lookUp(outsideKey, signal);
    return found.kind === 'none' ? { kind: 'unknown', cause: 'look_up.none' } : withOutsideCode(found);
  } catch {
    return { kind: 'unknown', cause: 'tool.threw' };
  }
}
