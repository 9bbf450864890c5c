import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  file(name: string): string;
  read(name: string): string;
  write(name: string, text: string): void;
}

/** Calls a function with a new folder, and deletes the folder afterwards. */
export async function withTemporaryFolder<T>(use: (folder: TemporaryFolder) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'registry-deployment-'));
  const file = (name: string) => join(path, name);
  try {
    return await use({
      file,
      read: (name) => readFileSync(file(name), 'utf8'),
      write: (name, text) => writeFileSync(file(name), text),
    });
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
