// What persons wrote about one run: notes and questions of decisions, changed arguments, the reason of a stop and of an abort. Records
// hold their addresses; the words lie in the store under the case's key.
import { readDecided } from '../../stores/review-rows';
import type { Query } from '../../stores/open-database';
import type { ReviewRow } from '../../stores/store-port';
import type { RecordContext } from '../client-context';
import type { RunRecords } from '../run-records';

/** Words that a person wrote about the run. */
export interface RunNote {
  /** `decision`, `edit`, `stop` or `abort`. */
  readonly of: 'decision' | 'edit' | 'stop' | 'abort';
  readonly reviewId: string | null;
  readonly round: number | null;
  readonly address: string;
  /** null where it does not open. */
  readonly text: string | null;
}

type Place = Omit<RunNote, 'text'>;

export const readNotes = async ({ store }: RecordContext, records: RunRecords): Promise<readonly RunNote[]> => {
  const { row, reviews, words } = records;
  const decided = await store.db.read((query) => Promise.all(reviews.map((review) => placesOf(query, review))));
  const places = [...decided.flat(), ...actPlaces(records)];
  return Promise.all(
    places.map(async (place) => ({
      ...place,
      text: words === 'opened' ? await store.transcripts.readNote(row.caseId, place.address) : null,
    })),
  );
};

const placesOf = async (query: Query, review: ReviewRow): Promise<readonly Place[]> => {
  const decided = await readDecided(query, review);
  const { reviewId, round } = review;
  const of = (kind: Place['of'], address: string | null | undefined): readonly Place[] =>
    address === null || address === undefined ? [] : [{ of: kind, reviewId, round, address }];
  const earlier = (decided?.approvals ?? []).slice(0, -1).flatMap(({ noteRef }) => of('decision', noteRef));
  return [...earlier, ...of('decision', decided?.noteRef), ...of('edit', decided?.edit?.ref)];
};

const nameOfAct = { stopped: 'stop', aborted: 'abort' } as const;

const actPlaces = ({ acts }: RunRecords): readonly Place[] =>
  acts.flatMap(({ of, address }) =>
    of === 'resumed' || address === null ? [] : [{ of: nameOfAct[of], reviewId: null, round: null, address }],
  );
