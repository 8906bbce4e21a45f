import { resolve } from 'node:path';
import { SettingsError } from '../../temporal-config/settings';
import { checkPolicy, policyAgent } from '../policy-files';
import { testPolicy, type AnswerCounts, type ChangedCase, type PolicyTestReport } from '../policy-test';
import { amountText } from './amount-text';
import { parseDuration } from './duration';
import { firstArgument, optionFlag, optionText, type Invocation, type Report } from './report';
import { drawTable } from './table';
import { settingsOf, withRecordsOr } from './with-client';

/** `policy test FILE`: judges recorded cases again and shows what would have come otherwise. */
export const testPolicyCommand = async (call: Invocation): Promise<Report> => {
  const settings = settingsOf();
  const agent = policyAgent(settings, optionText(call, 'agent'));
  const checked = checkPolicy(settings, agent, resolve(firstArgument(call)));
  if (checked.kind === 'faults') throw new SettingsError(checked.file, checked.faults);
  const since = optionText(call, 'since');
  const ask = {
    agent,
    kit: checked.kit,
    words: optionFlag(call, 'words'),
    onCase: (cases: number) => call.progress(`${cases} cases judged again`),
    ...(since === undefined ? {} : { sinceMs: Date.now() - parseDuration('--since', since) }),
  };
  const nothing = { allow: 0, review: 0, refuse: 0 };
  const empty: PolicyTestReport = {
    agent,
    policy: { id: checked.report.id },
    cases: 0,
    unreadable: 0,
    before: nothing,
    after: nothing,
    changed: [],
    notTestable: [],
  };
  return withRecordsOr(call, { body: { ...empty }, lines: linesOf(empty) }, async (records) => {
    const report = await testPolicy(records, ask);
    return { body: { ...report }, lines: linesOf(report) };
  });
};

const countWords = ({ allow, review, refuse }: AnswerCounts): string =>
  `alone ${allow}, a person ${review}, refused ${refuse}`;

const linesOf = (report: PolicyTestReport): readonly string[] => {
  const { agent, policy, cases, unreadable, before, after, changed, notTestable } = report;
  const judged = cases - unreadable;
  return [
    `${agent}: ${judged} of ${cases} recorded cases judged again under ${policy.id}`,
    `as recorded  ${countWords(before)}`,
    `under it     ${countWords(after)}`,
    `${changed.length} of ${judged} would have come otherwise`,
    ...(changed.length === 0
      ? []
      : drawTable(['RUN', 'CALL', 'ACTION', 'AMOUNT', 'RECORDED', 'UNDER IT'], changed.map(rowOf), {
          droppable: ['CALL', 'AMOUNT'],
        })),
    ...changed.flatMap(wordLines),
    ...notTestable.map(({ turnKey, why }) => `not testable: ${turnKey} (${why})`),
  ];
};

const rowOf = (change: ChangedCase): readonly string[] => [
  change.turnKey,
  change.callId,
  change.tool,
  amountText(change) ?? '-',
  `${change.before.answer} ${change.before.rule}`,
  `${change.after.answer} ${change.after.rule}`,
];

const wordLines = ({ callId, words }: ChangedCase): readonly string[] =>
  words === undefined ? [] : [`${callId} ${JSON.stringify(words.args)}`, `${callId} said: ${words.lastMessage}`];
