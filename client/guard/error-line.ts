import type { Json } from '../../core/kernel/json';
import type { CompiledSchema } from './compile-schema';
import type { ErrorPath } from './error-path';

/** A line and the place it is about. */
export interface ErrorLine {
  readonly path: ErrorPath;
  readonly keyword: string;
  readonly text: string;
}

/** What errors are explained by. */
export interface Explained {
  readonly root: Json;
  /** Undefined where forms of unions are not looked into. */
  readonly compiled: CompiledSchema | undefined;
  /** Unions in unions are followed this deep. */
  readonly depth: number;
}
