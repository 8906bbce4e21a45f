// The case as Temporal's own web UI shows it: Markdown of codes, ids and figures, so that somebody with nothing but that page can
// follow a run and decide its reviews. Nobody's words stand in it and no customer's name: whoever may read those asks our own
// commands. It is made anew from the state, for it does not survive a continue-as-new.
import { approvalCommand } from '../human-review/approval-command';
import { amountToConfirm, bareDecision, bareSignal, NAME_TO_FILL, REASON_TO_FILL } from '../human-review/bare-decision';
import { sayIgnored } from '../human-review/ignored-reasons';
import { pendingRequests } from '../human-review/review-desk';
import type { ReviewRequest } from '../human-review/review-request';
import { fromMinor, isKnownCurrency } from '../kernel/money';
import { sayInstant } from '../kernel/utc-instant';
import type { EffectLine, VerdictLine, WaitingFor } from './activity-shapes';
import { waitingMessages } from './inbox';
import { movesMoneyNext, type RunState } from './run-state';
import { waitingOf } from './waiting-for';

type Row = readonly [name: string, value: string];

/** The server drops more than 20,000 bytes; a review takes about 1,400. */
const reviewsShown = 10;
const ignoredShown = 3;

/** What the page shows. `namespace` only where it is not Temporal's default. */
export const renderDetails = (state: RunState, place: { readonly namespace?: string } = {}): string => {
  const pending = [...pendingRequests(state.desk)].sort((a, b) => a.dueAtMs - b.dueAtMs);
  return [
    ...toTable(['case', ''], caseRows(state)),
    ...parkLines(state),
    ...pending.slice(0, reviewsShown).flatMap((request) => ['', ...reviewLines(state, request, place)]),
    ...moreLines(pending.length - reviewsShown, state),
    ...ignoredLines(state),
  ].join('\n');
};

const caseRows = (state: RunState): readonly Row[] => {
  const { turn, loop, settings } = state;
  return [
    ['status', `**${state.status}**`],
    ['waits for', waitingText(waitingOf(state))],
    ['node', code(state.node)],
    ['step', `${loop.step} (${loop.modelCalls} model calls, ${state.move} moves)`],
    ['model', code(settings.model.label)],
    ['last verdict', verdictText(state.verdict)],
    ['tokens', tokensText(state)],
    ['effects', state.effects.length === 0 ? 'none' : state.effects.map(effectText).join('<br>')],
    ...inboxRows(state),
    ['agent, case, turn', `${code(turn.agent)}, ${code(turn.caseId)}, ${turn.turn}`],
    ...continuedRows(state),
  ];
};

const inboxRows = (state: RunState): readonly Row[] => {
  const { length } = waitingMessages(state);
  return length === 0 ? [] : [['customer wrote again', `${length} not read by the model yet`]];
};

const continuedRows = ({ renewals, resumes }: RunState): readonly Row[] =>
  renewals + resumes === 0 ? [] : [['continued as new', `${renewals} for length, ${resumes} resumed`]];

const waitingText = (waiting: WaitingFor | null): string => {
  if (waiting === null) return 'nothing';
  const since = `since ${sayInstant(waiting.sinceMs)}`;
  if (waiting.kind !== 'review') return `${waiting.kind}, ${since}`;
  const due = waiting.dueMs === null ? '' : `, due ${sayInstant(waiting.dueMs)}`;
  return `review ${code(waiting.reviewId ?? '')}, ${since}${due}`;
};

const verdictText = (verdict: VerdictLine | null): string => {
  if (verdict === null) return 'none';
  const { kind, by, value, limit } = verdict;
  const figures = value === null || limit === null ? '' : `, ${value} of ${limit}`;
  return `${kind} by ${code(by)}${figures}`;
};

const tokensText = ({ loop: { tokens, limits } }: RunState): string =>
  `${tokens.committed} used, ${tokens.reserved} reserved, of ${limits.tokensMax}`;

const effectText = ({ tool, kind, effectKey, ...money }: EffectLine): string =>
  [code(tool), amountText(money), `**${kind}**`, digest(effectKey)].filter((part) => part !== '').join(' ');

