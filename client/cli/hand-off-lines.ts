import { describeHandOff, type HandOff } from '../../core/human-review/hand-off';
import type { ReadHandOff } from '../hand-off-record';
import { cleanLine } from './clean-text';

/** The record in plain words. No value begins a line of its own; further lines of the customer stand behind a mark. */
export const handOffLines = ({ asked, ...record }: ReadHandOff): readonly string[] =>
  describeHandOff(onOneLineEach(record), asked === null ? 'no message of the customer' : quote(asked)).split('\n');

const quote = (text: string): string => text.trim().split('\n').join('\n  > ');

const onOneLineEach = (record: HandOff): HandOff =>
  JSON.parse(JSON.stringify(record), (_key, value: unknown) =>
    typeof value === 'string' ? cleanLine(value) : value,
  ) as HandOff;
