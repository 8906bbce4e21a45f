// A run is named by as little as names no other: its key, `case/turn`, its case, how the case's id begins, or the caller's own
// reference of the case. What is whole goes before what only begins so; what fits several runs is refused with those it fits, since a
// stop or an abort of the wrong one is not to be taken back.
import { parseTurnKey } from '../core/kernel/ids';
import { nearestName } from '../core/kernel/nearest-name';
import { findRunsByPart, type KeyPart, type RunPlace } from '../stores/find-runs';
import { ClientError } from './client-error';
import type { RecordContext } from './client-context';
import { toCaseId } from './known-case';

const SHOWN = 10;
const NEAR_SHOWN = 3;
/** How much of a case's id must be typed: shorter, and the next case may well begin the same. */
const BEGIN = /^c_[0-9a-f]{4,15}$/;
const BEGIN_NEAR = 'c_0000'.length;
const PART = /^(?:([a-z][a-z0-9-]*)\/)?(c_[0-9a-f]+)(?:\/(0|[1-9]\d{0,8}))?$/;
const WITH_TURN = /^(.+)\/(0|[1-9]\d{0,8})$/s;
const CHARS_MAX = 500;

type Records = Pick<RecordContext, 'store'>;

/**
 * The key of the run that `named` names. Refuses with RUN_NOT_FOUND and the nearest there are, or with RUN_AMBIGUOUS and at most ten
 * candidates.
 */
export const resolveRun = async (records: Records, named: string): Promise<string> => {
  if (named.trim() === '' || named.length > CHARS_MAX)
    throw new ClientError('RUN_NOT_FOUND', 2, {
      message: `run: expected a run id, a part of one or a case, of 1 to ${CHARS_MAX} characters, got ${named.length}`,
      next: ['turnkeep run list'],
    });
  const whole = await records.store.runs.find(named);
  if (whole !== undefined) return whole.workflowId;
  for (const find of [findWhole, findBeginning]) {
    const found = await find(records, named);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only.workflowId;
    if (found.length > 1) throw ambiguous(named, found);
  }
  throw await notFound(records, named);
};

/** As an id of a case, and as the caller's own reference of one; either with a turn behind it. */
const findWhole = async ({ store }: Records, named: string): Promise<readonly RunPlace[]> => {
  const part = readPart(named);
  const [, reference, turn] = WITH_TURN.exec(named) ?? [];
  const parts: KeyPart[] = [
    ...(part === undefined ? [] : [part]),
    { caseId: toCaseId(store, named) },
    ...(reference === undefined ? [] : [{ caseId: toCaseId(store, reference), turn: Number(turn) }]),
  ];
  const found = await Promise.all(
    parts.map((one) => store.db.read((query) => findRunsByPart(query, { ...one, begins: false, limit: SHOWN + 1 }))),
  );
  return [...new Map(found.flat().map((place) => [place.workflowId, place])).values()];
};

const findBeginning = async ({ store }: Records, named: string): Promise<readonly RunPlace[]> => {
  const part = readPart(named);
  if (part === undefined || !BEGIN.test(part.caseId)) return [];
  return store.db.read((query) => findRunsByPart(query, { ...part, begins: true, limit: SHOWN + 1 }));
};

const readPart = (named: string): KeyPart | undefined => {
  const key = parseTurnKey(named);
  if (key !== undefined) return { agent: key.agent, caseId: key.caseId, turn: key.turn };
  const [, agent, caseId, turn] = PART.exec(named) ?? [];
  return caseId === undefined ? undefined : { agent, caseId, turn: turn === undefined ? undefined : Number(turn) };
};

/** A reference of the caller's own may be anybody's address: only what has the form of an id is repeated. */
const shown = (named: string): string => (readPart(named) === undefined ? 'this reference' : JSON.stringify(named));

const ambiguous = (named: string, found: readonly RunPlace[]): ClientError => {
  const keys = found.slice(0, SHOWN).map(({ workflowId }) => workflowId);
  const count = found.length > SHOWN ? `more than ${SHOWN} runs, the newest of them` : `${found.length} runs`;
  return new ClientError('RUN_AMBIGUOUS', 2, {
    message: `run: expected a part of one run's id, and ${shown(named)} fits ${count}: ${keys.join(', ')}`,
    next: keys.map((key) => `turnkeep run show ${key}`),
  });
};

const notFound = async (records: Records, named: string): Promise<ClientError> => {
  const near = await findNear(records, named);
  const words = `no run ${readPart(named) === undefined ? 'of ' : ''}${shown(named)} in this registry`;
  return new ClientError('RUN_NOT_FOUND', 2, {
    message: near.length === 0 ? words : `${words}; did you mean ${near.join(' or ')}?`,
    next: [...near.map((key) => `turnkeep run show ${key}`), 'turnkeep run list'],
  });
};

/** Other turns of the same case, or a case whose id begins alike and is a few characters away. */
const findNear = async ({ store }: Records, named: string): Promise<readonly string[]> => {
  const part = readPart(named);
  if (part === undefined) return [];
  const { caseId } = part;
  const sameCase = await store.db.read((query) => findRunsByPart(query, { caseId, begins: false, limit: NEAR_SHOWN }));
  if (sameCase.length > 0) return sameCase.map(({ workflowId }) => workflowId);
  const alike = await store.db.read((query) =>
    findRunsByPart(query, { caseId: caseId.slice(0, BEGIN_NEAR), begins: true, limit: 200 }),
  );
  const ids = [...new Set(alike.map((place) => place.caseId))];
  const nearest = nearestName(caseId, ids);
  return alike
    .filter((place) => place.caseId === nearest)
    .slice(0, NEAR_SHOWN)
    .map(({ workflowId }) => workflowId);
};
