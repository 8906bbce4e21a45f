// The house rules that a type checker does not see. test/house/boundaries.test.ts plants a breach of each.
// A later block replaces an earlier one's options, so every block states its whole list.
import tseslint from 'typescript-eslint';

const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'no enum: use a union of literals' },
  { selector: 'ExportDefaultDeclaration', message: 'no export default: name what is exported' },
  { selector: "ExportSpecifier[exported.name='default']", message: 'no export as default: name what is exported' },
  { selector: 'TSExportAssignment', message: 'no export =: name what is exported' },
];

const pure = [
  { selector: ':function[async=true]', message: 'no async function: synchronous here' },
  { selector: 'AwaitExpression', message: 'no await: synchronous here' },
  { selector: 'ForOfStatement[await=true]', message: 'no for await: synchronous here' },
  {
    selector: 'TSTypeReference[typeName.name=/^(Promise|PromiseLike|Date)$/]',
    message: 'no Promise or Date as a type: synchronous and without a clock here',
  },
  { selector: "Program > VariableDeclaration[kind='let']", message: 'no let outside a function: no module state' },
  {
    selector: "Program > ExportNamedDeclaration > VariableDeclaration[kind='let']",
    message: 'no exported let: no module state',
  },
];

const workflow = [
  {
    selector: "CallExpression[callee.property.name='parse']:not([callee.object.name='JSON'])",
    message: 'safeParse in a workflow: a thrown schema error fails the workflow task for ever',
  },
];

const outsideWorld = ['process', 'fetch', 'console', 'Buffer', 'require', '__dirname', '__filename', 'setImmediate'];
const clockAndTasks = [
  'Date',
  'Promise',
  'performance',
  'crypto',
  'globalThis',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'queueMicrotask',
];

const sizes = {
  'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  complexity: ['error', 10],
  '@typescript-eslint/max-params': ['error', { max: 3 }],
};
const off = (rules) => Object.fromEntries(Object.keys(rules).map((name) => [name, 'off']));

export default tseslint.config(
  { ignores: ['dist/**', '**/node_modules/**', 'coverage/**', '.turnkeep/**', '**/*.cjs', '**/*.mjs', '**/*.js'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...sizes,
      'no-restricted-syntax': ['error', ...everywhere],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Options left out would fall back to the lax ones: the whole list stands here.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowAny: false,
          allowArray: false,
          allowBoolean: true,
          allowNever: false,
          allowNullish: false,
          allowNumber: true,
          allowRegExp: false,
        },
      ],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    files: ['workflows/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...outsideWorld],
      'no-restricted-syntax': ['error', ...everywhere, ...workflow],
    },
  },
  {
    files: ['core/**/*.ts', 'agents/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...outsideWorld, ...clockAndTasks],
      'no-restricted-syntax': ['error', ...everywhere, ...pure],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'no randomness here' }],
    },
  },
  { files: ['test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'], rules: off(sizes) },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
