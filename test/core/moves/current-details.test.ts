// What somebody reads who has nothing but Temporal's own web UI, and what they paste from there.
import { SUPPORT_LIMITS } from '../../../agents/support/limits';
import { supportAgent } from '../../../agents/support/state';
import { ignoredReasons, reduceDecision } from '../../../core/human-review/review-desk';
import type { ReviewRequest } from '../../../core/human-review/review-request';
import type { TurnInput } from '../../../core/moves/activity-shapes';
import { renderDetails } from '../../../core/moves/current-details';
import { takeMessage } from '../../../core/moves/inbox';
import type { RunState } from '../../../core/moves/run-state';

const SUBJECT = 'olivia_ito_3591';
const OPENED_MS = Date.UTC(2026, 10, 29, 14, 5, 9);
const DAY_MS = 86_400_000;

const input: TurnInput = {
  version: 1,
  turn: {
    agent: 'support',
    caseId: 'c_1',
    turn: 1,
    turnKey: 'support/c_1/1',
    rootTurnKey: 'support/c_1/1',
    branch: 'main',
  },
  subject: SUBJECT,
  head: { address: 'a', depth: 1, bytes: 1, tokensUpper: 1 },
  settings: {
    limits: SUPPORT_LIMITS,
    model: { backend: 'offline', label: 'offline', price: null },
    prompt: 'support@1',
    promptTokensUpper: 1,
    guardAttemptsMax: 3,
    reviewExpiryMs: DAY_MS,
    atReviewExpiry: 'stayPending',
    requireSignatures: false,
    startedBy: 'ulf',
    rules: 2,
  },
};
const reviewIdOf = (n: number): string => `rv_${n.toString(16).padStart(16, '0')}`;
const request = (n: number, change: Partial<ReviewRequest> = {}): ReviewRequest => ({
  reviewId: reviewIdOf(n),
  round: 1,
  callId: 'f'.repeat(16),
  tool: 'process_refund',
  actionHash: 'ab'.repeat(32),
  rulesDigest: 'r',
  rule: 'gatekeeper.overLimit',
  amountMinor: 20_775,
  currency: 'USD',
  openedAtMs: OPENED_MS,
  dueAtMs: OPENED_MS + n * DAY_MS,
  expiresAtMs: null,
  state: 'pending',
  decision: null,
  seq: 0,
  ...change,
});
const deskOf = (...requests: readonly ReviewRequest[]): RunState['desk'] => ({
  requests: Object.fromEntries(requests.map((each) => [each.reviewId, each])),
  decided: 0,
  ignored: { total: 0, last: [] },
});
const stateWith = (change: Partial<RunState>): RunState => ({ ...supportAgent.initial(input, 0), ...change });
const waiting = (...requests: readonly ReviewRequest[]): RunState =>
  stateWith({ status: 'interrupted', node: 'review', desk: deskOf(...requests) });
/** Of a table: what stands beside the name. */
const cellOf = (details: string, name: string): string | undefined =>
  details
    .split('\n')
    .find((line) => line.startsWith(`| ${name} | `))
    ?.slice(`| ${name} | `.length, -' |'.length);
const blocksOf = (details: string, language: string): readonly string[] =>
  [...details.matchAll(new RegExp(`\`\`\`${language}\n([^\`]*)\n\`\`\``, 'g'))].map(([, text = '']) => text);
const fillIn = (text: string): string => text.replace('YOUR-NAME', 'ana').replace('CODE', 'photo-seen');
const answerTo = (state: RunState, raw: unknown) =>
  reduceDecision(state.desk, raw, {
    nowMs: OPENED_MS + 1,
    turnKey: state.turn.turnKey,
    requireSignatures: state.settings.requireSignatures,
    causedBy: [SUBJECT, 'ulf'],
  });

