#!/usr/bin/env node
// Writes what the built command line says of itself into the documents: docs/schemas/*.json, and the reference in docs/cli.md.
// test/cli/published.test.ts is red while they differ.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { publishedDocuments, REFERENCE_MARK } = createRequire(import.meta.url)(
  join(root, 'dist', 'client', 'cli', 'published-documents.js'),
);

const schemas = join(root, 'docs', 'schemas');
mkdirSync(schemas, { recursive: true });
const { schemaFiles, reference } = publishedDocuments();
for (const name of readdirSync(schemas)) if (!(name in schemaFiles)) rmSync(join(schemas, name));
for (const [name, text] of Object.entries(schemaFiles)) writeFileSync(join(schemas, name), text);

const page = join(root, 'docs', 'cli.md');
const [head] = readFileSync(page, 'utf8').split(REFERENCE_MARK);
writeFileSync(page, `${head}${REFERENCE_MARK}\n\n${reference}`);
process.stdout.write(`${Object.keys(schemaFiles).length} schemas and the reference in docs/cli.md were written\n`);
