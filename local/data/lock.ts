import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A lock that the operating system takes back from a process that dies, however it dies. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock that a file stands for, waiting for at most `waitMs` (the thread blocks); undefined when another
 * process holds it. SQLite's file lock is the one such lock that Node can reach on every platform.
 */
export function tryLock(file: string, waitMs = 0): Lock | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    // SQLITE_BUSY; anything else (a read-only folder, a full disk) is not about the lock.
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
}

/** Takes the lock as soon as it is free, without blocking the thread. */
export async function lockWhenFree(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
