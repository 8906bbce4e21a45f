// Every command that a page names is there, with the flags it is shown with.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';

const root = path.resolve(__dirname, '../..');

interface BuiltProgram {
  createProgram(runner: () => () => Promise<void>): Command;
}

// As built: the program reads the manifest beside its own folder.
let program: Command;
beforeAll(async () => {
  const built = (await import(path.join(root, 'dist/client/cli/program.js'))) as BuiltProgram;
  program = built.createProgram(() => () => Promise.resolve());
});

const pagesUnder = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

const pages = ['README.md', 'CONTRIBUTING.md', ...pagesUnder('docs'), ...pagesUnder('agents')];

/** What stands in code, inline or in a block, from `turnkeep` to the end of the command. */
const namedIn = (page: string): readonly string[] => {
  const code = [...page.matchAll(/^```[a-z]*\n([\s\S]*?)^```$|`([^`\n]+)`/gm)].map(
    ([, block, inline]) => block ?? inline ?? '',
  );
  return code.flatMap((text) =>
    [...text.matchAll(/(?:^|\s)(?:npx )?turnkeep((?: [^\n#|;&]*)?)/gm)].map(([, rest = '']) => rest.trim()),
  );
};

const wordsOf = (line: string): readonly string[] =>
  line
    .replace(/"[^"]*"|'[^']*'/g, 'QUOTED')
    .split(/\s+/)
    .filter((word) => word !== '');

interface Found {
  readonly command: Command;
  readonly rest: readonly string[];
}

const follow = (words: readonly string[]): Found => {
  let command: Command = program;
  let at = 0;
  for (; at < words.length; at += 1) {
    const next = command.commands.find((one) => one.name() === words[at]);
    if (next === undefined) break;
    command = next;
  }
  return { command, rest: words.slice(at) };
};

const flagsOf = (command: Command): readonly string[] =>
  [command, program].flatMap(({ options }) => options.flatMap(({ long, short }) => [long ?? '', short ?? '']));

/** What is wrong with a named command; nothing when it can be typed. */
const faultsOf = (line: string): readonly string[] => {
  const { command, rest } = follow(wordsOf(line));
  const flags = [...flagsOf(command), '--help', '-h'];
  const unknown = rest
    .filter((word) => /^--?[a-z]/i.test(word))
    .map((word) => word.replace(/=.*$/, '').replace(/[.,:)\]]+$/, ''))
    .filter((word) => !flags.includes(word));
  const groups = command.commands.length > 0 && command !== program;
  const isUnfinished = groups && rest[0] !== undefined && /^[a-z]/.test(rest[0]) && !/\||…|\.\.\./.test(line);
  const isUnknown = command === program && rest[0] !== undefined && /^[a-z]/.test(rest[0]) && rest[0] !== 'help';
  return [
    ...unknown.map((flag) => `turnkeep ${line}: no such flag ${flag}`),
    ...(isUnfinished || isUnknown ? [`turnkeep ${line}: no such command ${String(rest[0])}`] : []),
  ];
};

test.each(pages)('%s: the commands it names -> are there, with their flags', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  expect(namedIn(text).flatMap(faultsOf)).toEqual([]);
});

test('a command or a flag that is not there -> found', () => {
  expect(faultsOf('run lits')).toHaveLength(1);
  expect(faultsOf('review approve rv_1 --amount 2')).toHaveLength(1);
  expect(namedIn('see `npx turnkeep run list` and\n```sh\nnpx turnkeep doctor   # all\n```\n')).toEqual([
    'run list',
    'doctor',
  ]);
});
