// The part of a sentence a word belongs to. A `not` or an `if` governs its own clause: "not refunded, but delivered" says delivered.
const BREAK =
  /[;:](?!\d)|,(?!\d)|\s(?:but|because|since|while|whereas|however|although|though|so|which|and(?=\s(?:the|your|our|its|it|that|this|they|i|we|order|has|have|was|is)\b))(?=\s)/giu;
/** The words a customer is reminded of as theirs. */
const THEIRS =
  /\byou(?:['’]ve|['’]d| have| had| also| just| first| only| originally| now){0,2} (?:say|said|name|named|ask|asked|wrote|write|mention|mentioned|told|gave|stated|quoted|typed|entered)\b|\byour (?:message|note|e-?mail) (?:say|said|name|mention)|\bas you (?:say|said|put)\b|\bI understand (?:that )?you\b/i;

export interface Clause {
  readonly text: string;
  /** Offset of the clause in its sentence. */
  readonly from: number;
}

/** A clause is looked for this far to each side, so that many words of one long sentence do not each read all of it. */
const REACH = 500;

/** The clause of the sentence that holds this offset. */
export const clauseAt = (sentence: string, at: number): Clause => {
  const start = Math.max(0, at - REACH);
  const near = sentence.slice(start, at + REACH);
  let from = 0;
  for (const match of near.matchAll(BREAK)) {
    if (start + match.index >= at) return { text: near.slice(from, match.index), from: start + from };
    from = match.index + match[0].length;
  }
  return { text: near.slice(from), from: start + from };
};

/** Whether what stands here is asked, or given back to the customer as their own words. */
export const isTheirs = (sentence: { readonly text: string; readonly isQuestion: boolean }, at: number): boolean =>
  sentence.isQuestion || THEIRS.test(clauseAt(sentence.text, at).text);

/** The clauses of a sentence in order, blank ones left out. */
export const clausesOf = (sentence: string): readonly Clause[] => {
  const clauses: Clause[] = [];
  let from = 0;
  for (const match of sentence.matchAll(BREAK)) {
    clauses.push({ text: sentence.slice(from, match.index), from });
    from = match.index + match[0].length;
  }
  return [...clauses, { text: sentence.slice(from), from }].filter(({ text }) => /\S/.test(text));
};
