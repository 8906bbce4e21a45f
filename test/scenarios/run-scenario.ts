// The synchronous twin of workflows/drive-graph.ts and its life cycle: the same table, rules and governor, with the story in the
// place of Temporal. A run goes on until it needs an answer; the next line of the script gives it. `model`, `tool`, `judge` and
// `effect` are always told; opening, recording, delivering and establishing answer by themselves. What happens between lines
// (`decide`, `stop`, `resume`, `clock`, `crash`, `renew`) meets a call in flight, a wait or a parked run, wherever the run stands;
// with `meanwhile` in front it meets a call that answers by itself.
import { supportAgent } from '../../agents/support/state';
import { SUPPORT_LIMITS } from '../../agents/support/limits';
import { follow, nodeAt } from '../../core/graph/follow';
import { reduceDecision } from '../../core/human-review/review-desk';
import { governor } from '../../core/loop-governor/governor';
import { addTime, bumpReadVersion, deadlineAtMs, pauseClock, startClock } from '../../core/loop-governor/loop-state';
import type { Verdict } from '../../core/loop-governor/verdict';
import type { OpenReviewArg, RunSettings, TurnInput } from '../../core/moves/activity-shapes';
import type { ActivityName, Call, EffectRule, Outcome } from '../../core/moves/agent';
import {
  abandonCall,
  askGovernor,
  foldEvolved,
  graphOf,
  leaveByVerdict,
  type DrivenAgent,
} from '../../core/moves/drive-state';
import { takeMessage } from '../../core/moves/inbox';
import {
  assertCarriable,
  carriedStateSchema,
  movesMoneyNext,
  type Park,
  type RunState,
} from '../../core/moves/run-state';
import { readDuration, type Story, type StoryLine } from './read-story';
import { effectAnswer, judgeAnswer, modelAnswer, openAnswer, recordAnswer, toolAnswer } from './story-answers';
import { dispatchText, endText, moveText, statusText } from './trace';

type Rule = EffectRule<RunState, string, never>;
type Exit =
  { kind: 'ended'; outcome: string } | { kind: 'parked'; status: Park['status']; cause: string } | { kind: 'toldOut' };

/** The script has no more lines and the run waits for one: the story ends here. */
class ToldOut extends Error {}
/** A call in flight was cut off. */
class CutOff extends Error {
  constructor(readonly why: string) {
    super(why);
  }
}
class VerdictOnAction extends Error {
  constructor(readonly verdict: Verdict) {
    super(verdict.by);
  }
}

const agent = supportAgent as unknown as DrivenAgent & typeof supportAgent;
const eventWords = new Set(['decide', 'clock', 'crash', 'stop', 'resume', 'renew', 'signal', 'message']);

/** Plays the story and returns its trace. Throws when script and run do not fit each other. */
export const runScenario = (story: Story): string => new Scenario(story.script).run();

class Scenario {
  private readonly trace: string[] = [];
  /** Effect keys in the order of their first review: rv1, rv2, … */
  private readonly reviewed: string[] = [];
  private readonly approvals: number;
  private next = 0;
  private nowMs = 0;
  private stopAsked = false;
  private resume: { money: boolean; addTimeMs: number } | null = null;
  private s: RunState;

  constructor(private readonly script: readonly StoryLine[]) {
    const settings = this.takeSettings();
    this.approvals = Number(
      settings.find(({ options }) => options['approvals'] !== undefined)?.options['approvals'] ?? 1,
    );
    this.s = agent.initial(inputOf(settings), 0);
  }

  run(): string {
    try {
      for (;;) {
        const exit = this.drive();
        if (exit.kind === 'ended') {
          this.s = { ...this.s, status: 'completed', loop: pauseClock(this.s.loop, this.nowMs) };
          this.say(`= completed, ${exit.outcome}`);
          break;
        }
        if (exit.kind === 'parked') this.park(exit.status, exit.cause);
      }
    } catch (error) {
      if (!(error instanceof ToldOut)) throw error;
      this.say('(the story ends here)');
    }
    const left = this.script[this.next];
    if (left !== undefined)
      throw new Error(`line ${left.number} is never reached: ${left.text}\n${this.trace.join('\n')}`);
    this.say(endText(this.s, this.nowMs));
    return this.trace.join('\n');
  }

  private takeSettings(): readonly StoryLine[] {
    const lines = this.script.filter(({ words }) => words[0] === 'limits' || words[0] === 'settings');
    this.next = lines.length;
    return lines;
  }

  /** One review an effect, whatever the round. */
  private reviewOf({ judged }: OpenReviewArg): number {
    if (!this.reviewed.includes(judged.effectKey)) this.reviewed.push(judged.effectKey);
    return 1 + this.reviewed.indexOf(judged.effectKey);
  }

