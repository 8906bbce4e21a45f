// The completion in a real bash, driven as a Tab drives it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listedStatuses } from '../../client/cli/known-values';
import { jsonOf, runTurnkeep } from './run-turnkeep';

let folder: string;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnkeep-completion-'));
  script = join(folder, 'turnkeep.bash');
  const { code, stdout } = await runTurnkeep(['completion', 'bash']);
  expect(code).toBe(0);
  writeFileSync(script, stdout);
  for (const name of ['turn.json', 'two words.txt']) writeFileSync(join(folder, name), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a Tab offers behind the last of `words`. */
const offered = (...words: readonly string[]): readonly string[] => {
  const drive = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=(); _turnkeep; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', drive, 'bash', script, 'turnkeep', ...words];
  const lines = execFileSync('bash', args, {
    encoding: 'utf8',
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trimEnd();
  return lines === '' ? [] : lines.split('\n');
};

it('sourced: -> the function is bound to the command', () => {
  const bound = execFileSync('bash', ['--norc', '-c', 'source "$1"; complete -p turnkeep', 'bash', script]);
  expect(bound.toString()).toBe('complete -F _turnkeep turnkeep\n');
});

it('nouns and verbs: -> those that begin so', () => {
  expect(offered('re')).toEqual(['review']);
  expect(offered('review', '')).toEqual(['list', 'show', 'approve', 'reject', 'ask', 'edit']);
  expect(offered('review', 'a')).toEqual(['approve', 'ask']);
  expect(offered('help', 'run', 'st')).toEqual(['start', 'stop']);
  expect(offered('help', 'exit')).toEqual(['exit-codes']);
});

it('flags: -> of the command, and those of every command', () => {
  expect(offered('run', 'list', '--s')).toEqual(['--status', '--since']);
  expect(offered('run', 'list', '--j')).toEqual(['--json']);
  expect(offered('run', 'list', '--confirm')).toEqual([]);
  expect(offered('--no')).toEqual(['--no-input']);
});

it('values of a closed list: -> all of them, also behind an equals sign, and behind other flags', () => {
  expect(offered('run', 'list', '--status', '')).toEqual([...listedStatuses]);
  expect(offered('run', 'list', '--status', '=', 'fail')).toEqual(['failed_resumable']);
  expect(offered('run', 'list', '--agent', 'review', '--waiting', 'm')).toEqual(['money']);
  expect(offered('--as', 'review', 'run', 'li')).toEqual(['list']);
  expect(offered('demo', 'cr')).toEqual(['crash']);
  expect(offered('demo', 'crash', '')).toEqual([]);
  expect(offered('completion', '')).toEqual(['bash']);
});

it('files: -> where a file is expected, with their spaces, and nowhere else', () => {
  expect(offered('run', 'start', 'support', '--input', 'tu')).toEqual(['turn.json', 'turnkeep.bash']);
  expect(offered('guard', 'check', 'two')).toEqual(['two words.txt']);
  expect(offered('run', 'start', 'support', '--message', 'tu')).toEqual([]);
});

it('another shell: -> exit 2, naming those there are', async () => {
  const ended = await runTurnkeep(['completion', 'basch', '--json']);
  expect({ code: ended.code, ...jsonOf(ended) }).toMatchObject({ code: 2, error: { code: 'USAGE' } });
  expect(jsonOf(ended).error.message).toContain('did you mean bash?');
});
