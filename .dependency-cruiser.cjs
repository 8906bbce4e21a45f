// Which room may import which. The arrows are those of docs and CONTRIBUTING.md; each rule below is planted as a breach in
// test/house/boundaries.test.ts, so a rule that stops working turns that test red.
const ROOMS = [
  'core',
  'agents',
  'workflows',
  'activities',
  'stores',
  'workers',
  'client',
  'temporal-config',
  'sandbox',
  'test',
  'bench',
  'scripts',
];
const within = (...rooms) => `^(${rooms.join('|')})/`;
const packages = (...names) => `node_modules/(@types/)?(${names.join('|')})/`;

/** One room and everything of ours it may import; packages are left to other rules. */
const reaches = (room, ...allowed) => ({
  name: `${room}-reaches-only`,
  comment: `${room} may import ${allowed.join(', ')} and nothing else of ours`,
  severity: 'error',
  from: { path: within(room) },
  to: { path: within(...ROOMS), pathNot: within(room, ...allowed) },
});

/** What the command line does with runs and reviews: built on the client library, and on nothing else of the client. */
const ON_THE_CLIENT_LIBRARY = [
  'ask-review',
  'attention',
  'change-run',
  'decide-review',
  'decision-lines',
  'edit-review',
  'export-run',
  'list-reviews',
  'list-runs',
  'print-signal',
  'reconcile-runs',
  'run-ending',
  'send-message',
  'show-cost',
  'show-receipts',
  'show-review',
  'show-run',
  'show-state',
  'show-timeline',
  'start-run',
  'verdict-text',
  'watch-run',
  'with-reader',
].map((name) => `^client/cli/${name}\\.ts$`);

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-circular', 'a cycle, of values or of types, has no first file to read', {}, { circular: true }),
    forbid('not-to-unresolvable', 'the import leads nowhere', {}, { couldNotResolve: true }),
    forbid('nobody-imports-test', 'tests stand outside', { pathNot: within('test') }, { path: within('test') }),
    forbid(
      'nobody-imports-scripts',
      'scripts are run, not imported; the built product does not hold them',
      { pathNot: within('scripts', 'test') },
      { path: within('scripts') },
    ),
    forbid(
      'nobody-imports-sandbox',
      'gateway and mail sink are other processes, reached over HTTP',
      { pathNot: within('sandbox', 'scripts', 'test') },
      { path: within('sandbox') },
    ),

    forbid(
      'stand-ins-know-nobody',
      'what stands in for somebody else repeats none of our errors',
      { path: '^test/support/stand-ins/' },
      { path: within(...ROOMS), pathNot: '^test/support/stand-ins/' },
    ),

    reaches('core'),
    forbid(
      'core-rooms-not-siblings',
      'a room of core reads graph, kernel and itself; moves and evaluation read all',
      { path: '^core/([^/]+)/', pathNot: '^core/(moves|evaluation)/' },
      { path: '^core/', pathNot: '^core/(graph|kernel|$1)/' },
    ),
    forbid(
      'core-only-pure-packages',
      'core is bundled into workflows and published alone: five small pure packages, no more',
      { path: within('core') },
      {
        path: 'node_modules/',
        pathNot: packages('zod', 'big\\.js', 'canonicalize', '@noble/hashes'),
      },
    ),

    reaches('agents', 'core'),
    forbid(
      'agents-not-each-other',
      'an agent reads core and itself, never another agent nor a list of agents',
      { path: '^agents/([^/]+)/' },
      { path: within('agents'), pathNot: '^agents/$1/' },
    ),
    forbid(
      'agents-only-pure-packages',
      'an agent is data and pure functions',
      { path: within('agents') },
      { path: 'node_modules/', pathNot: packages('zod', 'big\\.js') },
    ),

    reaches('workflows', 'core', 'agents', 'activities'),
    forbid(
      'workflows-activities-types-only',
      'a workflow knows the shape of an activity, never its code',
      { path: within('workflows') },
      { path: within('activities'), dependencyTypesNot: ['type-only', 'type-import'] },
    ),
    forbid(
      'workflows-only-sandboxed-packages',
      'what a workflow imports is bundled and must replay',
      { path: within('workflows') },
      { path: 'node_modules/', pathNot: packages('@temporalio/(workflow|common)', 'zod', '@noble/(curves|hashes)') },
    ),
    forbid(
      'pure-rooms-no-node',
      'no module of Node where code must be pure or must replay',
      { path: within('core', 'agents', 'workflows') },
      { dependencyTypes: ['core'] },
    ),

    reaches('activities', 'core', 'agents', 'stores'),
    reaches('stores', 'core', 'agents'),
    reaches('workers', 'core', 'agents', 'activities', 'stores', 'temporal-config'),
    reaches('client', 'core', 'agents', 'stores', 'workflows', 'temporal-config'),
    forbid(
      'client-only-messages-of-workflows',
      'a client knows the messages of a workflow, not its code',
      { path: within('client') },
      { path: within('workflows'), pathNot: '^workflows/messages(\\.ts$|/)' },
    ),
    forbid(
      'run-commands-only-client-library',
      'what the command line does with runs and reviews, a program of somebody else can do: these files use the client library alone',
      { path: ON_THE_CLIENT_LIBRARY },
      {
        path: within('client', 'stores', 'workflows', 'temporal-config'),
        pathNot: '^client/(cli/|index\\.ts$)',
      },
    ),
    reaches('temporal-config', 'core'),
    reaches('sandbox'),

    forbid(
      'no-dev-dependency-in-product',
      'whoever installs the product does not get it',
      { pathNot: within('test', 'bench', 'scripts') },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
    },
  },
};
