// Tests that need a server skip themselves, by name, where it is missing. Where it must not be missing (REQUIRE_TEMPORAL=1,
// REQUIRE_POSTGRES=1) the run has failed before it gets here: see global-setup.mjs.

type Describe = (title: string, tests: () => void) => void;

function describeWith(what: string, variable: string): Describe {
  return (title, tests) => {
    if (process.env[variable]) describe(title, tests);
    else describe.skip(`[needs ${what}] ${title}`, tests);
  };
}

/** A suite that talks to the Temporal server at TEST_TEMPORAL_ADDRESS. */
export const describeWithTemporal = describeWith('a Temporal server', 'TEST_TEMPORAL_ADDRESS');

/** A suite that talks to the database at TEST_POSTGRES_URL; it makes a schema or database of its own there. */
export const describeWithPostgres = describeWith('PostgreSQL', 'TEST_POSTGRES_URL');

/** A suite that starts servers, or runs commands, with the Temporal CLI at TEST_TEMPORAL_CLI: a server given by its address has none beside it. */
export const describeWithCli = describeWith('a Temporal CLI', 'TEST_TEMPORAL_CLI');

/** The path of the built workflow bundle, for `workflowBundle: { codePath }`. */
export function workflowBundlePath(): string {
  const path = process.env['TEST_WORKFLOW_BUNDLE'];
  if (!path) throw new Error('there is no dist/workflow-bundle.js: run npm run build');
  return path;
}
