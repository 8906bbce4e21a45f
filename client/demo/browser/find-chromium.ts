import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ClientError } from '../../client-error';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'] as const;

/** CHROMIUM_PATH, else the first of the usual names on PATH. Refuses with NO_CHROMIUM; a named path that is none is not passed over. */
export const findChromium = (env: NodeJS.ProcessEnv): string => {
  const named = env['CHROMIUM_PATH'] ?? '';
  if (named !== '') {
    if (isProgram(named)) return named;
    throw refuse(`CHROMIUM_PATH: expected a program, got ${JSON.stringify(named)}`);
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  if (found !== undefined) return found;
  throw refuse(`no Chromium: expected CHROMIUM_PATH, or ${NAMES.join(', ')} on PATH, got none of them`);
};

const refuse = (message: string): ClientError =>
  new ClientError('NO_CHROMIUM', 7, {
    message,
    next: [
      'apt-get install chromium',
      'CHROMIUM_PATH=/path/to/chromium turnkeep demo review-by-ui --auto',
      'turnkeep demo review-by-ui',
    ],
  });

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
