// A folder of ours, made with everything above it that is missing. One level at a time: Node's own recursive mkdir never comes back where
// a file system says that a folder which is there is not, as /proc does.
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './error-code';
import { toStoreFailure } from './store-failure';
import { StoreUnavailableError } from './store-port';

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

/** Only its owner may look in. Throws the error of the file system. */
export const makeFolders = async (path: string): Promise<void> => {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolders(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
};

/** The same for the data folder. Throws StoreUnavailableError. */
export const makeDataFolder = async (home: string): Promise<void> => {
  try {
    await makeFolders(home);
  } catch (error) {
    if (codeOf(error) === 'EEXIST')
      throw new StoreUnavailableError('store.notAFolder', `${home}: expected a folder, got a file; name another one`);
    throw toStoreFailure(error, home);
  }
};
