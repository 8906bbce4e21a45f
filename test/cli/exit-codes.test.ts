import { ClientError } from '../../client/client-error';
import { exitMeanings, explainFailure } from '../../client/cli/exit-codes';
import { StoreIntegrityError, StoreUnavailableError } from '../../stores/store-port';
import { DevServerError } from '../../temporal-config/dev-server';
import { NoTemporalError } from '../../temporal-config/find-temporal-cli';
import { SearchAttributesError } from '../../temporal-config/search-attributes';
import { ServerUnreachableError } from '../../temporal-config/server-address';
import { SettingsError } from '../../temporal-config/settings';

const grpc = (code: number): Error => Object.assign(new Error('rpc'), { code, details: 'rpc' });

describe('exit codes', () => {
  it.each([
    [
      'a refusal of the client',
      new ClientError('WRONG_AMOUNT', 6, { message: 'no', next: ['look'] }),
      6,
      'WRONG_AMOUNT',
    ],
    ['settings', new SettingsError('file', ['a fault']), 2, 'SETTINGS'],
    ['search attributes', new SearchAttributesError('missing'), 2, 'SEARCH_ATTRIBUTES'],
    ['no server', new ServerUnreachableError('host:1', { cause: new Error('refused') }), 7, 'SERVER_UNREACHABLE'],
    ['no CLI', new NoTemporalError('none'), 7, 'NO_TEMPORAL'],
    ['development server', new DevServerError('ended'), 7, 'DEV_SERVER'],
    ['store not there', new StoreUnavailableError('store.busy', 'busy'), 7, 'store.busy'],
    ['store not to be trusted', new StoreIntegrityError('keys.wrongIdentity', 'other key'), 9, 'keys.wrongIdentity'],
    ['server gone in the middle', Object.assign(new Error('lost'), { cause: grpc(14) }), 7, 'SERVER_UNREACHABLE'],
    ['server says no', grpc(7), 4, 'NOT_ALLOWED'],
    ['anything else', new TypeError('x is undefined'), 1, 'UNEXPECTED'],
    ['no error at all', 'thrown text', 1, 'UNEXPECTED'],
  ])('%s: -> its code', (_what, error, exit, code) => {
    expect(explainFailure(error)).toMatchObject({ exit, code, retryable: exit === 7 });
  });

  it('table: every code of the documents -> is there, and no other', () => {
    expect(Object.keys(exitMeanings).map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130]);
  });
});
