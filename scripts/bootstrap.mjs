#!/usr/bin/env node
// `node scripts/bootstrap.mjs demo|test|bench [ARGUMENT...]` on a machine that has Node and nothing else. This first file
// keeps to what an old Node can read, so that it can say that it is too old; the work is in set-up/.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`turnkeep needs Node 20.19 or newer; this is ${process.versions.node} (${process.execPath})\n`);
  process.exit(2);
}

import('./set-up/commands.mjs')
  .then(({ runCommand }) => runCommand(process.argv[2], process.argv.slice(3)))
  .then((code) => {
    process.exitCode = code;
  });
