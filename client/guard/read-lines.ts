// Lines of a file of any length, one at a time: what is held is one line, and a line that is too long is passed over, not held.
import type { Utf8Decoding } from '../../core/kernel/decode-utf8';
import { decodeUtf8Strict } from '../../core/kernel/decode-utf8';

const LINE_FEED = 0x0a;

export type Line =
  | { readonly kind: 'line'; readonly number: number; readonly text: string }
  | { readonly kind: 'unreadable'; readonly number: number; readonly why: string };

class LineBuffer {
  private parts: Uint8Array[] = [];
  private length = 0;
  private number = 0;

  constructor(private readonly bytesMax: number) {}

  get isEmpty(): boolean {
    return this.length === 0;
  }

  add(part: Uint8Array): void {
    this.length += part.length;
    if (this.length <= this.bytesMax) this.parts.push(part);
    else this.parts = [];
  }

  /** The line that ends here. */
  take(): Line {
    this.number += 1;
    const { number, length, parts } = this;
    this.parts = [];
    this.length = 0;
    if (length > this.bytesMax) {
      return { kind: 'unreadable', number, why: `expected a line of at most ${this.bytesMax} bytes, got ${length}` };
    }
    return toLine(number, decodeUtf8Strict(Buffer.concat(parts)));
  }
}

const toLine = (number: number, decoded: Utf8Decoding): Line =>
  decoded.kind === 'text'
    ? { kind: 'line', number, text: decoded.text }
    : { kind: 'unreadable', number, why: `expected UTF-8, got something else at byte ${decoded.atByte} of the line` };

/** Lines by 1-based number, without their line feeds; a last line needs none. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Line> {
  const buffer = new LineBuffer(bytesMax);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      buffer.add(chunk.subarray(start, end));
      yield buffer.take();
      start = end + 1;
    }
    if (start < chunk.length) buffer.add(chunk.subarray(start));
  }
  if (!buffer.isEmpty) yield buffer.take();
}
