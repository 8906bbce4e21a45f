// The newest head, kept outside the store: a file of lines `seq hash`, only ever appended to (O_APPEND, fsync) after every commit that
// appended to the journal, and before the outside call of a claim. The highest seq wins, so a slower process never hides a newer head. A store that does not hold
// the anchored row is an older copy, or another chain: it must not claim. A line torn by a crash is ignored; each write starts
// with a line break so that the next one is never glued to it.
import { constants } from 'node:fs';
import { open, readFile, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { codeOf } from './error-code';
import type { ChainPoint } from './journal';
import type { Query } from './open-database';
import { toStoreFailure } from './store-failure';
import { StoreIntegrityError } from './store-port';

export type Anchor = ChainPoint;

const LINE = /^(\d{1,15}) ([0-9a-f]{64})$/;
const COMPACT_OVER_BYTES = 64 * 1024;
const LOCK_LEFT_OVER_MS = 60_000;

/** The highest line, or undefined when there is no file yet. Throws StoreIntegrityError when no line can be read. */
export async function readAnchor(path: string): Promise<Anchor | undefined> {
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  const anchor = findHighest(text);
  if (anchor || text.trim() === '') return anchor;
  throw new StoreIntegrityError(
    'store.anchorUnreadable',
    `${path}: no line of the form "seq hash"; restore it, or run turnkeep effects reconcile --all --as NAME`,
  );
}

/** Appends one line and waits until it is on disk. Throws StoreUnavailableError. */
export async function appendAnchor(path: string, point: ChainPoint): Promise<void> {
  const line = `\n${point.seq} ${point.hash}\n`;
  try {
    while (!(await appendOnce(path, line)));
  } catch (error) {
    throw toStoreFailure(error, path);
  }
}

/** Whether the store lacks the anchored row: an older copy of it, or a recomputed chain. */
export async function isStoreOlderThanAnchor(query: Query, anchor: Anchor | undefined): Promise<boolean> {
  if (!anchor) return false;
  const row = await query.selectFrom('journal').select('hash').where('seq', '=', anchor.seq).executeTakeFirst();
  return row?.hash !== anchor.hash;
}

/** At start-up: a long file is replaced by its highest line. Lines that others append meanwhile are carried over. */
export async function compactAnchor(path: string, overBytes = COMPACT_OVER_BYTES): Promise<void> {
  // What is wrong with the anchor is told by whoever needs it, not by opening the store.
  if (await isFolder(path)) return;
  const text = await readIfThere(path);
  if (text === undefined || text.length <= overBytes) return;
  const lock = `${path}.compacting`;
  if (!(await takeLock(lock))) return;
  try {
    await replaceByHighest(path);
  } finally {
    await unlink(lock);
  }
}

/** Only one process at a time: two would replace each other's file, with the line that a third appended to it in between. */
export async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw toStoreFailure(error, lock);
  }
  await removeLeftOver(lock);
  return false;
}

/** A lock whose owner died goes away; the next start compacts. */
async function removeLeftOver(lock: string): Promise<void> {
  try {
    if (Date.now() - (await stat(lock)).mtimeMs > LOCK_LEFT_OVER_MS) await unlink(lock);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw toStoreFailure(error, lock);
  }
}

async function replaceByHighest(path: string): Promise<void> {
  const before = await open(path, 'r');
  try {
    const anchor = findHighest(await readAll(before));
    if (!anchor) return;
    const fresh = `${path}.${process.pid}`;
    await appendOnce(fresh, `${anchor.seq} ${anchor.hash}\n`);
    await rename(fresh, path);
    const late = findHighest(await readAll(before));
    if (late && late.seq > anchor.seq) await appendAnchor(path, late);
  } finally {
    await before.close();
  }
}

/** False when the file was replaced by a compaction meanwhile: the line may be lost and is written again. */
export async function appendOnce(path: string, line: string): Promise<boolean> {
  const file = await open(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o600);
  try {
    await file.write(line);
    await file.datasync();
    return (await file.stat()).ino === (await stat(path)).ino;
  } finally {
    await file.close();
  }
}

async function readAll(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
  return buffer.toString('utf8');
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw toStoreFailure(error, path);
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) === 'EISDIR')
      throw new StoreIntegrityError('store.anchorFolder', `${path}: expected a file, got a folder; move it away`);
    throw toStoreFailure(error, path);
  }
}

function findHighest(text: string): Anchor | undefined {
  let highest: Anchor | undefined;
  for (const line of text.split('\n')) {
    const [, seq, hash] = LINE.exec(line) ?? [];
    if (seq === undefined || hash === undefined) continue;
    if (!highest || Number(seq) > highest.seq) highest = { seq: Number(seq), hash };
  }
  return highest;
}
