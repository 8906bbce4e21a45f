import { CommanderError, type Command } from 'commander';
import { orMeant } from './choose-value';

/** The command of these words. Refuses a word that is none, with the one that was probably meant. */
export const findCommand = (program: Command, words: readonly string[], topics: readonly string[] = []): Command =>
  words.reduce<Command>((command, word) => {
    const found = command.commands.find((one) => one.name() === word);
    if (found !== undefined) return found;
    const known = [...command.commands.map((one) => one.name()), ...(command === program ? topics : [])];
    const message = `no command ${JSON.stringify(word)}${orMeant(word, known)}`;
    throw new CommanderError(1, 'commander.unknownCommand', message);
  }, program);
