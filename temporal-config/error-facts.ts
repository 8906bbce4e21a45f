// Errors of Node and of gRPC are read by their fields: their classes differ between copies of a package and between realms.

/** What can be said of anything thrown. */
export function messageOf(error: unknown): string {
  return isObject(error) && typeof error['message'] === 'string' ? error['message'] : String(error);
}

/** The code of a system, gRPC or child process error; undefined where there is none. */
export function codeOf(error: unknown): unknown {
  return isObject(error) ? error['code'] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
