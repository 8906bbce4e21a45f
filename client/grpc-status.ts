// The status of an error of the connection to Temporal, by https://grpc.io/docs/guides/status-codes. Loads nothing of Temporal's.
const CAUSES_MAX = 8;

/** The error and what caused it, nearest first. */
export const causesOf = (error: unknown, depth = 0): readonly object[] =>
  typeof error === 'object' && error !== null && depth < CAUSES_MAX
    ? [error, ...('cause' in error ? causesOf(error.cause, depth + 1) : [])]
    : [];

/** The gRPC status in the error or in what caused it. */
export const grpcStatusOf = (error: unknown): number | undefined => causesOf(error).map(statusOf).find(isStatus);

const statusOf = (error: object): unknown =>
  'code' in error && 'details' in error && typeof error.details === 'string' ? error.code : undefined;

const isStatus = (code: unknown): code is number => typeof code === 'number';
