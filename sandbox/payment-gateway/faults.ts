import { invalidRequest, isVisibleAscii, strictObject, wholeNumber } from './checks';

export const FAULT_KINDS = [
  'slow',
  'slow_after',
  'lost_answer',
  'dropped_before',
  'error_500',
  'error_500_unstored',
  'refuse',
  'conflict',
  'duplicate',
  'forget_key',
  'cut_body',
  'rate_limited',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** How many requests it hits; -1 means until cleared. */
  readonly times: number;
  readonly delay_ms?: number;
  readonly key_prefix?: string;
}

type FaultOf<K extends FaultKind> = Fault & { readonly kind: K };

interface ArmedFault {
  readonly fault: Fault;
  applied: number;
}

const FIELDS = ['kind', 'times', 'delay_ms', 'key_prefix'];
const DELAYED_KINDS: readonly FaultKind[] = ['slow', 'slow_after'];
const DEFAULT_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 600_000;
const MOST_TIMES = 1_000_000;

/** The faults asked for. In memory only: a restarted gateway is a healthy one. */
export class FaultBoard {
  private armed: ArmedFault[] = [];

  /** Puts the given list in place of the one before, so that what is listed is all there is. */
  replace(faults: readonly Fault[]): void {
    this.armed = faults.map((fault) => ({ fault, applied: 0 }));
  }

  list(): readonly (Fault & { readonly applied: number })[] {
    return this.armed.map(({ fault, applied }) => ({ ...fault, applied }));
  }

  /**
   * Uses up one time of the first fault of these kinds that fits the key. Asked only at the moment when the fault would
   * show, so a fault is never spent on a request it could not have touched.
   */
  take<K extends FaultKind>(key: string, ...kinds: readonly K[]): FaultOf<K> | undefined {
    for (const armed of this.armed) {
      const { fault, applied } = armed;
      const isLeft = fault.times === -1 || applied < fault.times;
      if (isLeft && isOneOf(fault, kinds) && key.startsWith(fault.key_prefix ?? '')) {
        armed.applied += 1;
        return fault;
      }
    }
    return undefined;
  }
}

function isOneOf<K extends FaultKind>(fault: Fault, kinds: readonly K[]): fault is FaultOf<K> {
  return kinds.some((kind) => kind === fault.kind);
}

export function parseFaults(body: unknown): readonly Fault[] {
  const list = strictObject(body, ['faults']).get('faults');
  if (!Array.isArray(list)) throw invalidRequest('faults must be a list.', 'faults');
  return list.map((entry: unknown, index) => parseFault(entry, `faults[${index}]`));
}

function parseFault(entry: unknown, path: string): Fault {
  const fields = strictObject(entry, FIELDS, path);
  const kind = FAULT_KINDS.find((known) => known === fields.get('kind'));
  if (kind === undefined) throw invalidRequest(`kind must be one of ${FAULT_KINDS.join(', ')}.`, `${path}.kind`);
  return {
    kind,
    times: parseTimes(fields.get('times'), `${path}.times`),
    ...parseDelay(kind, fields.get('delay_ms'), `${path}.delay_ms`),
    ...parsePrefix(fields.get('key_prefix'), `${path}.key_prefix`),
  };
}

function parseTimes(value: unknown, param: string): number {
  if (value === undefined) return 1;
  const times = wholeNumber(value, param, [-1, MOST_TIMES]);
  if (times === 0) throw invalidRequest(`${param} must be -1 (until cleared) or at least 1.`, param);
  return times;
}

function parseDelay(kind: FaultKind, value: unknown, param: string): { delay_ms?: number } {
  if (DELAYED_KINDS.includes(kind)) {
    return { delay_ms: value === undefined ? DEFAULT_DELAY_MS : wholeNumber(value, param, [0, LONGEST_DELAY_MS]) };
  }
  // Ignoring it would let a test believe in a delay that never happens.
  if (value !== undefined) throw invalidRequest(`${param} is only for ${DELAYED_KINDS.join(' and ')}.`, param);
  return {};
}

function parsePrefix(value: unknown, param: string): { key_prefix?: string } {
  if (value === undefined) return {};
  if (typeof value !== 'string' || !isVisibleAscii(value)) {
    throw invalidRequest(`${param} must be 1 to 255 visible ASCII characters.`, param);
  }
  return { key_prefix: value };
}
