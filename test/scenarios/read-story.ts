// A story is a text file: prose behind `#`, the script, a line `---`, then the trace that is expected. A script line is one thing
// that happens; indented lines below it belong to it.

export interface StoryLine {
  readonly number: number;
  readonly text: string;
  readonly words: readonly string[];
  /** Of `name=value` words. */
  readonly options: Readonly<Record<string, string>>;
  /** The indented lines below. */
  readonly details: readonly string[];
  /** Happens while an activity is in flight, whichever it is. */
  readonly meanwhile: boolean;
}

export interface Story {
  readonly script: readonly StoryLine[];
  /** Everything above the line `---`, as written. */
  readonly head: string;
  readonly expected: string;
}

const separator = '\n---\n';

export const readStory = (source: string): Story => {
  const at = source.indexOf(separator);
  const head = (at < 0 ? source : source.slice(0, at)).trimEnd();
  const expected = at < 0 ? '' : source.slice(at + separator.length).trimEnd();
  return { head, expected, script: readScript(head) };
};

export const writeStory = ({ head }: Story, trace: string): string => `${head}${separator}${trace}\n`;

const readScript = (head: string): readonly StoryLine[] => {
  const lines: StoryLine[] = [];
  for (const [index, text] of head.split('\n').entries()) {
    if (text.trim() === '' || text.startsWith('#')) continue;
    const last = lines.at(-1);
    if (text.startsWith('  ') && last !== undefined)
      lines[lines.length - 1] = { ...last, details: [...last.details, text.trim()] };
    else lines.push(readLine(text.trim(), index + 1));
  }
  return lines;
};

const optionPattern = /^(\w+)=(\S+)$/;

const readLine = (text: string, number: number): StoryLine => {
  const all = text.split(/\s+/);
  const meanwhile = all[0] === 'meanwhile';
  const words = meanwhile ? all.slice(1) : all;
  const options = words.flatMap((word) => {
    const [, name, value] = optionPattern.exec(word) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return {
    number,
    text: meanwhile ? text.replace(/^meanwhile\s+/, '') : text,
    words: words.filter((word) => !optionPattern.test(word)),
    options: Object.fromEntries(options),
    details: [],
    meanwhile,
  };
};

/** `2h`, `30s`, `750ms` in ms. */
export const readDuration = (text: string): number => {
  const [, figure, unit] = /^\+?(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  const factors: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
  const factor = factors[unit ?? ''];
  if (figure === undefined || factor === undefined) throw new Error(`no duration: ${text}`);
  return Number(figure) * factor;
};
