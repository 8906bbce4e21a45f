// Looks for words in bytes, in every form in which a program writes words down by accident: as they are, UTF-16, hexadecimal and
// base64 (also the URL's), at all three places at which base64 may begin.

interface Form {
  readonly form: string;
  readonly bytes: Buffer;
}

export interface Evidence {
  /** Where the bytes come from, for whoever reads a find. */
  readonly place: string;
  readonly bytes: Uint8Array;
}

const base64At = (text: string, offset: 0 | 1 | 2): string => {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  const whole = bytes.toString('base64').replaceAll('=', '');
  // The first and the last characters also hold bits of the neighbours.
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor((bytes.length * 8) / 6);
  return whole.slice(from, to);
};

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** Every form of `text` that is looked for. */
export const formsOf = (text: string): readonly Form[] => {
  const utf16 = Buffer.from(text, 'utf16le');
  const hex = Buffer.from(text).toString('hex');
  const base64 = ([0, 1, 2] as const).map((offset) => base64At(text, offset));
  return [
    { form: 'raw', bytes: Buffer.from(text) },
    { form: 'utf16le', bytes: utf16 },
    { form: 'utf16be', bytes: Buffer.from(utf16).swap16() },
    { form: 'hex', bytes: Buffer.from(hex) },
    { form: 'HEX', bytes: Buffer.from(hex.toUpperCase()) },
    ...base64.map((form, offset) => ({ form: `base64+${offset}`, bytes: Buffer.from(form) })),
    ...base64.map((form, offset) => ({ form: `base64url+${offset}`, bytes: Buffer.from(urlSafe(form)) })),
  ];
};

/** One line a find: `word as form in place`. Letter case of raw text is not looked at. */
export const findWords = (words: readonly string[], evidence: readonly Evidence[]): readonly string[] => {
  const wanted = words.map((word) => ({ word, forms: formsOf(word), folded: Buffer.from(word.toLowerCase()) }));
  return evidence.flatMap(({ place, bytes }) => {
    const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const lower = Buffer.from(haystack.toString('latin1').toLowerCase(), 'latin1');
    return wanted.flatMap(({ word, forms, folded }) => [
      ...forms.filter((one) => haystack.includes(one.bytes)).map(({ form }) => `${word} as ${form} in ${place}`),
      ...(lower.includes(folded) && !haystack.includes(Buffer.from(word)) ? [`${word} in other case in ${place}`] : []),
    ]);
  });
};
