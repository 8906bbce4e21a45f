// Whether dist/ is the build of the present sources. Contents count, not times: a checkout touches files it does not change.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The folders that are built into dist/. */
export const BUILT_ROOMS = [
  'core',
  'agents',
  'workflows',
  'activities',
  'stores',
  'workers',
  'client',
  'temporal-config',
  'sandbox',
  'bench',
];
const ALSO = [
  'data',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/copy-assets.mjs',
];

/** Paths of all files under a folder, relative to it, sorted; none when the folder does not exist. */
export function filesUnder(folder, within = '') {
  if (!existsSync(join(folder, within))) return [];
  return readdirSync(join(folder, within), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .flatMap((entry) => {
      const path = join(within, entry.name);
      return entry.isDirectory() ? filesUnder(folder, path) : [path];
    })
    .sort();
}

export function sourceStamp(root) {
  const hash = createHash('sha256');
  const folders = [...BUILT_ROOMS, ...ALSO.filter((path) => !path.includes('.'))];
  const single = ALSO.filter((path) => path.includes('.') && existsSync(join(root, path)));
  const files = [...folders.flatMap((room) => filesUnder(root, room)), ...single];
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file.split(sep).join('/')} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

export const stampFile = (root) => join(root, 'dist', '.built');

export const isBuilt = (root) =>
  existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === sourceStamp(root);
