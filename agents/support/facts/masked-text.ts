// Text from which what was read is taken out, place for place: offsets stay, and nothing is read twice.
const TAKEN = '\u0001';

export interface Taken {
  readonly at: number;
  readonly end: number;
  readonly source: string;
  readonly groups: readonly (string | undefined)[];
}

export interface Taking {
  readonly rest: string;
  readonly taken: readonly Taken[];
}

/** Takes every match out of the text that `accepts` does not refuse. */
export const takeOut = (text: string, pattern: RegExp, accepts: (found: Taken) => boolean = () => true): Taking => {
  const taken: Taken[] = [];
  let rest = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const found = { at: match.index, end: match.index + match[0].length, source: match[0], groups: match.slice(1) };
    if (!accepts(found)) continue;
    taken.push(found);
    rest += text.slice(from, found.at) + TAKEN.repeat(found.source.length);
    from = found.end;
  }
  return { rest: rest + text.slice(from), taken };
};
