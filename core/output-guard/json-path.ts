const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const NAME_CHARS_MAX = 64;

const toStep = (part: PropertyKey): string => {
  if (typeof part === 'number') return `[${part}]`;
  const name = String(part);
  return PLAIN_NAME.test(name) ? `.${name}` : `[${JSON.stringify(name.slice(0, NAME_CHARS_MAX))}]`;
};

/** `$.items[0].name`; a name that is no plain word stands in brackets and quotes, shortened to 64 characters. */
export const toJsonPath = (path: readonly PropertyKey[]): string => `$${path.map(toStep).join('')}`;
