import { existsSync } from 'node:fs';

/** What is said where no store was ever made. */
export const noStoreWords = (home: string): string =>
  `no ${existsSync(home) ? 'store in' : 'data folder at'} ${home} yet; turnkeep dev or run start makes it`;
