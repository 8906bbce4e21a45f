// A worker of its own for kill tests: `node perform-child.cjs <json>` performs one effect and, when told to, kills itself without a
// word at the named instant. Prints one line of JSON otherwise.
const { readFileSync } = require('node:fs');
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

const { performEffect } = require('../../activities/effects/perform-effect.ts');
const { openStore } = require('../../stores/open-store.ts');
const { createRefundKit, createTillTools } = require('./refund-agent.ts');

async function run({ place, till, arg, killAt, leaseMs }) {
  const store = await openStore(place);
  const tools = createTillTools(till);
  const deps = {
    store,
    kits: () => createRefundKit(till.worldPath),
    tools: () => tools,
    identityKey: () => store.keys.identityKey,
    signatures: { required: false, reviewers: [] },
    workerId: `w${process.pid}`,
    leaseMs,
    failpoint: (name) => {
      if (name === killAt) process.kill(process.pid, 'SIGKILL');
    },
  };
  try {
    return await performEffect(deps, arg, { signal: new AbortController().signal, lastAttempt: false });
  } finally {
    await store.close();
  }
}

run(JSON.parse(process.argv[2])).then(
  (outcome) => console.log(JSON.stringify({ outcome })),
  (error) => console.log(JSON.stringify({ failed: error.type ?? error.message })),
);
