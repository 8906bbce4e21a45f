// A reply is a few kilobytes; whoever sends more than a few megabytes, packed or not, is no model. What is counted is what would be held
// here, after unpacking, and the connection ends where the limit is passed.

const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** The body is longer than any reply. */
export class BodyTooLong extends Error {
  constructor() {
    super('body too long');
    this.name = 'BodyTooLong';
  }
}

const countBytes = (bytesMax: number): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) controller.error(new BodyTooLong());
      else controller.enqueue(chunk);
    },
  });
};

/** The same response; reading its body past 4 MiB fails with BodyTooLong. */
export const limitBody = (response: Response): Response => {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(countBytes(BODY_BYTES_MAX)), { status, statusText, headers });
};
