#!/usr/bin/env node
// Brings to dist/ what the compiler leaves out (data/ and every file of a room that is neither code nor prose), and takes
// away what no longer has a source: a compiler never deletes, and a migration that was removed must not run.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_ROOMS, filesUnder } from './set-up/built.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const isAsset = (file) => !/\.(ts|md)$|(^|[\\/])package\.json$/.test(file);
const sourceOf = (output) => output.replace(/(\.d\.ts|\.js|\.js\.map)$/, '.ts');

for (const room of ['data', ...BUILT_ROOMS]) {
  const sources = filesUnder(root, room);
  const assets = room === 'data' ? sources : sources.filter(isAsset);
  for (const file of assets) {
    mkdirSync(dirname(join(dist, file)), { recursive: true });
    copyFileSync(join(root, file), join(dist, file));
  }
  const stale = filesUnder(dist, room).filter((output) => {
    const compiled = room !== 'data' && existsSync(join(root, sourceOf(output)));
    return !compiled && !assets.includes(output);
  });
  for (const output of stale) rmSync(join(dist, output));
}
