// An order has one name: `#W` and seven digits. People and models leave the mark out or write it small, and two spellings of one
// order must never be two orders, so everything that looks one up or compares one uses this form.
const ORDER_ID = /^#?w(\d{7})$/i;

/** `#W1234567` for any accepted spelling (with or without `#`, any case, spaces around), else null. */
export const canonicalOrderId = (text: string): string | null => {
  const digits = ORDER_ID.exec(text.trim())?.[1];
  return digits === undefined ? null : `#W${digits}`;
};