describe('the case', () => {
  test('a run that has just begun -> every figure, and nothing that waits', () => {
    const details = renderDetails(stateWith({}));
    expect(cellOf(details, 'status')).toBe('**running**');
    expect(cellOf(details, 'waits for')).toBe('nothing');
    expect(cellOf(details, 'step')).toBe('0 (0 model calls, 0 moves)');
    expect(cellOf(details, 'model')).toBe('`offline`');
    expect(cellOf(details, 'last verdict')).toBe('none');
    expect(cellOf(details, 'tokens')).toBe(`0 used, 0 reserved, of ${SUPPORT_LIMITS.tokensMax}`);
    expect(cellOf(details, 'effects')).toBe('none');
    expect(cellOf(details, 'agent, case, turn')).toBe('`support`, `c_1`, 1');
    expect(cellOf(details, 'continued as new')).toBeUndefined();
    expect(blocksOf(details, 'json')).toEqual([]);
  });

  test('verdict, effect, unread message, chain -> a cell each', () => {
    const details = renderDetails(
      stateWith({
        verdict: { kind: 'finalize', by: 'step_cap', value: 8, limit: 8 },
        effects: [
          {
            callId: 'c',
            tool: 'process_refund',
            effectKey: 'e'.repeat(64),
            kind: 'unknown',
            amountMinor: 5_201,
            currency: 'USD',
          },
        ],
        inbox: takeMessage(undefined, { noteRef: 'a'.repeat(64), bytes: 3, tokensUpper: 4 }),
        renewals: 2,
        resumes: 1,
      }),
    );
    expect(cellOf(details, 'last verdict')).toBe('finalize by `step_cap`, 8 of 8');
    expect(cellOf(details, 'effects')).toBe('`process_refund` USD 52.01 **unknown** `eeeeeeeeeeeeeeee`…');
    expect(cellOf(details, 'customer wrote again')).toBe('1 not read by the model yet');
    expect(cellOf(details, 'continued as new')).toBe('2 for length, 1 resumed');
  });

  test('parked before money moves -> the command that lets it go on says so', () => {
    const parked = { status: 'failed_resumable', node: 'send', cause: 'gateway.unreachable', atMs: OPENED_MS } as const;
    const queue = [{ callId: 'c', tag: 'movesMoney', stage: 'send', judged: null }] as unknown as RunState['queue'];
    const details = renderDetails(stateWith({ status: 'failed_resumable', park: parked, queue }));
    expect(details).toContain(
      'Parked at `send` since 2026-11-29 14:05:09 UTC, cause `gateway.unreachable`. To let it go on:',
    );
    expect(blocksOf(details, 'sh')).toEqual(['turnkeep run resume support/c_1/1 --money --as NAME']);
    expect(cellOf(details, 'waits for')).toBe('money, since 2026-11-29 14:05:09 UTC');
    const harmless = renderDetails(stateWith({ status: 'failed_resumable', park: parked }));
    expect(blocksOf(harmless, 'sh')).toEqual(['turnkeep run resume support/c_1/1']);
  });
});

