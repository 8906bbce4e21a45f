#!/usr/bin/env node
// `node scripts/record-histories.mjs`: builds, runs the turns of test/replay/record.ts on a server and writes their histories to
// test/replay/histories. Histories of a released version stay: a change that breaks their replay is a new rule set beside the old.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInForeground } from './set-up/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = [
  [join(root, 'scripts', 'build.mjs')],
  [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--runInBand', '--testMatch', '**/test/replay/record.ts'],
];

for (const step of steps) {
  const code = await runInForeground(process.execPath, step, {
    cwd: root,
    env: { ...process.env, REQUIRE_TEMPORAL: '1' },
  });
  if (code !== 0) process.exit(code);
}
