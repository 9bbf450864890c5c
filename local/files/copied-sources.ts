import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The content of a file, by its path below the root. */
type Files = Map<string, Buffer>;

/** Reads files, and all files in folders. */
export function readFiles(root: string, places: readonly string[]): Files {
  const files: Files = new Map();
  for (const place of places) {
    if (statSync(join(root, place)).isFile()) files.set(place, readFileSync(join(root, place)));
    else
      for (const entry of readdirSync(join(root, place), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        files.set(path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path));
      }
  }
  return files;
}

/** A hash of the names and contents of files, and of further texts. */
export function hashOfFiles(files: Files, ...more: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path) as Buffer;
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Writes files into a folder, unless it exists. A folder that exists has all of them. */
export function writeFiles(files: Files, folder: string): void {
  if (existsSync(folder)) return;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const folders = new Set<string>();
  for (const [path, content] of files) {
    const target = join(draft, path);
    if (!folders.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
    folders.add(dirname(target));
    writeFileSync(target, content);
  }
  renameSync(draft, folder);
}
