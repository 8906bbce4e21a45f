// The demonstration in the Web UI needs a browser of the system: what is missing is said at once, before anything is started.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../../client/demo/browser/find-chromium';
import { makeTemporaryFolder } from '../support/temporary-folder';
import { jsonOf, runTurnkeep } from './run-turnkeep';

const folder = makeTemporaryFolder('turnkeep-browser-');
const program = (path: string, mode = 0o755): string => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
  return path;
};

describe('the browser of the system', () => {
  const chrome = program(join(folder, 'a', 'google-chrome'));
  const chromium = program(join(folder, 'b', 'chromium'));
  const noProgram = program(join(folder, 'c', 'chromium'), 0o644);

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['CHROMIUM_PATH', { CHROMIUM_PATH: chrome, PATH: join(folder, 'b') }, chrome],
    ['PATH, by the name first', { PATH: `${join(folder, 'a')}:${join(folder, 'b')}` }, chromium],
    ['PATH, a file that is no program before it', { PATH: `:${join(folder, 'c')}:${join(folder, 'b')}` }, chromium],
    ['an empty CHROMIUM_PATH', { CHROMIUM_PATH: '', PATH: join(folder, 'a') }, chrome],
  ])('%s -> found', (_title, env, expected) => {
    expect(findChromium(env)).toBe(expected);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['nothing at all', {}],
    ['PATH without one', { PATH: folder }],
    ['CHROMIUM_PATH is a folder, one on PATH', { CHROMIUM_PATH: folder, PATH: join(folder, 'b') }],
    ['CHROMIUM_PATH is no program', { CHROMIUM_PATH: noProgram, PATH: join(folder, 'b') }],
  ])('%s -> refused with what to install', (_title, env) => {
    expect(() => findChromium(env)).toThrow(expect.objectContaining({ code: 'NO_CHROMIUM', exit: 7 }));
  });
});

describe('demo review-by-ui', () => {
  const refusal = async (args: readonly string[], env: Record<string, string> = {}) => {
    const began = makeTemporaryFolder('turnkeep-demo-refused-');
    const ended = await runTurnkeep(['demo', ...args, '--json'], { env: { TMPDIR: began, ...env } });
    expect(readdirSync(began)).toEqual([]);
    const { error, next } = jsonOf(ended) as { error: { code: string; message: string }; next: readonly string[] };
    return { exit: ended.code, code: error.code, message: error.message, next };
  };

  it('no Chromium -> exit 7 before anything is started, with what to install and how to go without', async () => {
    expect(await refusal(['review-by-ui', '--auto'], { CHROMIUM_PATH: '', PATH: folder })).toMatchObject({
      exit: 7,
      code: 'NO_CHROMIUM',
      next: expect.arrayContaining(['apt-get install chromium', 'turnkeep demo review-by-ui']) as string[],
    });
  });

  it('--screenshots of a demonstration without pages, or of one that a person plays -> exit 2', async () => {
    const pictures = join(folder, 'pictures');
    const next = [`turnkeep demo review-by-ui --auto --screenshots ${pictures}`];
    for (const args of [['refund', '--auto'], ['review-by-ui']])
      expect(await refusal([...args, '--screenshots', pictures])).toMatchObject({ exit: 2, code: 'USAGE', next });
  });

  it('--screenshots where no folder can be -> exit 2, the reason named', async () => {
    const file = join(folder, 'b', 'chromium');
    const refused = await refusal(['review-by-ui', '--auto', '--screenshots', file]);
    expect(refused).toMatchObject({ exit: 2, code: 'USAGE', message: expect.stringContaining('EEXIST') as string });
  });
});
