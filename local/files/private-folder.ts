import { appendFileSync, chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Creates a folder that only its owner can use. In an existing one, makes every folder and file private. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o700);
    else if (entry.isFile()) chmodSync(path, 0o600);
  }
}

/**
 * Creates an empty file that only its owner can read, unless it exists. For a library that would create it readable by
 * everyone.
 */
export function createPrivateFile(file: string): void {
  appendFileSync(file, '', { mode: 0o600 });
}