  private say(line: string): void {
    this.trace.push(line);
  }

  // ---- workflows/drive-graph.ts
  private drive(): Exit {
    for (;;) {
      const node = nodeAt(graphOf(agent, this.s), this.s.node);
      if ('ends' in node) return { kind: 'ended', outcome: node.ends };
      if (this.stopAsked) return { kind: 'parked', status: 'cancelled', cause: 'stop' };
      const rule = agent.effects[node.does as keyof typeof agent.effects] as unknown as Rule;
      try {
        const parked = this.makeMove(rule);
        if (parked !== null) return parked;
      } catch (failure) {
        if (failure instanceof VerdictOnAction) this.leave(failure.verdict);
        else if (failure instanceof CutOff) return this.giveUp(rule, failure.why);
        else throw failure;
      }
    }
  }

  private makeMove(rule: Rule): Exit | null {
    const asked = askGovernor(this.s, { governor, rule, nowMs: this.nowMs });
    this.s = asked.state;
    if (asked.verdict.kind !== 'continue') {
      this.leave(asked.verdict);
      return null;
    }
    const command = rule.plan(this.s, this.nowMs);
    if (command.kind === 'wait') this.wait(rule);
    const outcomes = command.kind === 'calls' ? this.perform(rule, command.calls) : [];
    const evolved = rule.evolve(this.s, outcomes as never, this.nowMs);
    this.s = foldEvolved(this.s, evolved, { governor, nowMs: this.nowMs, asked: asked.state.loop });
    this.tellMoves();
    if ('park' in evolved) return { kind: 'parked', status: 'failed_resumable', cause: evolved.park };
    this.s = { ...this.s, node: follow(graphOf(agent, this.s), this.s.node, evolved.event) };
    return null;
  }

  private leave(verdict: Verdict): void {
    this.s = leaveByVerdict(graphOf(agent, this.s), this.s, { verdict, nowMs: this.nowMs });
    this.tellMoves();
  }

  private giveUp(rule: Rule, cause: string): Exit {
    if (rule.opensStep !== undefined) this.s = abandonCall(this.s, rule, cause);
    return cause === 'stop'
      ? { kind: 'parked', status: 'cancelled', cause }
      : { kind: 'parked', status: 'failed_resumable', cause };
  }

  /** Told moves are recorded ones. */
  private tellMoves(): void {
    for (const line of this.s.unrecorded) this.say(moveText(line));
    this.s = { ...this.s, unrecorded: [] };
  }

  // ---- workflows/perform-command.ts
  private perform(rule: Rule, calls: readonly Call[]): readonly Outcome<unknown>[] {
    const admitted = calls.map((call) => ({ call, suppressed: this.admit(call) }));
    for (const { call, suppressed } of admitted)
      if (suppressed === null && call.activity !== null) this.dispatch(call, call.activity);
    return admitted.map(({ call, suppressed }): Outcome<unknown> => {
      if (suppressed !== null) return { kind: 'suppressed', verdict: suppressed };
      if (call.activity === null) return { kind: 'admitted' };
      return { kind: 'returned', value: this.answer(rule, call.activity, call.arg) };
    });
  }

  private admit({ action }: Call): Verdict | null {
    if (action === undefined) return null;
    const asked = governor.beforeAction(this.s.loop, action, this.nowMs);
    this.s = { ...this.s, loop: asked.state };
    if (asked.verdict.kind === 'continue') return null;
    if (asked.verdict.kind === 'suppress') return asked.verdict;
    throw new VerdictOnAction(asked.verdict);
  }

  private dispatch(call: Call, activity: ActivityName): void {
    if (call.delayMs !== undefined && call.delayMs > 0) {
      this.nowMs += call.delayMs;
      this.say(`  (after ${call.delayMs} ms)`);
    }
    const deadline = deadlineAtMs(this.s.loop, this.nowMs);
    this.say(dispatchText(activity, { ...(call.arg as object), deadlineAtMs: deadline }));
  }

  /** What happens while the call is in flight comes first; an effect in flight is awaited, whatever happens. */
  private answer(rule: Rule, activity: ActivityName, arg: unknown): unknown {
    const answersItself =
      activity !== 'callModel' && activity !== 'runTool' && activity !== 'judgeAction' && activity !== 'performEffect';
    for (let line = this.peek(); line !== undefined && isEvent(line); line = this.peek()) {
      if (answersItself && !line.meanwhile) break;
      this.happen(line);
      if (this.stopAsked && rule.door !== 'effect') throw new CutOff('stop');
    }
    const line = this.peek();
    if (line?.words[0] === 'fails' && (line.meanwhile || !answersItself)) {
      this.next += 1;
      throw new CutOff(line.words[1] ?? 'unknown');
    }
    return answersItself ? this.ownAnswer(activity, arg) : this.toldAnswer(activity, arg);
  }

