import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPrivateFile } from './private-folder.ts';

/** A file lock that the operating system releases whenever the process ends. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock of a file, blocking the thread for up to `waitMs`; undefined if another process holds it. Uses SQLite,
 * because Node has no other cross-platform file lock.
 */
export function tryLock(file: string, waitMs = 0): Lock | undefined {
  const database = open(file, waitMs);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    // SQLITE_BUSY. Other errors, such as a full disk, do not mean that the lock is taken.
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
}

/** Takes a shared lock of a file. While anyone holds one, no one gets the exclusive lock. */
export function shareLock(file: string): Lock {
  const database = open(file);
  // A transaction that has read holds SQLite's shared lock.
  database.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  return { release: () => database.close() };
}

/** Waits for the lock without blocking the thread. */
export async function lockWhenFree(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    await sleep(50);
  }
}

function open(file: string, timeout = 0): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  createPrivateFile(file);
  return new DatabaseSync(file, { timeout });
}
