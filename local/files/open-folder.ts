import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lock, tryLock } from './lock.ts';
import { makePrivate } from './private-folder.ts';

/** Creates and locks the data folder, or creates a temporary one that is deleted at the end. */
export function openFolder(dataDir: string | undefined, undo: (() => unknown)[]): string {
  if (!dataDir) {
    const folder = mkdtempSync(join(tmpdir(), 'registry-'));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
  const lockFile = join(dataDir, 'start.lock');
  // A folder with other files may be someone's home: it keeps its mode, and the files of the cloud are private.
  const isOurs = !existsSync(dataDir) || readdirSync(dataDir).length === 0 || existsSync(lockFile);
  if (isOurs) makePrivate(dataDir);
  const lock: Lock | undefined = tryLock(lockFile);
  if (!lock) throw new Error(`Another laptop cloud runs on ${dataDir}. Stop it, or use another folder with --data.`);
  undo.push(() => lock.release());
  return dataDir;
}
