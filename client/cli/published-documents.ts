// What the documents hold that the program itself says: scripts/publish-cli-docs.mjs writes it, a test compares it.
import { commandReference } from './command-help/reference';
import { answeredCommands, jsonSchemaOf, NO_COMMAND, schemaFileOf } from './output/answers';
import { createProgram } from './program';

export const REFERENCE_MARK = '<!-- From here on written by: node scripts/publish-cli-docs.mjs -->';

export interface PublishedDocuments {
  /** By their names in docs/schemas. */
  readonly schemaFiles: Readonly<Record<string, string>>;
  /** What follows the mark in docs/cli.md. */
  readonly reference: string;
}

export const publishedDocuments = (): PublishedDocuments => ({
  schemaFiles: Object.fromEntries(
    [...answeredCommands, NO_COMMAND].map((path) => [
      schemaFileOf(path),
      `${JSON.stringify(jsonSchemaOf(path), null, 2)}\n`,
    ]),
  ),
  reference: commandReference(createProgram(() => () => Promise.resolve())),
});
