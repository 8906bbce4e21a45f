/** What a doctor found, and what to do about it. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly words: string;
  /** What to do about it. */
  readonly fix?: string;
}

export const ok = (name: string, words: string): Check => ({ name, state: 'ok', words });
export const warn = (name: string, words: string, fix: string): Check => ({ name, state: 'warn', words, fix });
export const failed = (name: string, words: string, fix: string): Check => ({ name, state: 'fail', words, fix });
