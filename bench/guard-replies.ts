// Replies of a given size for the guard bench, each with a schema that it fits. All are made here; none was written by a model.
import type { Json } from '../core/kernel/json';

export interface ReplyKind {
  readonly name: string;
  readonly schema: Json;
  /** The value of at least `bytes` bytes as JSON. */
  readonly make: (bytes: number) => string;
}

const grow = (bytes: number, member: (index: number) => Json): string => {
  const items: Json[] = [];
  let length = 12;
  while (length < bytes) {
    const next = member(items.length);
    length += Buffer.byteLength(JSON.stringify(next)) + 1;
    items.push(next);
  }
  return JSON.stringify({ items });
};

const listOf = (items: Json): Json => ({
  type: 'object',
  properties: { items: { type: 'array', items } },
  required: ['items'],
  additionalProperties: false,
});

const closed = (properties: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const paragraph = (index: number, what: string): string =>
  `Paragraph ${index}: ${what} is on its way.\nIt takes five days.\n`.repeat(4);

const amountOf = (index: number): number => ((index * 7_919) % 100_000) / 100;

export const replyKinds: readonly ReplyKind[] = [
  {
    name: 'records',
    schema: listOf(
      closed({
        id: { type: 'string', minLength: 1 },
        name: { type: 'string' },
        price: { type: 'number', minimum: 0 },
        count: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
        open: { type: 'boolean' },
        note: { type: 'string', maxLength: 400 },
      }),
    ),
    make: (bytes) =>
      grow(bytes, (index) => ({
        id: `#W${1_000_000 + index}`,
        name: `Wireless "Mouse" ${index}`,
        price: amountOf(index),
        count: index % 5,
        tags: ['red', 'large'],
        open: index % 2 === 0,
        note: 'Delivered to the door; nobody was at home, so a neighbour took it.',
      })),
  },
  {
    name: 'prose, ASCII',
    schema: listOf({ type: 'string' }),
    make: (bytes) => grow(bytes, (index) => paragraph(index, '"Hello", the refund of 42.50 USD')),
  },
  {
    name: 'prose, beyond Latin-1',
    schema: listOf({ type: 'string' }),
    make: (bytes) => grow(bytes, (index) => paragraph(index, '"Grüße" – the refund of 42.50 €')),
  },
  {
    name: 'amounts',
    schema: listOf(closed({ n: { type: 'integer' }, eur: { type: 'number' } })),
    make: (bytes) => grow(bytes, (index) => ({ n: index, eur: amountOf(index) })),
  },
  {
    name: 'long numbers',
    schema: listOf({ type: 'number' }),
    make: (bytes) => grow(bytes, (index) => Math.sqrt(index + 2)),
  },
];

/** The damages that are repaired, by the fixes they need. */
export const damages: Readonly<Record<string, (text: string) => string>> = {
  fence: (text) => `\`\`\`json\n${text}\n\`\`\``,
  outer_braces: (text) => `Sure, here it is: ${text}\nBye.`,
  trailing_comma: (text) => text.replace(/\}$/, ',}'),
  'fence and trailing_comma': (text) => `\`\`\`json\n${text.replace(/\}$/, ',}')}\n\`\`\``,
};
