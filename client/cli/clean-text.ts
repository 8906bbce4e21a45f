// Words of customers and models, names and codes of deciders go to a terminal: control characters and direction marks in them could
// move the cursor, hide a line or turn an amount around, and letters that cannot be seen (tags among them) could carry what nobody
// reads, so they are shown as escapes. The printer does it to every line, so that no
// command can forget it; a line that holds a line break is not one line, and the break is shown as well.
const DANGEROUS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

/** Each half of a pair by itself, so that JSON stays JSON. */
const toEscape = (chars: string): string =>
  Array.from({ length: chars.length }, (_, at) => `\\u${chars.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** The text with what could move a terminal's cursor, or the order of its letters, made visible. Line breaks stay. */
export const cleanText = (text: string): string => text.replace(DANGEROUS, toEscape);

/** The same for what must stay on one line: a value cannot begin a line of its own. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\n/g, toEscape);

/** Words of their own lines, indented under a heading. */
export const indent = (text: string, by = '  '): readonly string[] => text.split('\n').map((line) => `${by}${line}`);
