// The shop's policy documents: Markdown files, a passage a heading, found by BM25. They are text somebody wrote: a model may quote them,
// but what they say changes no rule, and a value that stands only in them is no evidence for what an effect does.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import MiniSearch from 'minisearch';

import { getPolicyArgs } from '../../../agents/support/schemas';
import type { JsonObject } from '../../../core/kernel/json';
import type { ToolResult } from '../tool-port';

interface Passage {
  /** `file#heading`, stable as long as the heading stands. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface PolicyDocuments {
  find(question: string): readonly Passage[];
}

const PASSAGES_MAX = 3;
const PASSAGE_CHARS_MAX = 1_200;
const FOLDER_BYTES_MAX = 4 * 1024 * 1024;

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const toPassages = (name: string, text: string): readonly Passage[] =>
  text
    .split(/^(?=#{1,3} )/m)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      const title = first.replace(/^#{1,3} /, '').trim();
      const id = `${name}#${slugOf(title)}`;
      return { id, title, text: rest.join('\n').trim().slice(0, PASSAGE_CHARS_MAX) };
    })
    .filter((passage) => passage.text !== '');

const readFolder = (folder: string): readonly Passage[] => {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort();
  const texts = files.map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > FOLDER_BYTES_MAX)
    throw new Error(
      `${folder}: expected at most ${FOLDER_BYTES_MAX} bytes of policy documents, got ${bytes}; remove some`,
    );
  return texts.flatMap(({ file, text }) => toPassages(file.replace(/\.md$/, ''), text));
};

/** Reads and indexes the folder once; a folder that is not there holds no documents. */
export const openPolicyDocuments = (folder: string): PolicyDocuments => {
  const passages = readFolder(folder);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const index = new MiniSearch<Passage>({
    fields: ['title', 'text'],
    idField: 'id',
    searchOptions: { boost: { title: 2 }, prefix: true },
  });
  index.addAll([...byId.values()]);
  return {
    find: (question) =>
      index
        .search(question)
        .slice(0, PASSAGES_MAX)
        .flatMap(({ id }) => byId.get(String(id)) ?? []),
  };
};

/** The passages that answer a question best; none found is an empty result, not a failure. */
export const getPolicy = (documents: PolicyDocuments, args: JsonObject): ToolResult => {
  const parsed = getPolicyArgs.safeParse(args);
  if (!parsed.success)
    return { status: 'invalid_arguments', code: 'question', words: '$.question: expected 3 to 300 characters' };
  const found = documents.find(parsed.data.question);
  return found.length === 0
    ? { status: 'empty', value: { passages: [], words: 'no policy document speaks of that' } }
    : { status: 'ok', value: { passages: found.map(({ id, title, text }) => ({ id, title, text })) } };
};
