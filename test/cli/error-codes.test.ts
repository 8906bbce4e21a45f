// docs/errors.md holds every code that the sources can end with: the codes are read from the syntax trees, wherever an error is made.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'errors.md'), 'utf8');

const CODE = /^([A-Z][A-Z0-9_]+|(store|keys|anchor|gateway|journal|effect|review)\.[A-Za-z]+)$/;
const ERRORS = /^(ClientError|StoreIntegrityError|StoreUnavailableError)$/;
const ROOMS = ['client', 'stores', 'temporal-config'];

const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesOf(path);
    return path.endsWith('.ts') ? [path] : [];
  });

const textsIn = (node: ts.Node): readonly string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  const found: string[] = [];
  node.forEachChild((child) => void found.push(...textsIn(child)));
  return found;
};

/** What names the code of an error in this node: the first argument of one that is made, or a field `code`. */
const codeIn = (node: ts.Node): ts.Node | undefined => {
  if (ts.isNewExpression(node) && ERRORS.test(node.expression.getText())) return node.arguments?.[0];
  if (ts.isCallExpression(node) && node.expression.getText() === 'refuseInput') return node.arguments[0];
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'code') return node.initializer;
  return ts.isVariableDeclaration(node) && node.name.getText() === 'code' ? node.initializer : undefined;
};

const codesOf = (file: string, text = readFileSync(file, 'utf8')): readonly (readonly [string, string])[] => {
  const found: (readonly [string, string])[] = [];
  const look = (node: ts.Node): void => {
    const code = codeIn(node);
    if (code !== undefined)
      found.push(...textsIn(code).flatMap((word) => (CODE.test(word) ? [[word, relative(root, file)] as const] : [])));
    node.forEachChild(look);
  };
  look(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
  return found;
};

const codes = ROOMS.flatMap((room) => sourcesOf(join(root, room))).flatMap((file) => codesOf(file));

it('docs/errors.md: every code of the sources -> has its line, with meaning and next step', () => {
  const missing = codes.filter(([code]) => !page.includes(`\`${code}\``)).map(([code, file]) => `${code} (${file})`);
  expect([...new Set(missing)]).toEqual([]);
});

/** A finding of the journal's chain is named by its kind alone. */
const isNamed = (sources: string, code: string): boolean =>
  sources.includes(`'${code}'`) ||
  (code.startsWith('journal.') && sources.includes(`'${code.slice('journal.'.length)}'`));

it('docs/errors.md: a code that no source knows -> not there', () => {
  const everything = ['client', 'stores', 'temporal-config', 'activities'].flatMap((room) =>
    sourcesOf(join(root, room)),
  );
  const sources = everything.map((file) => readFileSync(file, 'utf8')).join('\n');
  const told = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter((code) => !isNamed(sources, code))).toEqual([]);
});

it('the reader: finds a code in each place one can stand in', () => {
  const text = `
    throw new ClientError('A_CODE', 2, 'x');
    refuseInput(more ? 'B_CODE' : 'C_CODE', 'x');
    const failure = { exit: 9, code: 'D_CODE', message };
    throw new StoreIntegrityError('store.some', 'x');
    const code = last ? 'E_CODE' : 'F_CODE';
  `;
  const found = codesOf(join(root, 'client', 'planted.ts'), text).map(([code]) => code);
  expect(found).toEqual(['A_CODE', 'B_CODE', 'C_CODE', 'D_CODE', 'store.some', 'E_CODE', 'F_CODE']);
});
