// Blocks of a page that show what the product prints. In a `console` block a line that begins with `$ ` is a command and what follows is
// all it printed, a line `[exit N]` behind it when it did not end with 0. What differs from run to run (ids, times, digests, places) is
// put into a common form before it is compared; an id is the same one wherever it stands on the page.
export interface ConsoleStep {
  readonly command: string;
  readonly printed: readonly string[];
}

export interface PagePart {
  /** Lines of the page between the blocks, and the fences, as they stand. */
  readonly text: readonly string[];
  /** The steps of the block that follows; none behind the last one. */
  readonly steps: readonly ConsoleStep[];
}

const FENCE = '```';
const OPENING = `${FENCE}console`;
const PROMPT = '$ ';

const stepsOf = (lines: readonly string[]): readonly ConsoleStep[] => {
  const steps: { command: string; printed: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith(PROMPT)) steps.push({ command: line.slice(PROMPT.length), printed: [] });
    else if (steps.length === 0) throw new Error(`a console block begins with "$ ", got "${line}"`);
    else steps.at(-1)?.printed.push(line);
  }
  return steps;
};

/** The page as parts; `renderPage` of them is the page again. */
export const readPage = (page: string): readonly PagePart[] => {
  const parts: PagePart[] = [];
  let text: string[] = [];
  let block: string[] | undefined;
  for (const line of page.split('\n')) {
    if (block === undefined) {
      text.push(line);
      if (line === OPENING) block = [];
    } else if (line === FENCE) {
      parts.push({ text, steps: stepsOf(block) });
      text = [line];
      block = undefined;
    } else block.push(line);
  }
  if (block !== undefined) throw new Error('a console block is not closed');
  return [...parts, { text, steps: [] }];
};

export const renderPage = (parts: readonly PagePart[]): string =>
  parts
    .flatMap(({ text, steps }) => [
      ...text,
      ...steps.flatMap(({ command, printed }) => [`${PROMPT}${command}`, ...printed]),
    ])
    .join('\n');

// Also behind the slash of an address, which is written as %2F there.
const ID = /(?<=\b|%2F)([a-z]{1,3})_[0-9a-f]{8,}\b/g;

/** Ids in the order in which they first came, by what they begin with: the n-th review of the page is the n-th review of the run. */
export class SeenIds {
  private readonly seen = new Map<string, string[]>();

  note(text: string): void {
    for (const [id, kind = ''] of text.matchAll(ID)) {
      const ids = this.seen.get(kind) ?? [];
      if (!ids.includes(id)) this.seen.set(kind, [...ids, id]);
    }
  }

  placeOf(id: string, kind: string): number {
    return (this.seen.get(kind) ?? []).indexOf(id);
  }

  at(kind: string, place: number): string | undefined {
    return (this.seen.get(kind) ?? []).at(place);
  }

  toPlaces(text: string): string {
    return text.replace(ID, (id, kind: string) => `${kind}_${this.placeOf(id, kind)}`);
  }
}

/** The command with this run's ids in place of the page's; one that the page has not shown yet is the newest of its kind. */
export const commandOfRun = (command: string, page: SeenIds, run: SeenIds): string =>
  command.replace(ID, (id, kind: string) => run.at(kind, page.placeOf(id, kind)) ?? id);

const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: UTC|Z)?/g, 'TIME'],
  [/\b\d+ (?:h|min|s|ms)\b/g, 'SPAN'],
  [/\bSPAN(?: SPAN)+/g, 'SPAN'],
  [/127\.0\.0\.1:\d+/g, 'ADDRESS'],
  [/\bpid \d+/g, 'pid N'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID'],
  [/\b[0-9a-f]{12,64}\b/g, 'DIGEST'],
  [/\s+$/g, ''],
];

/** A printed line in the form in which two runs are compared. */
export const comparable = (line: string, ids: SeenIds): string =>
  VOLATILE.reduce((text, [pattern, form]) => text.replace(pattern, form), ids.toPlaces(line));
