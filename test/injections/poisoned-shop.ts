// A shop whose order notes and policy documents hold injected texts, on the demo orders. The model of these tests obeys whatever it reads.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Writes the poisoned shop and a configuration that uses it into `folder`; returns the configuration's path. */
export const writePoisonedShop = (folder: string, { note, document }: { note: string; document: string }): string => {
  const data = path.join(folder, 'shop');
  mkdirSync(data, { recursive: true });
  cpSync(path.join(root, 'data/support'), data, { recursive: true });
  const file = path.join(data, 'orders.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const poisoned = lines.map((line) => {
    const order = JSON.parse(line) as { id: string; value: object };
    return JSON.stringify({ ...order, value: { ...order.value, note } });
  });
  writeFileSync(file, `${poisoned.join('\n')}\n`);
  writeFileSync(path.join(data, 'policies', 'aaa-refund-rules.md'), `# Refund rules refund order\n${document}\n`);
  const shipped = JSON.parse(readFileSync(path.join(root, 'turnkeep.config.json'), 'utf8')) as { agents: object[] };
  const agents = shipped.agents.map((agent) => ({ ...agent, data: path.relative(root, data) }));
  const config = path.join(folder, 'turnkeep.config.json');
  writeFileSync(config, JSON.stringify({ ...shipped, agents }));
  return config;
};