interface Money {
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

/** Never throws: it is made in a workflow, where that would hold the run up for ever. */
const amountText = ({ amountMinor, currency }: Money): string => {
  if (amountMinor === null || currency === null) return '';
  return isKnownCurrency(currency)
    ? `${currency} ${fromMinor(amountMinor, currency)}`
    : `${amountMinor} minor units of ${code(currency)}`;
};

const parkLines = (state: RunState): readonly string[] => {
  const { park, turn } = state;
  if (park === null) return [];
  const money = movesMoneyNext(state) ? ' --money --as NAME' : '';
  return [
    '',
    `Parked at ${code(park.node)} since ${sayInstant(park.atMs)}, cause ${code(park.cause)}. To let it go on:`,
    ...block('sh', `turnkeep run resume ${turn.turnKey}${money}`),
  ];
};

const reviewLines = (state: RunState, request: ReviewRequest, place: { readonly namespace?: string }): string[] => [
  `### ${amountText(request) || 'No money moves'}: ${code(request.tool)} waits for a person`,
  '',
  ...toTable(['review', code(request.reviewId)], reviewRows(state, request)),
  '',
  ...(mustBeSigned(state, request) ? signedLines(request) : unsignedLines(state, request, place)),
];

const reviewRows = (state: RunState, request: ReviewRequest): readonly Row[] => {
  const judged = state.queue.find(({ callId }) => callId === request.callId)?.judged ?? null;
  return [
    ['amount', `**${amountText(request) || 'none'}**`],
    ['tool, call', `${code(request.tool)}, ${code(request.callId)}`],
    ['asked by rule', code(request.rule)],
    ['round', String(request.round)],
    ['approvals', `${request.approvals?.length ?? 0} of ${request.approvalsNeeded ?? 1} needed`],
    ['opened', sayInstant(request.openedAtMs)],
    ['due', dueText(request)],
    ['action hash', digest(request.actionHash)],
    ...(judged === null ? [] : [['ledger key', digest(judged.effectKey)] as const]),
  ];
};

const dueText = ({ dueAtMs, expiresAtMs }: ReviewRequest): string =>
  `${sayInstant(dueAtMs)}; ${expiresAtMs === null ? 'it waits on after that' : 'it expires then'}, and nothing is approved by waiting`;

const mustBeSigned = ({ settings }: RunState, { amountMinor }: ReviewRequest): boolean =>
  settings.requireSignatures && amountMinor !== null;

const signedLines = (request: ReviewRequest): readonly string[] => [
  'Only a signed decision counts here. Look at it, and decide where your key is:',
  ...block('sh', `turnkeep review show ${request.reviewId}\n${approveLine(request)}`),
  'With `--print-signal` that command sends nothing: it prints the signed signal, to be sent from here or from a terminal.',
];

const approveLine = (request: ReviewRequest): string =>
  approvalCommand({ ...request, amount: amountToConfirm(request), byAnother: true });

const unsignedLines = (
  { turn }: RunState,
  request: ReviewRequest,
  place: { readonly namespace?: string },
): string[] => [
  `To approve, send the signal \`reviewDecision\` with this input, your name in place of ${NAME_TO_FILL} and a reason code ` +
    `(small letters, digits, \`.\`, \`_\`, \`-\`) in place of ${REASON_TO_FILL}. As it stands it is ignored.`,
  ...block('json', JSON.stringify(bareDecision(request, 'approve'), null, 2)),
  'To refuse:',
  ...block('json', JSON.stringify(bareDecision(request, 'reject'), null, 2)),
  'To approve from a terminal:',
  ...block('sh', bareSignal(request, { turnKey: turn.turnKey, ...place })),
  `What was asked, in words: \`turnkeep review show ${request.reviewId}\`.`,
];

const moreLines = (more: number, { turn }: RunState): readonly string[] =>
  more <= 0 ? [] : ['', `And ${more} more that wait: \`turnkeep run show ${turn.turnKey}\`.`];

/** Whoever sent a decision that did not count finds here why; a signal gets no answer. */
const ignoredLines = ({ desk }: RunState): readonly string[] => {
  const { total, last } = desk.ignored;
  if (total === 0) return [];
  const shown = last.slice(-ignoredShown).reverse();
  return [
    '',
    `### Decisions that did not count: ${total}`,
    '',
    ...toTable(
      ['when', 'why'],
      shown.map(({ why, atMs }) => [sayInstant(atMs), `**${why}**: ${sayIgnored(why)}`]),
    ),
  ];
};

const toTable = (head: Row, rows: readonly Row[]): string[] =>
  [head, [':--', ':--'] as const, ...rows].map(([name, value]) => `| ${name} | ${value} |`);

const block = (language: string, text: string): readonly string[] => ['', `\`\`\`${language}`, text, '```', ''];

const CODE_CHARS_MAX = 120;

/** Enough of a digest to tell two apart; whole where it has to be. */
const digest = (hex: string): string => `${code(hex.slice(0, 16))}…`;

/** Code as code. A character that would end the cell or the code is none of a code's. */
const code = (text: string): string => `\`${text.replace(/[^\w.,:;/@#~+*= ()-]/g, '?').slice(0, CODE_CHARS_MAX)}\``;
