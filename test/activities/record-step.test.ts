// A replay's record carries no delta. Nothing may ever be kept of it in place of the whole record.
import { recordStep } from '../../activities/record-step';
import { notWritten, type StepRecord } from '../../core/moves/record-shapes';

test('record of a replay -> refused, nothing kept; the whole one -> kept', async () => {
  const kept: StepRecord[] = [];
  const runs = { record: async (step: StepRecord) => Promise.resolve(void kept.push(step)) };
  const of = (delta: string) => recordStep({ runs } as never, { step: 1, delta } as StepRecord);
  await expect(of(notWritten)).rejects.toThrow('not written out');
  expect(kept).toEqual([]);
  await of('{}');
  expect(kept).toHaveLength(1);
});
