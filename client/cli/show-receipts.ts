// `run show ID --receipt`: what the guard found attempt by attempt, what tools answered, and how the effects ended.
import { wordsStateText, type GuardAttempt, type OpenRunReader, type ReceiptReport } from '../index';
import { amountText } from './amount-text';
import type { Report } from './report';
import { showTime } from './show-time';
import { drawTable } from './table';

export const showReceipts = async (reader: OpenRunReader, turnKey: string): Promise<Report> => {
  const { turnKey: run, ...receipts } = await reader.receipts(turnKey);
  return {
    body: { run, ...receipts },
    lines: [
      `run    ${run}`,
      ...shutLines(receipts),
      '',
      ...guardLines(receipts),
      ...toolLines(receipts),
      ...effectLines(receipts),
    ],
    next: [`turnkeep run export ${run} --format md`],
  };
};

type Kept = Omit<ReceiptReport, 'turnKey'>;

const shutLines = ({ words }: Kept): readonly string[] =>
  words === 'opened' ? [] : [`words  ${wordsStateText(words)}; the keys of the receipts stand in their place`];

const guardLines = ({ guard }: Kept): readonly string[] =>
  guard.length === 0
    ? ['no model call is recorded']
    : [
        ...drawTable(
          [
            'TIME',
            'ATTEMPT',
            'OUTCOME',
            'STAGE',
            'ERROR',
            'FIXES',
            'FEEDBACK',
            'TOKENS',
            'MS',
            'PROMPT',
            'MODEL',
            'RECEIPT',
          ],
          guard.map(cellsOf),
        ),
        ...guard.flatMap(({ found }) =>
          (found?.errors ?? []).map((error) => `error  attempt ${found?.attempt ?? ''}: ${error}`),
        ),
      ];

const cellsOf = (attempt: GuardAttempt): readonly string[] => {
  const { atMs, receiptKey, found, feedbackHash, model } = attempt;
  const receipt = receiptKey.slice(0, 16);
  if (found === null) return [showTime(atMs), '-', '-', '-', '-', '-', '-', '-', '-', '-', model ?? '-', receipt];
  const { usage } = found;
  return [
    showTime(atMs),
    String(found.attempt),
    found.outcome,
    found.stage,
    found.errorKind ?? '-',
    found.fixes.join(' ') || '-',
    feedbackHash?.slice(0, 16) ?? '-',
    usage === null ? 'not counted' : `${usage.inputTokens}+${usage.outputTokens}`,
    String(found.latencyMs),
    found.prompt,
    model ?? '-',
    receipt,
  ];
};

const toolLines = ({ tools }: Kept): readonly string[] =>
  tools.map(
    ({ atMs, receiptKey, status, code }) =>
      `tool   ${showTime(atMs)} ${status ?? '-'}${code === null ? '' : ` (${code})`}, receipt ${receiptKey.slice(0, 16)}`,
  );

const effectLines = ({ effects }: Kept): readonly string[] =>
  effects.flatMap((effect) => [
    `effect ${effect.tool} ${amountText(effect) ?? ''} ${effect.state}, allowed by ${effect.reviewId === null ? effect.allowedBy : `review ${effect.reviewId} round ${effect.round}`}, entry ${effect.effectKey.slice(0, 16)}`,
    ...(effect.receipt === null ? [] : [`       ${JSON.stringify(effect.receipt)}`]),
  ]);