describe('a review that waits', () => {
  test('-> amount first, then tool, rule, round, approvals, when it is due', () => {
    const first = request(1, { approvalsNeeded: 2, round: 3 });
    const details = renderDetails(waiting(first));
    expect(details).toContain('### USD 207.75: `process_refund` waits for a person');
    expect(cellOf(details, 'waits for')).toBe(
      `review \`${first.reviewId}\`, since 2026-11-29 14:05:09 UTC, due 2026-11-30 14:05:09 UTC`,
    );
    expect(cellOf(details, 'amount')).toBe('**USD 207.75**');
    expect(cellOf(details, 'asked by rule')).toBe('`gatekeeper.overLimit`');
    expect(cellOf(details, 'round')).toBe('3');
    expect(cellOf(details, 'approvals')).toBe('0 of 2 needed');
    expect(cellOf(details, 'due')).toContain('it waits on after that, and nothing is approved by waiting');
  });

  test('several -> the one due first stands first; what was decided stands nowhere', () => {
    const details = renderDetails(waiting(request(3), request(1), request(2, { state: 'acted' })));
    expect([...details.matchAll(/\| review \| `(\w+)`/g)].map(([, id]) => id)).toEqual([reviewIdOf(1), reviewIdOf(3)]);
  });

  test('pasted as printed -> ignored; with name and reason filled in -> counts', () => {
    const state = waiting(request(1));
    const [approve = '', reject = ''] = blocksOf(renderDetails(state), 'json');
    for (const text of [approve, reject])
      expect(answerTo(state, JSON.parse(text)).answer).toEqual({ kind: 'ignored', why: 'malformed' });
    const approved = answerTo(state, JSON.parse(fillIn(approve)));
    expect(approved.answer).toEqual({ kind: 'counted', authenticated: 'unverified' });
    expect(approved.desk.requests[reviewIdOf(1)]).toMatchObject({ state: 'approved', decision: { by: 'ana' } });
    const rejected = answerTo(state, JSON.parse(fillIn(reject)));
    expect(rejected.desk.requests[reviewIdOf(1)]).toMatchObject({ state: 'rejected' });
  });

  test('the line for a terminal -> names run and signal, and holds the same decision', () => {
    const details = renderDetails(waiting(request(1)), { namespace: 'money' });
    const [line = ''] = blocksOf(details, 'sh');
    const [, input] =
      /^temporal workflow signal --namespace money -w support\/c_1\/1 --name reviewDecision --input '(.*)'$/.exec(
        line,
      ) ?? ['', ''];
    expect(JSON.parse(input)).toEqual(JSON.parse(blocksOf(details, 'json')[0] ?? ''));
    expect(blocksOf(renderDetails(waiting(request(1))), 'sh')[0]).not.toContain('--namespace');
  });

  test('no money moves -> no amount to confirm, and the decision counts', () => {
    const state = waiting(request(1, { amountMinor: null, currency: null, tool: 'update_address' }));
    const details = renderDetails(state);
    expect(details).toContain('### No money moves: `update_address` waits for a person');
    const [approve = ''] = blocksOf(details, 'json');
    expect(approve).not.toContain('confirmAmount');
    expect(answerTo(state, JSON.parse(fillIn(approve))).answer).toEqual({
      kind: 'counted',
      authenticated: 'unverified',
    });
  });

  test('a currency nobody knows -> shown in minor units, never thrown', () => {
    const details = renderDetails(waiting(request(1, { currency: 'XXQ' })));
    expect(cellOf(details, 'amount')).toBe('**20775 minor units of `XXQ`**');
    expect(blocksOf(details, 'json')[0]).not.toContain('confirmAmount');
  });

  test('signatures are required -> nothing to paste for money, all the same for what moves none', () => {
    const settings = { ...input.settings, requireSignatures: true };
    const signed = renderDetails({ ...waiting(request(1)), settings });
    expect(signed).toContain('Only a signed decision counts here.');
    expect([...blocksOf(signed, 'json'), ...blocksOf(signed, 'sh')]).toEqual([
      `turnkeep review show ${reviewIdOf(1)}\n` +
        `turnkeep review approve ${reviewIdOf(1)} --round 1 --reason CODE --confirm-amount 207.75 --as NAME`,
    ]);
    expect(signed).toContain('With `--print-signal` that command sends nothing');
    const plain = renderDetails({ ...waiting(request(1, { amountMinor: null, currency: null })), settings });
    expect(blocksOf(plain, 'json')).toHaveLength(2);
  });

  test('thirty at once -> ten, the rest counted, below the 20,000 bytes a server keeps', () => {
    const many = Array.from({ length: 30 }, (_, n) => request(n + 1, { approvalsNeeded: 2 }));
    const state = waiting(...many);
    const last = ignoredReasons.map((why) => ({ why, reviewId: null, atMs: OPENED_MS }));
    const details = renderDetails({ ...state, desk: { ...state.desk, ignored: { total: 400, last } } });
    expect(details.match(/^### USD/gm)).toHaveLength(10);
    expect(details).toContain('And 20 more that wait: `turnkeep run show support/c_1/1`.');
    expect(Buffer.byteLength(details)).toBeLessThan(20_000);
  });
});

describe('decisions that did not count', () => {
  test.each(ignoredReasons)('%s -> told with what to do about it', (why) => {
    const state = waiting(request(1));
    const desk = { ...state.desk, ignored: { total: 1, last: [{ why, reviewId: null, atMs: OPENED_MS }] } };
    const line = cellOf(renderDetails({ ...state, desk }), '2026-11-29 14:05:09 UTC') ?? '';
    expect(line).toMatch(new RegExp(`^\\*\\*${why}\\*\\*: .{20,}`));
  });

  test('more than three -> the newest three, newest first, and how many in all', () => {
    const state = waiting(request(1));
    const last = (['malformed', 'wrongRound', 'staleAction', 'wrongAmount'] as const).map((why, n) => ({
      why,
      reviewId: null,
      atMs: OPENED_MS + n * 1000,
    }));
    const details = renderDetails({ ...state, desk: { ...state.desk, ignored: { total: 9, last } } });
    expect(details).toContain('### Decisions that did not count: 9');
    expect([...details.matchAll(/\*\*(\w+)\*\*: /g)].map(([, why]) => why)).toEqual([
      'wrongAmount',
      'staleAction',
      'wrongRound',
    ]);
  });
});

describe('what may not stand there', () => {
  test('customer, who started, notes, names of approvers -> nowhere', () => {
    const given = {
      decision: 'approve',
      by: 'first-approver',
      authenticated: 'unverified',
      surface: 'signal',
      reasonCode: 'secret-code',
      note: 'words of a person',
      noteRef: null,
      decidedAtMs: OPENED_MS,
      claimedAtMs: null,
      signature: null,
      keyId: null,
      unsealed: true,
    } as const;
    const details = renderDetails({
      ...waiting(request(1, { approvalsNeeded: 2, approvals: [given] })),
      stop: { by: 'stopper', reasonRef: 'address', atMs: OPENED_MS },
    });
    expect(cellOf(details, 'approvals')).toBe('1 of 2 needed');
    for (const name of [SUBJECT, 'ulf', given.by, given.note, given.reasonCode, 'stopper'])
      expect(details).not.toContain(name);
  });

  test('marks in what should be a code -> they end neither cell nor code, and no markup comes of them', () => {
    const hostile = 'x` | <img src=a onerror=b> [y](http://z) \n# head ```';
    const details = renderDetails(waiting(request(1, { tool: hostile, rule: hostile })));
    expect(details).not.toMatch(/[<>[\]]/);
    expect(details.match(/^#+ /gm)).toEqual(['### ']);
    expect(cellOf(details, 'asked by rule')).toBe('`x? ? ?img src=a onerror=b? ?y?(http://z) ?# head ???`');
  });
});
