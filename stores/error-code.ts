// Errors of native modules and of Node itself may come from another realm than ours, where `instanceof Error` is false: they are
// told by their shape.

/** The `code` of an error of a driver or of Node; empty when it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message
    : String(error);
