// Words of customers and models go to a terminal: control characters and direction marks in them could move the cursor, hide a
// line or turn an amount around, so they are shown as escapes.
const DANGEROUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The text with what could move a terminal's cursor, or the order of its letters, made visible. Line breaks stay. */
export const cleanText = (text: string): string =>
  text.replace(DANGEROUS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Indented under a heading, line by line. */
export const indent = (text: string, by = '  '): string =>
  cleanText(text)
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n');