  private toldAnswer(activity: ActivityName, arg: unknown): unknown {
    const line = this.peek();
    if (line === undefined) throw new ToldOut();
    const answers: Partial<Record<ActivityName, (told: StoryLine, arg: never) => unknown>> = {
      callModel: modelAnswer,
      runTool: toolAnswer,
      judgeAction: judgeAnswer,
      performEffect: effectAnswer,
    };
    const value = answers[activity]?.(line, arg as never);
    if (value === undefined)
      throw new Error(
        `line ${line.number}: the run waits for ${activity}, not for: ${line.text}\n${this.trace.join('\n')}`,
      );
    this.next += 1;
    return value;
  }

  private ownAnswer(activity: ActivityName, arg: unknown): unknown {
    const line = this.peek();
    if (activity === 'establish') {
      if (line?.text !== 'nobody is there') return { kind: 'established' };
      this.next += 1;
      return { kind: 'unknownSubject' };
    }
    if (activity === 'openReview') {
      return openAnswer(this.reviewOf(arg as OpenReviewArg), arg as never, {
        nowMs: this.nowMs,
        approvals: this.approvals,
      });
    }
    if (activity === 'recordDecision') {
      const told = line?.words[0] === 'recorded' ? line : undefined;
      if (told !== undefined) this.next += 1;
      return recordAnswer(told, arg as never);
    }
    if (activity === 'deliverInterim') return { interimRef: 'interim' };
    const { inbox } = arg as { inbox?: readonly unknown[] };
    return { head: this.s.head, replyRef: 'reply', ...(inbox === undefined ? {} : { inboxTaken: inbox.length }) };
  }

  // ---- workflows/life-cycle.ts
  private wait(rule: Rule): void {
    const ready = (): boolean => rule.isReady?.(this.s, this.nowMs) === true;
    if (!ready() && this.s.status !== 'interrupted') {
      this.s = { ...this.s, status: 'interrupted', loop: pauseClock(this.s.loop, this.nowMs) };
      this.say(statusText(this.s, this.nowMs));
    }
    while (!ready()) {
      this.happen(this.takeEvent());
      if (this.stopAsked) throw new CutOff('stop');
    }
    if (this.s.status === 'running') return;
    this.s = { ...this.s, status: 'running', loop: bumpReadVersion(startClock(this.s.loop, this.nowMs)) };
    this.say(statusText(this.s, this.nowMs));
  }

  private park(status: Park['status'], cause: string): void {
    this.s = {
      ...this.s,
      status,
      park: { status, node: this.s.node, cause, atMs: this.nowMs },
      loop: pauseClock(this.s.loop, this.nowMs),
    };
    this.resume = null;
    this.say(statusText(this.s, this.nowMs));
    const { addTimeMs } = this.untilResumed();
    const loop = bumpReadVersion(addTimeMs > 0 ? addTime(this.s.loop, addTimeMs) : this.s.loop);
    this.stopAsked = false;
    this.s = {
      ...this.s,
      status: 'running',
      park: null,
      stop: null,
      loop: startClock(loop, this.nowMs),
      resumes: this.s.resumes + 1,
    };
    this.carryOver();
    this.say(statusText(this.s, this.nowMs));
    this.say(dispatchText('establish', { why: 'resume' }));
  }

  private untilResumed(): { addTimeMs: number } {
    for (;;) {
      if (this.resume !== null) return this.resume;
      this.happen(this.takeEvent());
    }
  }

  // ---- what happens
  private peek(): StoryLine | undefined {
    return this.script[this.next];
  }

  private takeEvent(): StoryLine {
    const line = this.peek();
    if (line === undefined) throw new ToldOut();
    if (!isEvent(line))
      throw new Error(
        `line ${line.number}: the run stands at ${this.s.node} and takes no answer: ${line.text}\n${this.trace.join('\n')}`,
      );
    return line;
  }

  private happen(line: StoryLine): void {
    this.next += 1;
    this.say(`! ${line.text}${this.reactTo(line)}`);
  }

  private reactTo(line: StoryLine): string {
    switch (line.words[0] ?? '') {
      case 'clock':
        this.nowMs += readDuration(line.words[1] ?? '');
        return '';
      case 'crash':
      case 'renew':
        this.carryOver();
        return '';
      case 'stop':
        if (this.s.park !== null) return ': stopped already';
        this.stopAsked = true;
        return '';
      case 'resume':
        return this.askResume(line);
      case 'message':
        return this.hear(line);
      case 'decide':
      case 'signal':
        return this.decide(line);
      default:
        throw new Error(`line ${line.number}: nothing happens by ${line.text}`);
    }
  }

