import { ClientError } from '../client-error';

/** Refuses what was typed, naming the flag or field, what was expected and what came. Exit 2. */
export const refuseInput = (code: string, message: string, next: readonly string[] = []): never => {
  throw new ClientError(code, 2, { message, next });
};
