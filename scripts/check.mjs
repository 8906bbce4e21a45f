#!/usr/bin/env node
// `npm run check [NAME...]`: everything that can be said about the sources without running them, in under a minute.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BUILT_ROOMS } from './set-up/built.mjs';
import { runStep } from './set-up/run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => join(root, 'node_modules', path);
const present = (paths) => paths.filter((path) => existsSync(join(root, path)));

// The slowest first, so that the others fit beside it.
const CHECKS = {
  lint: [bin('eslint/bin/eslint.js'), '.'],
  types: [
    bin('typescript/bin/tsc'),
    '--noEmit',
    '-p',
    'tsconfig.json',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/turnkeep/types.tsbuildinfo',
  ],
  boundaries: [
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    ...present([...BUILT_ROOMS, 'test']),
  ],
  format: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '**/*.{ts,mjs,cjs}'],
};
const AT_ONCE = 2;

async function runOne(name) {
  const started = Date.now();
  const { code, output } = await runStep(process.execPath, CHECKS[name], { cwd: root });
  return { name, ok: code === 0, seconds: (Date.now() - started) / 1000, output };
}

/** Runs the named checks, two at a time, and tells `report` of each as it ends. */
export async function runChecks(names, report) {
  const waiting = Object.keys(CHECKS).filter((name) => names.includes(name));
  const results = [];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const result = await runOne(name);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

export function describeCheck({ name, ok, seconds, output }) {
  return `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n${ok ? '' : `${output.trimEnd()}\n`}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in CHECKS));
  if (unknown.length > 0) {
    process.stderr.write(`check: no check named ${unknown.join(', ')}; there are ${Object.keys(CHECKS).join(', ')}\n`);
    process.exit(2);
  }
  const wanted = names.length > 0 ? names : Object.keys(CHECKS);
  const results = await runChecks(wanted, (result) => process.stdout.write(describeCheck(result)));
  const failed = results.filter(({ ok }) => !ok).length;
  process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
