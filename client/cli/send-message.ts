import type { MessageReport } from '../index';
import { readFurtherWords } from './read-message';
import { firstArgument, type Invocation, type Report } from './report';
import { withClient } from './with-client';

/** `run message ID`: the words are read and checked before anything is opened. */
export const sendMessageCommand = async (call: Invocation): Promise<Report> => {
  const text = await readFurtherWords(call);
  return withClient(call, async (client) => {
    const turnKey = await client.resolve(firstArgument(call));
    return toReport(await client.sendMessage(turnKey, text));
  });
};

const toReport = ({ turnKey, state }: MessageReport): Report => {
  const body = { run: turnKey, state, unread: state === 'unread' };
  const next = [`turnkeep run show ${turnKey}`];
  switch (state) {
    case 'read':
      return { body, lines: [`${turnKey} has read it`], next };
    case 'waiting':
      return { body, lines: [`${turnKey} has it and reads it at its next boundary`], next };
    case 'unknown':
      return {
        body,
        lines: [],
        next: [...next, 'turnkeep doctor'],
        failure: {
          exit: 8,
          code: 'NOT_READ_YET',
          message: 'sent; nobody says what became of it yet',
          retryable: false,
        },
      };
    case 'unread':
    case 'ignored':
      return { body, lines: [], next: nextTurn(turnKey), failure: lostTo(state, turnKey) };
  }
};

const nextTurn = (turnKey: string): readonly string[] => [
  `turnkeep run start ${turnKey.split('/')[0] ?? 'AGENT'} --case REF --customer ID --message TEXT`,
];

const lostTo = (state: 'unread' | 'ignored', turnKey: string): NonNullable<Report['failure']> =>
  state === 'unread'
    ? {
        exit: 6,
        code: 'UNREAD',
        message: `${turnKey} ended before it read the message; send it as the next turn of the case`,
      }
    : {
        exit: 6,
        code: 'MESSAGE_IGNORED',
        message: `${turnKey} took no more messages; send it as the next turn of the case`,
      };