  private askResume(line: StoryLine): string {
    const money = line.words.includes('money');
    if (this.s.park === null) return ': refused, notParked';
    if (movesMoneyNext(this.s) && !money) return ': refused, moneyNeedsPerson';
    this.resume = { money, addTimeMs: readDuration(line.options['add'] ?? '0s') };
    return '';
  }

  /** `message 1 [tokens=50]`: the customer's first further message; `message {…}`: whatever was signalled. */
  private hear({ text, words, options }: StoryLine): string {
    const noteRef = Number(words[1]).toString(16).padStart(64, '0');
    const raw: unknown = text.startsWith('message {')
      ? JSON.parse(text.slice('message '.length))
      : { noteRef, bytes: 20, tokensUpper: Number(options['tokens'] ?? 50) };
    const ignored = this.s.inbox?.ignored ?? 0;
    this.s = { ...this.s, inbox: takeMessage(this.s.inbox, raw) };
    return this.s.inbox?.ignored === ignored ? '' : ': ignored';
  }

  private decide(line: StoryLine): string {
    const raw =
      line.words[0] === 'signal' ? (JSON.parse(line.text.slice('signal '.length)) as unknown) : this.decisionOf(line);
    const { desk, answer } = reduceDecision(this.s.desk, raw, {
      nowMs: this.nowMs,
      turnKey: this.s.turn.turnKey,
      requireSignatures: this.s.settings.requireSignatures,
      causedBy: this.s.settings.startedBy === undefined ? undefined : [this.s.settings.startedBy, this.s.subject],
    });
    this.s = { ...this.s, desk };
    if (answer.kind === 'ignored') return `: ignored, ${answer.why}`;
    return answer.approvals === undefined
      ? ': counted'
      : `: counted, ${answer.approvals} of ${answer.approvalsNeeded ?? 1}`;
  }

  /** `decide rv1 approve by ana [round=2] [hash=other] [amount=42.50]`, `decide rv1 ask by ana`, `decide rv1 edit by ana to=args-2`. */
  private decisionOf({ words, options }: StoryLine): unknown {
    const [, reviewId = '', decision, , by = 'ana'] = words;
    return {
      reviewId,
      round: Number(options['round'] ?? this.s.desk.requests[reviewId]?.round ?? 1),
      actionHash: options['hash'] ?? this.s.desk.requests[reviewId]?.actionHash ?? 'none',
      decision,
      by,
      reasonCode: decision === 'approve' ? 'ok' : 'no',
      ...(options['amount'] === undefined ? {} : { confirmAmount: options['amount'] }),
      ...(decision === 'ask' ? { noteRef: 'question-1' } : {}),
      ...(options['to'] === undefined ? {} : { editRef: options['to'] }),
    };
  }

  /** What a new worker, a resume or a continue-as-new goes on from: the state as JSON, which must hold everything. */
  private carryOver(): void {
    assertCarriable(this.s);
    const carried = JSON.parse(JSON.stringify(this.s)) as RunState;
    expect(carried).toStrictEqual(this.s);
    expect(carriedStateSchema.safeParse(carried).error).toBeUndefined();
    this.s = carried;
  }
}

const isEvent = ({ words }: StoryLine): boolean => eventWords.has(words[0] ?? '');

const inputOf = (lines: readonly StoryLine[]): TurnInput => {
  const given = (word: string): Readonly<Record<string, string>> =>
    Object.assign({}, ...lines.filter(({ words }) => words[0] === word).map(({ options }) => options)) as Record<
      string,
      string
    >;
  const limits = Object.fromEntries(
    Object.entries(given('limits')).map(([name, value]) => [name, /^[\d.]+$/.test(value) ? Number(value) : value]),
  );
  const settings = given('settings');
  return {
    version: 1,
    turn: {
      agent: 'support',
      caseId: 'c_1',
      turn: 0,
      turnKey: 'support/c_1/0',
      rootTurnKey: 'support/c_1/0',
      branch: 'main',
    },
    subject: 'cust_1',
    head: { address: 'head-1', depth: 1, bytes: 200, tokensUpper: 200 },
    settings: {
      limits: { ...SUPPORT_LIMITS, ...limits },
      model: { backend: 'scripted', label: 'scripted', price: { inputMicroPerThousand: 0, outputMicroPerThousand: 0 } },
      prompt: 'support@1',
      promptTokensUpper: 300,
      guardAttemptsMax: 3,
      reviewExpiryMs: 24 * 3_600_000,
      atReviewExpiry: (settings['atReviewExpiry'] ?? 'stayPending') as RunSettings['atReviewExpiry'],
      requireSignatures: false,
      rules: Number(settings['rules'] ?? 2),
      ...(settings['startedBy'] === undefined ? {} : { startedBy: settings['startedBy'] }),
    },
  };
};
