import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A file lock that the operating system releases when the process ends, however it ends. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock of a file, blocking the thread for at most `waitMs`; undefined when another process holds it.
 * Uses SQLite because Node has no other file lock that works on every platform.
 */
export function tryLock(file: string, waitMs = 0): Lock | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    // SQLITE_BUSY. Other errors (a read-only folder, a full disk) do not mean that the lock is taken.
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
}

/** Takes a share of the lock of a file. Others may have one, too; while anybody has, nobody gets the whole lock. */
export function shareLock(file: string): Lock {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  // A transaction that has read holds SQLite's shared lock.
  database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  return { release: () => database.close() };
}

/** Waits for the lock without blocking the thread. */
export async function lockWhenFree(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
