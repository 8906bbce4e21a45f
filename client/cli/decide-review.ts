// A decision from the command line. Money is confirmed by its exact amount and by nothing else: typed by a person at a terminal,
// or passed by a script; --yes is no amount.
import { createInterface } from 'node:readline/promises';
import { approvalCommand } from '../../core/human-review/approval-command';
import { parseAmount } from '../../core/kernel/money';
import { assertNote, ClientError, type DecideOptions, type DecideReport, type TurnkeepClient } from '../index';
import { amountDecimal } from './amount-text';
import { cleanLine } from './clean-text';
import { refuseInput } from './input-error';
import { firstArgument, optionFlag, optionText, type Invocation, type Report } from './report';
import { withClient } from './with-client';

export const approveCommand = (call: Invocation): Promise<Report> => decide(call, 'approve');
export const rejectCommand = (call: Invocation): Promise<Report> => decide(call, 'reject');

const decide = async (call: Invocation, decision: 'approve' | 'reject'): Promise<Report> => {
  const reviewId = firstArgument(call);
  const flags = readFlags(call);
  const seenLater = readCount(call, { option: 'seenLater', flag: '--seen-later', from: 0 });
  return withClient(call, async (client) => {
    const typed: Typed = {
      ...(flags.confirmAmount === undefined ? {} : { confirmAmount: flags.confirmAmount }),
      ...(seenLater === undefined ? {} : { seenLater }),
    };
    const isAsked = decision === 'approve' && flags.confirmAmount === undefined;
    const asked = isAsked ? await askAmount(call, client, reviewId) : {};
    const options: DecideOptions = {
      reviewId,
      decision,
      reasonCode: flags.reasonCode,
      surface: 'cli',
      ...(flags.note === undefined ? {} : { note: flags.note }),
      ...(flags.round === undefined ? {} : { round: flags.round }),
      ...(decision === 'approve' ? { ...asked, ...typed } : {}),
      unsigned: optionFlag(call, 'unsigned'),
    };
    return sendOrPrint(call, client, options);
  });
};

export const sendOrPrint = async (
  call: Invocation,
  client: TurnkeepClient,
  options: DecideOptions,
): Promise<Report> => {
  if (!optionFlag(call, 'printSignal')) return toReport(await client.decide(options), options.seenLater);
  const { printSignal } = await import('./print-signal.js');
  return printSignal(client, options);
};

/** Says what was decided, by whom, and what is still needed. */
const toReport = (decided: DecideReport, seenLater: number | undefined): Report => {
  const { reviewId, round, by, authenticated, turnKey, parked, amount, currency } = decided;
  const isApproval = decided.decision === 'approve';
  const what = amount === null ? '' : ` ${currency ?? ''} ${amount}`;
  const { approvals } = decided;
  const second = approvalCommand({ reviewId, round, amount, seenLater, byAnother: true });
  const resume = `turnkeep run resume ${turnKey}${isApproval ? ' --money --as NAME' : ''}`;
  const waits = 'The run is stopped: the decision counts, and is carried out when a named person resumes the run.';
  return {
    body: { ...decided },
    lines: [
      `${saidOf[decided.decision]}${what} as ${by} (${authenticated}), review ${reviewId} round ${round}`,
      ...(approvals === null
        ? []
        : [`${approvals.given} of ${approvals.needed} approvals: nothing happens before another person approves`]),
      ...(parked ? [waits] : []),
    ],
    next: [approvals !== null ? second : parked ? resume : `turnkeep run show ${turnKey}`],
  };
};

const saidOf = { approve: 'approved', reject: 'rejected', ask: 'asked about' } as const;

interface DecisionFlags {
  readonly reasonCode: string;
  readonly note: string | undefined;
  readonly round: number | undefined;
  readonly confirmAmount: string | undefined;
}

const SHOWN_CHARS_MAX = 80;

const shownCode = (code: string): string =>
  code.length > SHOWN_CHARS_MAX ? `${code.length} characters` : JSON.stringify(code);

/** What is wrong in itself is refused before anything is opened. */
export const readFlags = (call: Invocation): DecisionFlags => {
  const note = optionText(call, 'note');
  assertNote('--note', note);
  const reasonCode = optionText(call, 'reason') ?? '';
  if (!/^[a-z0-9._-]{1,64}$/.test(reasonCode))
    refuseInput('REASON_CODE', `--reason: expected a code of a-z, 0-9, dot, dash, got ${shownCode(reasonCode)}`);
  return {
    reasonCode,
    note,
    round: readCount(call, { option: 'round', flag: '--round', from: 1 }),
    confirmAmount: readAmount(call),
  };
};

const readCount = (
  call: Invocation,
  { option, flag, from }: { readonly option: string; readonly flag: string; readonly from: 0 | 1 },
): number | undefined => {
  const text = optionText(call, option);
  if (text === undefined) return undefined;
  if (/^(0|[1-9]\d{0,5})$/.test(text) && Number(text) >= from) return Number(text);
  return refuseInput(
    from === 1 ? 'ROUND' : 'SEEN_LATER',
    `${flag}: expected a whole number from ${from}, got ${JSON.stringify(text)}`,
  );
};

const readAmount = (call: Invocation): string | undefined => {
  const text = optionText(call, 'confirmAmount');
  if (text === undefined) return undefined;
  const parsed = parseAmount(text);
  if (parsed.kind === 'amount') return parsed.amount;
  return refuseInput('AMOUNT_INVALID', `--confirm-amount: ${parsed.why}, got ${JSON.stringify(text)}`);
};

interface Typed {
  readonly confirmAmount?: string;
  /** The person was shown so many later messages before they typed. */
  readonly seenLater?: number;
}

/** Nothing when nobody can be asked: what moves money is then refused by the client. */
const askAmount = async (call: Invocation, client: TurnkeepClient, reviewId: string): Promise<Typed> => {
  if (!call.mayAsk) return {};
  const { reviewLines } = await import('./show-review.js');
  const evidence = await client.review.show(reviewId);
  const amount = amountDecimal(evidence.review);
  if (evidence.review.state !== 'pending') return {};
  if (amount === null && optionFlag(call, 'yes')) return {};
  for (const line of reviewLines(evidence, Date.now())) call.say(cleanLine(line));
  const seenLater = evidence.laterMessages.length;
  const question =
    amount === null ? 'Approve? (y/N): ' : `This cannot be undone here. Type the amount to approve (${amount}): `;
  const typed = await ask(question);
  if (amount === null ? /^y(es)?$/i.test(typed) : typed !== '')
    return { seenLater, ...(amount === null ? {} : { confirmAmount: typed }) };
  throw new ClientError('DECLINED', 3, {
    message: 'nothing was typed; nothing was decided',
    next: [`turnkeep review show ${reviewId}`],
  });
};

const ask = async (question: string): Promise<string> => {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal is in raw mode while it asks: Ctrl-C comes as an event of the reader.
  reader.on('SIGINT', () => process.emit('SIGINT'));
  // The end of input is an answer too: nothing was typed.
  const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  try {
    return (await Promise.race([reader.question(question), ended])).trim();
  } finally {
    reader.close();
  }
};
