// The record alone, opened for reading: no server is needed, and where the keys are not here the command says so and goes on.
import type { OpenRunReader } from '../index';
import type { Invocation, Report } from './report';
import { asNamed, assertStarted, settingsOf, whereNothingIs } from './with-client';

/** Closed again whatever happens; a mistyped data folder is refused and not made. */
export const withReader = async <T>(call: Invocation, use: (reader: OpenRunReader) => Promise<T>): Promise<T> => {
  const settings = settingsOf();
  assertStarted(settings);
  const { openRunReader } = await import('../index.js');
  const reader = await openRunReader(settings, asNamed(call));
  try {
    if (reader.withoutKeys !== null) call.say(`no word opens here: ${reader.withoutKeys}`);
    return await use(reader);
  } finally {
    await reader.close();
  }
};

/** Where there is no store yet the answer is empty, and says why. */
export const withReaderOr = async (
  call: Invocation,
  empty: Report,
  use: (reader: OpenRunReader) => Promise<Report>,
): Promise<Report> => whereNothingIs(call, empty) ?? withReader(call, use);
