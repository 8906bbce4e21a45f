// Records of a deployment on a store of its own, for what needs no server.
import type { RecordContext } from '../../client/client-context';
import { openStore } from '../../stores/open-store';
import { readSettings } from '../../temporal-config/settings';
import { placeOfStore, type StorePlace } from '../stores/store-targets';

export const openRecordsAt = async (place: StorePlace): Promise<RecordContext> => ({
  settings: { ...readSettings({}), home: place.home },
  store: await openStore(placeOfStore(place)),
  person: 'tester',
  named: 'tester',
});
