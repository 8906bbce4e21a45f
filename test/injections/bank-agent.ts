// The bank of AgentDojo as an agent of ours, for tests: its tools declared by our file, its policy as plain as can be. What a call may do
// alone is decided by provenance and by nothing else.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ToolDeclaration } from '../../core/kernel/tool-declaration';
import type { AgentKit } from '../../core/moves/agent-kit';
import { supportKit } from '../../agents/support/kit';

const folder = path.resolve(__dirname, '../data/injections');
export const readLines = <T>(file: string): readonly T[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
export const readWorld = (): unknown => JSON.parse(readFileSync(path.join(folder, 'agentdojo-world.json'), 'utf8'));

interface ToolLine {
  readonly name: string;
  readonly writes: boolean;
  readonly parameters: { readonly properties: object };
}

/** Whatever could send money elsewhere or lock the owner out. */
const SENSITIVE = ['recipient', 'amount', 'password', 'first_name', 'last_name', 'street', 'city', 'id'];

export const bankTools: readonly ToolDeclaration[] = readLines<ToolLine>('agentdojo-tools.jsonl').map((tool) => ({
  name: tool.name,
  tag: tool.writes ? 'writes' : 'reads',
  description: tool.name,
  args: z.looseObject({}),
  freeText: [],
  caseSensitive: [],
  idempotent: 'no',
  identity: tool.writes ? Object.keys(tool.parameters.properties) : [],
  sensitive: Object.keys(tool.parameters.properties).filter((name) => SENSITIVE.includes(name)),
  timeoutMs: 1_000,
}));

export const bankKit: AgentKit = {
  ...supportKit,
  name: 'bank',
  tools: bankTools,
  rulesOf: () => ({}),
  judge: () => ({ answer: 'allow', rule: 'bank.any', words: '' }),
  derivedValues: () => [],
};
