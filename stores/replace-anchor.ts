// A store that is older than its anchor goes on only under a new one, and the old one stays: it is the only witness of the newer
// store that was lost. One rename is the whole change, so a process that dies before it leaves the store refused as it was.
import { link, rename, stat, unlink } from 'node:fs/promises';
import { appendOnce, readAnchor, takeLock, type Anchor } from './anchor';
import { codeOf } from './error-code';
import { toStoreFailure } from './store-failure';
import { StoreIntegrityError, StoreUnavailableError } from './store-port';

export interface AnchorChange {
  /** The anchor that was judged; null when no line of the file could be read. */
  readonly old: Anchor | null;
  readonly point: Anchor;
}

/**
 * Puts `point` in the place of `old` and returns the path the old file is kept under, `anchor.stale-<seq>`; null when another
 * anchor stands by now: nothing is changed then. Throws StoreUnavailableError.
 */
export async function replaceAnchor(path: string, change: AnchorChange): Promise<string | null> {
  const lock = `${path}.compacting`;
  if (!(await takeLock(lock)))
    throw new StoreUnavailableError('anchor.locked', `${path}: another process replaces it; try again in a minute`);
  try {
    return await replaceUnderLock(path, change);
  } catch (error) {
    throw toStoreFailure(error, path);
  } finally {
    await unlink(lock);
  }
}

async function replaceUnderLock(path: string, { old, point }: AnchorChange): Promise<string | null> {
  const standing = await readOldAnchor(path);
  if (standing?.seq !== old?.seq || standing?.hash !== old?.hash) return null;
  const kept = await keep(path, `${path}.stale-${old?.seq ?? 'unreadable'}`);
  const fresh = `${path}.${process.pid}`;
  await appendOnce(fresh, `${point.seq} ${point.hash}\n`);
  await rename(fresh, path);
  return kept;
}

/** null: there is a file and no line of it can be read. */
export async function readOldAnchor(path: string): Promise<Anchor | null | undefined> {
  try {
    return await readAnchor(path);
  } catch (error) {
    if (error instanceof StoreIntegrityError && error.code === 'store.anchorUnreadable') return null;
    throw error;
  }
}

/** A second name for the same file; one that is taken by another file is left alone. */
async function keep(path: string, name: string, number = 1): Promise<string> {
  const kept = number === 1 ? name : `${name}.${number}`;
  try {
    await link(path, kept);
    return kept;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return (await stat(kept)).ino === (await stat(path)).ino ? kept : keep(path, name, number + 1);
}
