// A process of its own for store tests: `node child-process.cjs <task> <json>`. Prints one line of JSON: what came of it.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};

const { openDatabase } = require('../../stores/open-database.ts');
const { migrate } = require('../../stores/migrations.ts');
const { openStore } = require('../../stores/open-store.ts');
const { appendJournal, lockHead } = require('../../stores/journal.ts');
const { appendAnchor, compactAnchor, readAnchor } = require('../../stores/anchor.ts');

const tasks = {
  migrate: async ({ target }) => {
    const db = await openDatabase(target);
    await migrate(db);
    await db.close();
  },
  append: async ({ target, caseId, count }) => {
    const db = await openDatabase(target);
    for (let at = 0; at < count; at += 1) {
      await db.write(async (tx) => {
        await lockHead(tx);
        await appendJournal(tx, { caseId, kind: 'opened', subject: `${caseId}/${at}`, body: {}, atMs: at });
      });
    }
    await db.close();
  },
  record: async ({ place, steps }) => {
    const store = await openStore(place);
    for (const step of steps) await store.runs.record(step);
    await store.close();
  },
  open: async ({ place }) => {
    const store = await openStore(place);
    const head = await store.transcripts.append('c_child', null, { role: 'customer', text: 'hello' });
    await store.close();
    return { address: head.address };
  },
  // The only one that appends: a line that does not come back is lost, not overtaken.
  anchorAppend: async ({ path, count, hash }) => {
    process.once('exit', () => writeFileSync(`${path}.done`, ''));
    for (let seq = 1; seq <= count; seq += 1) {
      await appendAnchor(path, { seq, hash });
      for (let tries = 0; (await readAnchor(path)).seq < seq; tries += 1) {
        if (tries > 50) throw new Error(`the line of ${seq} is lost`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  },
  anchorCompact: async ({ path }) => {
    while (!existsSync(`${path}.done`)) await compactAnchor(path, 0);
  },
};

const [task, text] = process.argv.slice(2);
tasks[task](JSON.parse(text)).then(
  (result) => console.log(JSON.stringify({ ok: true, ...result })),
  (error) => console.log(JSON.stringify({ ok: false, name: error.name, code: error.code, message: error.message })),
);
