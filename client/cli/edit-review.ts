// An edit from the command line: fields of the proposed arguments get new values; everything else of the action stays.
import type { Json } from '../../core/kernel/json';
import { parseObject } from '../../core/output-guard/parse';
import type { EditReport } from '../index';
import { readFlags } from './decide-review';
import { refuseInput } from './input-error';
import { firstArgument, optionFlag, type Invocation, type Report } from './report';
import { withClient } from './with-client';

/** `review edit ID --set field=value ...`. */
export const editCommand = async (call: Invocation): Promise<Report> => {
  const { reasonCode, note, round } = readFlags(call);
  const set = readChanges(call.options['set']);
  return withClient(call, async (client) =>
    toReport(
      await client.edit({
        reviewId: firstArgument(call),
        set,
        reasonCode,
        surface: 'cli',
        unsigned: optionFlag(call, 'unsigned'),
        ...(note === undefined ? {} : { note }),
        ...(round === undefined ? {} : { round }),
      }),
    ),
  );
};

const readChanges = (given: unknown): Readonly<Record<string, Json>> => {
  const pairs = Array.isArray(given) ? given.map(String).map(readChange) : [];
  const twice = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) !== index);
  if (twice !== undefined) return refuseInput('SET', `--set ${twice[0]}: expected one value, got two`);
  return Object.fromEntries(pairs);
};

/** Text as it stands, so that 20.00 stays 20.00; a list, an object or a quoted text is JSON, and so is whatever follows `:=`. */
const readChange = (pair: string): readonly [string, Json] => {
  const [, name, mark, text] = /^([A-Za-z_]\w{0,63})(:?=)([^]*)$/.exec(pair) ?? [];
  if (name === undefined || text === undefined)
    return refuseInput('SET', `--set: expected field=value, such as amount=20.00, got ${JSON.stringify(pair)}`);
  return [name, mark === ':=' || /^\s*[[{"]/.test(text) ? readJson(name, text) : text];
};

const readJson = (name: string, text: string): Json => {
  const read = parseObject(`{"value":${text}}`);
  const value = read.kind === 'object' && Object.keys(read.value).length === 1 ? read.value['value'] : undefined;
  return value ?? refuseInput('SET', `--set ${name}: expected JSON, got ${JSON.stringify(text)}`);
};

const toReport = (edited: EditReport): Report => {
  const { reviewId, round, by, authenticated, turnKey, changed, parked, waitsIn } = edited;
  const show = waitsIn === null ? `turnkeep run show ${turnKey}` : `turnkeep review show ${waitsIn.reviewId}`;
  const waits = 'The run is stopped: the edit is taken up when a named person resumes the run.';
  return {
    body: { ...edited },
    lines: [
      `edited ${changed.join(', ')} as ${by} (${authenticated}), review ${reviewId} round ${round}`,
      ...(waitsIn === null ? [] : [`the changed action waits in review ${waitsIn.reviewId} round ${waitsIn.round}`]),
      ...(parked ? [waits] : []),
    ],
    next: [parked ? `turnkeep run resume ${turnKey}` : show],
  };
};
