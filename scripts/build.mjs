#!/usr/bin/env node
// Sources to dist/: compile, bring the assets, bundle the workflows. The stamp in dist/.built says which sources it was.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceStamp, stampFile } from './set-up/built.mjs';
import { runInForeground } from './set-up/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const steps = [
  [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'],
  [join(root, 'scripts', 'copy-assets.mjs')],
  [join(root, 'dist', 'workers', 'bundle-workflows.js')],
];

// Read before the first step: what changes during the build is not in it.
const stamp = sourceStamp(root);
rmSync(stampFile(root), { force: true });
for (const step of steps) {
  const code = await runInForeground(process.execPath, step, { cwd: root });
  if (code !== 0) process.exit(code);
}
// npm makes a command executable when it links it, once; a build writes the file anew.
chmodSync(join(root, 'dist', 'client', 'cli', 'main.js'), 0o755);
writeFileSync(stampFile(root), stamp);
